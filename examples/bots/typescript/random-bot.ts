/** Plays random legal moves of any game: node build/random-bot.js http://127.0.0.1:8000 TOKEN... */

import { pathToFileURL } from "node:url";

import { Client, type LegalMoveOf, Problem, type Table } from "@rollwright/client";

type Choose = (table: Table, seat: number, legal: LegalMoveOf[]) => LegalMoveOf | Promise<LegalMoveOf>;

/** Play all seats of the tokens to the end of their games; `choose` picks a legal move for a seat at a table. */
export async function play(address: string, tokens: string[], choose: Choose): Promise<void> {
  const client = new Client(address);
  const tokenOf = new Map<string, string>();
  for (const token of tokens) {
    const { session, seats } = await client.mySeat(token);
    for (const seat of seats) tokenOf.set(`${session} ${seat}`, token);
  }
  const played = new Map<string, number>();
  for await (const { event, data } of client.seatEvents(tokens)) {
    const place = `${data.session} ${data.seat}`;
    if (event === "end") console.log(place, data.status, JSON.stringify(data.outcome));
    else if (data.to_move && data.version >= (played.get(place) ?? 0)) {
      const table = client.table(data, tokenOf.get(place));
      try {
        const answer = await table.play(await choose(table, data.seat, data.legal_moves));
        played.set(place, answer.played.version);
      } catch (error) {
        // Something else came first: the next event tells what.
        if (!(error instanceof Problem && [404, 409, 412].includes(error.status))) throw error;
      }
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const [, , address = "", ...tokens] = process.argv;
  await play(address, tokens, (_table, _seat, legal) => legal[Math.floor(Math.random() * legal.length)]!);
}
