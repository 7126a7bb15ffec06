/** What the tests talk to: a real service, a proxy to it that can be cut, and servers that misbehave on purpose. */

import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from "node:net";

import { Client, type Opened, type Session, type Table } from "@rollwright/client";

assert(process.env["ROLLWRIGHT_URL"], "ROLLWRIGHT_URL is to be the address of a running service");
export const ADDRESS: string = process.env["ROLLWRIGHT_URL"];

/** Waits that do not hold a test up. */
export const QUICK = { attempts: 4, firstSeconds: 0.01, longestSeconds: 1 };

export const client = new Client(ADDRESS);

/** Play the last legal move as the host until the session is over or has come to a version. */
export async function play({ session, host_token }: Opened, until = Infinity): Promise<Session> {
  const table: Table = client.table(session.id, host_token);
  let view = await table.view();
  while (view.status === "active" && view.version < until) {
    const legal = view.legal_moves.at(-1);
    assert(legal);
    view = (await table.play(legal)).session;
  }
  return view;
}

/** The first so many of what comes, or all of it. */
export async function take<T>(stream: AsyncIterable<T>, count = Infinity): Promise<T[]> {
  const taken: T[] = [];
  for await (const each of stream) {
    taken.push(each);
    if (taken.length >= count) break;
  }
  return taken;
}

/** A server that answers as told, on a free port. */
export async function serving(answer: RequestListener): Promise<{ address: string; close(): void }> {
  const server = createServer(answer);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** A way to the service that can be cut: what is under way is lost, and nobody gets through until it is mended. */
export class Way {
  address = "";
  #open = true;
  readonly #sockets = new Set<Socket>();
  readonly #server = createTcpServer((inner) => {
    const { hostname, port } = new URL(ADDRESS);
    if (!this.#open) return inner.destroy();
    const outer = connect(Number(port), hostname);
    for (const [one, other] of [[inner, outer], [outer, inner]] as const) {
      this.#sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
    return undefined;
  });

  static async made(): Promise<Way> {
    const way = new Way();
    await new Promise<void>((ready) => way.#server.listen(0, "127.0.0.1", ready));
    way.address = `http://127.0.0.1:${(way.#server.address() as AddressInfo).port}`;
    return way;
  }

  cut(): void {
    this.#open = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#open = true;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}
