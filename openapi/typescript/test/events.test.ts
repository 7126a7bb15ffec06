import assert from "node:assert/strict";
import { test } from "node:test";

import { Client, NetworkError, Problem, type SessionEvent } from "@rollwright/client";
import { client, play, QUICK, serving, take, Way } from "./service.js";

const seats = [{ name: "Ida" }];

const version = (event: SessionEvent): number | "end" => (event.event === "end" ? "end" : event.version);

test("a session from its beginning to its end, over a connection that is cut", async () => {
  const way = await Way.made();
  const opened = await client.open({ game: "yatzy-bg", seats });
  const followed = new Client(way.address, { patience: QUICK }).table(opened.session);
  const seen: SessionEvent<"yatzy-bg">[] = [];
  let playing: Promise<unknown> = Promise.resolve();
  for await (const event of followed.events()) {
    seen.push(event);
    if (event.event === "session") playing = play(opened, 5);
    if (event.event !== "end" && event.version === 5) {
      way.cut();
      await play(opened, 9);
      way.mend();
      playing = play(opened);
    }
  }
  await playing;
  const last = (await followed.view()).version;
  assert.deepEqual(seen.map(version), [...Array(last + 1).keys(), "end"]);
  assert.equal(seen[0]?.event, "session");
  const end = seen.at(-1);
  assert(end?.event === "end" && end.data.status === "finished");
  assert.deepEqual((await take(followed.events({ after: last - 2 }))).map(version), [last - 1, last, "end"]);
  assert.deepEqual(await take(followed.events({ after: last })), []);
  way.close();
});

test("a stream can be left, called off, and ends where the session is deleted", async () => {
  const { session, host_token } = await client.open({ game: "sand", seats });
  const table = client.table(session, host_token);
  const [first] = await take(table.events({ legal: "all" }), 1);
  assert(first?.event === "session");
  assert.equal(first.data.legal_moves.length, 1);
  const reason = new Error("enough");
  await assert.rejects(take(table.events({ signal: AbortSignal.abort(reason) })), reason);
  const calledOff = new AbortController();
  const reading = take(table.events({ signal: calledOff.signal }));
  setTimeout(() => calledOff.abort(reason), 50);
  await assert.rejects(reading, reason);
  for await (const event of table.events()) {
    if (event.event === "session") await table.delete();
    else assert.deepEqual(event, { event: "end", data: { status: "deleted", outcome: null } });
  }
});

test("what cannot be followed is refused", async () => {
  const strange = client.table("0198c0de-0000-7000-8000-000000000000");
  await assert.rejects(take(strange.events()), (error) => error instanceof Problem && error.code === "unknown-session");
  const nobody = new Client("http://127.0.0.1:9", { patience: QUICK }).table(strange.id);
  await assert.rejects(take(nobody.events()), NetworkError);
});

test("a stream that goes silent is connected anew after the last id", async () => {
  const asked: unknown[] = [];
  const server = await serving((request, response) => {
    asked.push(request.headers["last-event-id"]);
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    if (asked.length === 1) response.write("retry: 10\n\nevent: session\nid: 4\ndata: {}\n\n");
    else response.end("event: move\nid: 5\ndata: {}\n\nevent: end\nid: 5\ndata: {}\n\n");
  });
  const table = new Client(server.address, { patience: QUICK }).table("1");
  assert.deepEqual((await take(table.events({ silenceSeconds: 1 }))).map(version), [4, 5, "end"]);
  assert.deepEqual(asked.filter((id) => id !== "4"), [undefined]);
  server.close();
});

test("all seats on one stream, over a connection that is cut", async () => {
  const way = await Way.made();
  const [one, two, gone] = await Promise.all(
    [1, 2, 3].map(() => client.open({ game: "solitaire-dice", seats })),
  );
  assert(one && two && gone);
  const follower = new Client(way.address, { patience: QUICK });
  const ends: unknown[] = [];
  let turns = 0;
  for await (const { event, data } of follower.seatEvents([one.host_token, gone.host_token, two.host_token])) {
    if (event === "end") ends.push([data.session, data.status]);
    else if (data.to_move && data.session !== gone.session.id) {
      turns += 1;
      if (turns === 7) {
        way.cut();
        await client.table(gone.session, gone.host_token).delete();
        way.mend();
      }
      await client.table(data.session, data.session === one.session.id ? one.host_token : two.host_token)
        .play(data.legal_moves[0]!, { version: data.version })
        .catch((error: unknown) => assert(error instanceof Problem && error.code === "version-mismatch", String(error)));
    }
  }
  assert.deepEqual(ends.sort(), [[one.session.id, "finished"], [two.session.id, "finished"]].sort());
  way.close();
});

test("a token that never was is refused", async () => {
  await assert.rejects(take(client.seatEvents(["rw_seat_no"])), (error) => error instanceof Problem && error.status === 422);
});
