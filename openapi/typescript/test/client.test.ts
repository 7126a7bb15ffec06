import assert from "node:assert/strict";
import { test } from "node:test";

import { Problem } from "@rollwright/client";
import { client, play } from "./service.js";

const seats = [{ name: "Ida" }, { name: "Otto" }];

async function refused(promise: Promise<unknown>): Promise<Problem> {
  const problem = await promise.then(() => assert.fail("it was accepted"), (error: unknown) => error);
  assert(problem instanceof Problem, String(problem));
  return problem;
}

test("the catalogue and a game", async () => {
  const { games } = await client.games({ lang: "da" });
  const { options, categories } = await client.game("yatzy-bg");
  assert(games.some(({ name }) => name === "yatzy-bg"));
  assert.equal(categories.length, 13);
  assert("choose_dice_count" in (options["properties"] as object));
});

test("options are looked at before they are played", async () => {
  const { valid, faults } = await client.checkOptions("sand", { options: { target: 10000 } });
  assert.deepEqual([valid, faults], [true, []]);
});

test("presets are found, packed, unpacked and read", async () => {
  const { presets } = await client.presets({ words: "yatzy", language: "da", dice: 6, kind: "sheet" });
  assert.deepEqual(presets.map(({ preset }) => preset).sort(), ["maxi-yatzy", "maxi-yatzy-75"]);
  assert((await client.presets()).presets.length > 30);
  const { packed, options } = await client.checkOptions("sheet", { preset: "maxi-yatzy" });
  const again = await client.checkOptions("sheet", { packed });
  assert.deepEqual(again.options, options);
  const { session } = await client.open({ game: "sheet", preset: "maxi-yatzy", seats });
  const { rules } = await client.table(session).rules({ lang: "da" });
  assert.match(rules, /^\*\*2\.8\*\* De slag, som en tur ikke bruger, gemmes/m);
});

test("loose dice", async () => {
  const { best, bust } = await client.score("titusind", { dice: [1, 2, 2, 2, 5, 6] });
  assert.deepEqual([best?.points, bust], [350, false]);
});

test("a whole game", async () => {
  assert.equal((await play(await client.open({ game: "sand", seats: [{ name: "Ida" }] }))).status, "finished");
});

test("verbs, the record and fairness", async () => {
  const { session, host_token } = await client.open({ game: "titusind", seats, dice_source: "players" });
  const table = client.table(session, host_token);
  await table.roll({ dice: [1, 1, 1, 2, 5, 6] });
  const { played } = await table.setAside({ dice: [5, 1, 1, 1] }, { version: 1 });
  const banked = await table.bank({ seat: 0 }, { legal: "none" });
  assert.deepEqual([played.points, banked.session.seats[0]?.total, banked.session.legal_moves], [1050, 1050, []]);
  const { entries, next } = await table.record({ after: 1, limit: 1 });
  assert.deepEqual([entries[0], next], [played, 2]);
  const transcript = await table.transcript();
  assert.deepEqual((await client.check("titusind", transcript)).faults, []);
  const checked = await client.check("titusind", (await table.transcriptText()).replace("bank 1050", "bank 1000"));
  assert.deepEqual([checked.valid, checked.totals.right], [false, [1050, 0]]);
  const resumed = await client.open({ transcript, dice_source: "players" });
  assert.equal(resumed.session.seats[0]?.total, 1050);
  const told = await refused(table.fairness());
  assert.equal(told.code, "not-provable");
  assert.equal((await refused(table.skip({ seat: 1 }))).code, "not-absent");
  const undone = await table.undo({ version: 3 });
  assert.deepEqual([undone.played.kind, undone.played.undoes, undone.session.seats[0]?.total], ["undo", 3, 0]);
  const { columns } = await table.sheet({ lang: "de" });
  assert.deepEqual(columns.map(({ name }) => name), ["Ida", "Otto"]);
  const { session: after } = await table.resign({ seat: 1 });
  assert.deepEqual([after.status, after.outcome?.winners], ["finished", [0]]);
});

