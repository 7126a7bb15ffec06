/** Requests as they go over the wire: with a token, with a key that makes sending again safe, again where it helps. */

import { Failures, type Patience, pause } from "./patience.js";
import { NetworkError, Problem } from "./problem.js";

/** One request. */
export interface Call {
  method: "GET" | "POST" | "DELETE";
  path: string;
  query?: Record<string, string | number | undefined>;
  headers?: Record<string, string | undefined>;
  token?: string | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** What a request that changes a session may carry besides its body. */
export interface How {
  /**
   * The version that the request is meant for (If-Match): 412 if the session has moved on. A move is meant for the last
   * one that its table has shown, unless another is given, or "any".
   */
  version?: number | "any";
  /** The Idempotency-Key; a new one is made for each call unless it is given. */
  key?: string;
  /** Whose legal moves the view lists. */
  legal?: "all" | "mine" | "none";
  signal?: AbortSignal;
}

/** A random UUID (RFC 9562, version 4). A page from a plain-http address of a network has no `crypto.randomUUID`. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** How a `How` is sent. */
export function sent(how: How): Pick<Call, "query" | "headers" | "signal"> {
  return {
    query: { legal: how.legal },
    headers: {
      "If-Match": how.version === undefined || how.version === "any" ? undefined : `"${how.version}"`,
      "Idempotency-Key": how.key ?? newKey(),
    },
    signal: how.signal,
  };
}

/** A service's address with what every request to it shares. */
export class Connection {
  readonly patience: Patience;
  readonly #address: string;
  readonly #timeoutSeconds: number;
  readonly #fetch: typeof fetch;

  constructor(address: string, patience: Patience, timeoutSeconds: number, fetcher: typeof fetch) {
    this.#address = address.replace(/\/+$/, "");
    this.patience = patience;
    this.#timeoutSeconds = timeoutSeconds;
    this.#fetch = fetcher;
  }

  /** The JSON of the answer; thrown are a `Problem`, a `NetworkError`, or the reason of the call's signal. */
  async json(call: Call): Promise<unknown> {
    const response = await this.send(call);
    return response.status === 204 ? null : JSON.parse(await response.text());
  }

  /** Send, and send again for as long as that helps. The answer has been read to its end. */
  async send(call: Call): Promise<Response> {
    const failures = new Failures(this.patience);
    for (;;) {
      try {
        return await this.#whole(call);
      } catch (error) {
        await pause(failures.wait(error), call.signal);
      }
    }
  }

  /** Send once; `call.signal` alone ends the reading of the answer. */
  async open(call: Call): Promise<Response> {
    let response: Response;
    try {
      response = await this.#fetch(this.#url(call), init(call));
    } catch (error) {
      if (call.signal?.aborted) throw call.signal.reason;
      throw new NetworkError(`No answer to ${call.method} ${call.path}`, { cause: error });
    }
    if (response.status >= 400) throw await Problem.of(response);
    return response;
  }

  async #whole(call: Call): Promise<Response> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new NetworkError("No answer in time")), this.#timeoutSeconds * 1000);
    const signal = call.signal ? AbortSignal.any([call.signal, late.signal]) : late.signal;
    try {
      const response = await this.open({ ...call, signal });
      if (response.status === 204 || response.status === 304) return response;
      const text = await response.text().catch((error: unknown) => {
        throw signal.aborted ? signal.reason : new NetworkError("The answer was cut off", { cause: error });
      });
      return new Response(text, response);
    } finally {
      clearTimeout(timer);
    }
  }

  #url({ path, query = {} }: Call): string {
    const asked = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]));
    return `${this.#address}${path}${asked.length ? `?${new URLSearchParams(asked)}` : ""}`;
  }
}

function init({ method, headers = {}, token, body, signal }: Call): RequestInit {
  const all = { ...headers, Authorization: token === undefined ? undefined : `Bearer ${token}` };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    method,
    headers: Object.fromEntries(body === undefined ? given : [...given, ["Content-Type", "application/json"]]),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  };
}
