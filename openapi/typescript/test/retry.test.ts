import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { test } from "node:test";

import { Client, NetworkError, Problem } from "@rollwright/client";
import { QUICK, serving, Way, client as direct } from "./service.js";

type Answer = (response: ServerResponse) => unknown;

const problem = (status: number, code: string, headers = {}): Answer => (response) =>
  response.writeHead(status, headers).end(JSON.stringify({ status, code }));
const lost: Answer = (response) => response.destroy();
const cut: Answer = (response) => {
  response.writeHead(200, { "Content-Length": 100 }).write("{");
  setTimeout(() => response.destroy(), 10);
};
const silent: Answer = () => undefined;
const good: Answer = (response) => response.writeHead(200).end(JSON.stringify({ played: {}, session: {} }));

/** Roll once where the service answers like this, one answer after another. */
async function rolled(answers: Answer[]): Promise<{ keys: unknown[]; outcome: unknown }> {
  const requests: IncomingMessage[] = [];
  const server = await serving((request, response) => {
    requests.push(request);
    (answers[requests.length - 1] ?? good)(response);
  });
  const client = new Client(server.address, { patience: QUICK, timeoutSeconds: 1 });
  const outcome = await client.table<"sand">("1", "rw_seat_1").roll().catch((error: unknown) => error);
  server.close();
  return { keys: requests.map(({ headers }) => headers["idempotency-key"]), outcome };
}

test("what gets lost is sent again with the same key", async () => {
  const busy = problem(503, "store-unavailable", { "Retry-After": "0" });
  const proxy = [502, 504, 520, 524].map((status) => problem(status, "", {}));
  for (const failure of [lost, cut, silent, busy, problem(429, "rate-limited", { "Retry-After": "0" }), ...proxy]) {
    const { keys, outcome } = await rolled([failure, failure]);
    assert.deepEqual(outcome, { played: {}, session: {} });
    assert.deepEqual([keys.length, new Set(keys).size], [3, 1]);
    assert.match(String(keys[0]), /^[0-9a-f-]{36}$/);
  }
});

test("in the end it gives up", async () => {
  const { keys, outcome } = await rolled([lost, lost, lost, lost, lost]);
  assert.equal(keys.length, QUICK.attempts);
  assert(outcome instanceof NetworkError && outcome.cause);
});

test("what will not pass is not sent again", async () => {
  const hour = { "Retry-After": "3600" };
  const refusals = [problem(503, "game-unavailable"), problem(409, "waiting"), problem(429, "rate-limited", hour)];
  for (const refusal of refusals) {
    const { keys, outcome } = await rolled([refusal]);
    assert.equal(keys.length, 1);
    assert(outcome instanceof Problem);
  }
});

test("an answer that is no problem document is one without an explanation", async () => {
  const { outcome } = await rolled([(response) => response.writeHead(418).end("<html>")]);
  assert(outcome instanceof Problem);
  assert.deepEqual([outcome.code, outcome.status, outcome.message], ["unexplained", 418, "HTTP status 418"]);
});

test("a request that is called off is not sent again", async () => {
  const server = await serving(() => undefined);
  const table = new Client(server.address, { patience: QUICK }).table<"sand">("1");
  const reason = new Error("enough");
  const calledOff = new AbortController();
  const rolling = table.roll({}, { signal: calledOff.signal });
  setTimeout(() => calledOff.abort(reason), 20);
  await assert.rejects(rolling, reason);
  server.close();
});

test("a move whose answer was lost is played once", async () => {
  const way = await Way.made();
  const { session, host_token } = await direct.open({ game: "sand", seats: [{ name: "Ida" }] });
  let sent = 0;
  const losing: typeof fetch = async (...asked) => {
    const response = await fetch(...asked);
    await response.text();
    sent += 1;
    if (sent === 1) throw new TypeError("the answer was lost");
    return fetch(...asked);
  };
  const table = new Client(way.address, { patience: QUICK, fetch: losing }).table(session, host_token);
  const { played } = await table.roll();
  const { entries } = await direct.table(session).record();
  assert.deepEqual(entries, [played]);
  way.close();
});