test("seats for others: invitation, claim, token, seed", async () => {
  const opened = await client.open({ game: "sand", seats: [{ name: "Ida" }, { open: true }] });
  const { session, host_token, seats: given } = opened;
  const { token } = await client.table(session).claim(1, { name: "Otto", invitation: given[1]?.invitation ?? "" });
  const fresh = await client.table(session, token).replaceToken();
  const otto = client.table(session, fresh.token ?? "");
  await otto.seed({ seed: "seven geese" });
  await client.table(session, host_token).roll();
  assert.deepEqual((await otto.fairness()).seeds, [null, "seven geese"]);
  assert.deepEqual((await client.mySeat(fresh.token ?? "")).seats, [1]);
  assert.equal((await refused(client.mySeat(token))).code, "unauthorized");
});

test("of two moves for one version one is played", async () => {
  const { session, host_token } = await client.open({ game: "sand", seats });
  const table = client.table(session, host_token);
  const both = await Promise.allSettled([table.roll({}, { version: 0 }), table.roll({}, { version: 0 })]);
  const [lost] = both.flatMap((each) => (each.status === "rejected" ? [each.reason as Problem] : []));
  assert.deepEqual(both.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  assert.deepEqual([lost?.code, lost?.status, lost?.session?.version], ["version-mismatch", 412, 1]);
});

test("a move is meant for the version that was shown", async () => {
  const { session, host_token } = await client.open({ game: "yatzy-bg", seats });
  const [one, two] = [client.table(session, host_token), client.table(session, host_token)];
  const { played } = await one.roll();
  const late = await refused(two.roll());
  assert.deepEqual([late.code, late.meanwhile, two.version], ["version-mismatch", [played], 1]);
  assert.match(late.message, /; meanwhile: 1 roll \(seat 0\)$/);
  await two.roll();
  assert.equal((await one.roll({}, { version: "any" })).session.version, 3);
  const exact = await refused(one.chooseCategory({ category: "chance" }, { version: 2 }));
  assert.deepEqual(exact.meanwhile.map(({ version }) => version), [3]);
  const unseen = client.table<"yatzy-bg">(session.id, host_token);
  assert.equal(unseen.version, undefined);
  for await (const _ of unseen.events()) break;
  assert.equal(unseen.version, 3);
});

test("a roll names what is set aside first", async () => {
  const { session, host_token } = await client.open({ game: "yatzy-bg", seats });
  const table = client.table(session, host_token);
  const { played: first } = await table.roll();
  const { before, played } = await table.roll({ set_aside: first.dice.slice(0, 2) });
  assert.deepEqual([before?.version, played.dice.length, table.version], [2, 3, 3]);
});

test("a choice that others left as it was is sent again", async () => {
  const opened = await client.open({ game: "wohin-damit", seats, dice_source: "players" });
  const host = client.table(opened.session, opened.host_token);
  await host.roll({ seat: 1, dice: [3] });
  const { session } = await host.roll({ seat: 0, dice: [2, 4] });
  const choices = [0, 1].map((seat) => {
    const chosen = session.legal_moves.find((legal) => legal.seat === seat);
    assert(chosen);
    return { chosen, table: client.table(session, opened.seats[seat]?.token ?? undefined) };
  });
  const versions = [];
  for (const { chosen, table } of choices) versions.push((await table.play(chosen)).played.version);
  assert.deepEqual(versions, [session.version + 1, session.version + 2]);
  const { chosen, table } = choices[1] ?? assert.fail();
  const again = await refused(table.play(chosen, { version: session.version }));
  assert.deepEqual(again.meanwhile.map(({ seat }) => seat), [0, 1]);
});

test("a key is good for one move", async () => {
  const { session, host_token } = await client.open({ game: "sand", seats });
  const table = client.table(session, host_token);
  const key = crypto.randomUUID();
  const { played } = await table.roll({}, { key });
  const again = await table.roll({}, { key });
  assert.deepEqual(again.played, played);
});

test("problems say what was wrong", async () => {
  const { session, host_token } = await client.open({ game: "sand", seats, dice_source: "players" });
  const table = client.table(session, host_token);
  const fields = await refused(table.roll({ dice: [1, 7] }));
  assert.deepEqual([fields.code, fields.details.errors?.[0]?.pointer], ["invalid-fields", "/dice/1"]);
  assert.match(fields.message, /; \/dice\/1: /);
  const rules = await refused(table.bank());
  assert.deepEqual([rules.code, rules.details.rule, rules.session?.version], ["illegal-move", "4.1", 0]);
  assert.match(rules.message, /./);
  await table.delete();
  await table.delete();
  assert.equal((await refused(table.view())).code, "unknown-session");
});
