/** What compiles and what does not: tsc is the test, nothing here is ever run. */

import { type Client, type MoveOf, Problem, type Session, type SessionOf, type Table } from "@rollwright/client";

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

export async function opening(client: Client): Promise<void> {
  const seats = [{ name: "Ida" }];
  const yatzy = await client.open({ game: "yatzy-bg", seats, options: { choose_dice_count: true } });
  const view: SessionOf<"yatzy-bg"> = yatzy.session;
  view.state.throws_left.toFixed();
  // @ts-expect-error: banking games have turn points, sheet games have none
  view.state.hot_dice;
  // @ts-expect-error: no such game
  await client.open({ game: "yatzee", seats });
  // @ts-expect-error: an option of another game
  await client.open({ game: "sand", seats, options: { choose_dice_count: true } });
  // @ts-expect-error: the option's values are known
  await client.open({ game: "sand", seats, options: { selection: "worst" } });
  // @ts-expect-error: a seat is named, or open
  await client.open({ game: "sand", seats: [{}] });
}

export async function verbs(
  yatzy: Table<"yatzy-bg">,
  sand: Table<"sand">,
  solitaire: Table<"solitaire-dice">,
  sheet: Table<"sheet">,
): Promise<void> {
  await yatzy.chooseCategory({ category: "full_house" });
  // @ts-expect-error: no such box
  await yatzy.chooseCategory({ category: "ful_house" });
  // @ts-expect-error: a box of another sheet
  await yatzy.play({ move: { type: "choose_category", category: "villa" } });
  await sheet.chooseCategory({ category: "our_own_box.2" });
  // @ts-expect-error: a box has to be named
  await yatzy.chooseCategory();
  // @ts-expect-error: a sheet game has no bank
  await yatzy.bank();
  // @ts-expect-error: with nothing in it neither
  await yatzy.bank({});

  await sand.roll();
  await sand.roll({ dice: [1, 2, 3, 4, 5, 6], seat: 0 }, { version: 3 });
  await sand.bank();
  await sand.setAside({ dice: [1, 5] });
  // @ts-expect-error: dice are numbers
  await sand.setAside({ dice: ["1"] });
  await sand.roll({ set_aside: [1, 5] }, { version: "any" });
  // @ts-expect-error: solitaire-dice sets nothing aside
  await solitaire.roll({ set_aside: [1] });
  // @ts-expect-error: only yatzy-bg lets a roll name its number of dice
  await sand.roll({ count: 3 });
  // @ts-expect-error: a banking game has no boxes
  await sand.chooseCategory({ category: "full_house" });

  await solitaire.chooseCategory({ sums: [4, 10], fifth: 6 });
  // @ts-expect-error: two sums
  await solitaire.chooseCategory({ sums: [4], fifth: 6 });
  // @ts-expect-error: not a box of a sheet
  await solitaire.chooseCategory({ category: "full_house" });
}

export async function moves(wohinDamit: Table<"wohin-damit">, sand: Table<"sand">): Promise<void> {
  await wohinDamit.play({ move: { type: "choose_category", category: "small" } });
  // @ts-expect-error: a box of another game
  await wohinDamit.play({ move: { type: "choose_category", category: "full_house" } });
  // @ts-expect-error: a move of another game
  await wohinDamit.play({ move: { type: "bank" } });
  const { session, played } = await sand.play({ move: { type: "bank" } });
  for (const legal of session.legal_moves) await sand.play(legal, { key: "a key of my own" });
  for (const event of played.events) {
    if (event.type === "bust") event.lost.toFixed();
    // @ts-expect-error: an event of another game
    if (event.type === "fifth_die") event;
  }
}

export async function narrowing(view: Session, client: Client, table: Table): Promise<void> {
  if (view.game === "sand") view.state.cup.toFixed();
  // @ts-expect-error: which game it is has to be asked first
  view.state.cup;
  const known = client.table(view as SessionOf<"farkle">);
  const same: Same<typeof known, Table<"farkle">> = true;
  const move: Same<MoveOf<"farkle">["type"], "roll" | "set_aside" | "bank" | "ride"> = same;
  for await (const event of table.events()) {
    if (event.event === "session") event.data.version.toFixed(event.version);
    else if (event.event === "end") event.data.outcome?.winners.toString();
    else event.data.played.dice.toString();
  }
  if (move) throw new Error();
}

export async function scoring(client: Client): Promise<void> {
  const { best } = await client.score("yatzy-bg", { dice: [1, 1, 2, 2, 2], sheet: { boxes: { chance: 12 } } });
  if (best?.move.type === "choose_category") best.move.category satisfies string;
  // @ts-expect-error: dice scored by sand have no sheet
  await client.score("sand", { dice: [1], sheet: { boxes: {} } });
}

export function problems(error: unknown): string | undefined {
  if (!(error instanceof Problem)) throw error;
  // @ts-expect-error: no such code
  if (error.code === "no-such-code") return undefined;
  if (error.code === "illegal-move") return `${error.details.reason} (${error.details.rule})`;
  return error.session?.game;
}
