/** Sheet games: keep what there is most of, or what runs; fill the box that beats its average by the most. */

import type { LegalMoveOf, SessionOf } from "@rollwright/client";

import { best } from "./best.js";

/** By house rules a box may be any; a named game lists its own. */
type SheetGame = "yatzy" | "yatzy-bg" | "yahtzee" | "sheet";
type State = SessionOf<SheetGame>["state"];
type Legal = LegalMoveOf<SheetGame>;
type Box = string;

const UPPER: Box[] = ["ones", "twos", "threes", "fours", "fives", "sixes"];
const KINDS: Box[] = ["three_of_a_kind", "four_of_a_kind", "yatzy"];
const STRAIGHTS: Box[] = ["small_straight", "large_straight"];

/** What a box brings on average when one plays for it. */
export const AVERAGE: Record<Box, number> = {
  ones: 2,
  twos: 5,
  threes: 8,
  fours: 11,
  fives: 14,
  sixes: 17,
  one_pair: 9.5,
  two_pairs: 14,
  three_pairs: 17,
  three_of_a_kind: 13,
  four_of_a_kind: 11,
  five_of_a_kind: 10,
  full_house: 14,
  villa: 12,
  tower: 12,
  small_straight: 6,
  large_straight: 8,
  full_straight: 8,
  chance: 22,
  yatzy: 14,
};

/** The same where the boxes are worth more. */
export const OF_YAHTZEE = { three_of_a_kind: 21, full_house: 18, small_straight: 23, large_straight: 22 };

/** To roll with the best dice kept, or to fill a box. */
export function choose<L extends Legal>(
  state: State,
  _seat: number,
  legal: L[],
  average: Record<Box, number> = AVERAGE,
): L {
  const rolls = legal.filter(({ move }) => move.type === "roll");
  const boxes = legal.filter(({ move }) => move.type === "choose_category");
  if (boxes.length === 0) return best(rolls, ({ throws }) => throws);
  const kept = keep(state.dice, new Set(boxes.map(boxOf)));
  const set = legal.find(({ move }) => move.type === "set_aside" && `${[...move.dice].sort()}` === `${kept}`);
  return set ?? best(boxes, (each) => (each.points ?? 0) - (average[boxOf(each)] ?? 0));
}

function boxOf({ move }: Legal): Box {
  if (move.type !== "choose_category") throw new Error(`${move.type} fills no box`);
  return move.category.split(".")[0]!; // "fours.1" is the second column's
}

/** The dice to keep, ascending: a straight that lacks one, or the most of a kind, or all pairs and the highest. */
function keep(dice: number[], open: Set<Box>): number[] {
  const count = (face: number) => dice.filter((each) => each === face).length;
  const runs = [1, 2].map((low) => [0, 1, 2, 3, 4].map((more) => low + more).filter(count));
  const run = best(runs, ({ length }) => length);
  const most = Math.max(...dice.map(count));
  if (STRAIGHTS.some((box) => open.has(box)) && run.length >= dice.length - 1 && most <= dice.length / 2) return run;
  const wanted = [1, 2, 3, 4, 5, 6].filter((face) => [UPPER[face - 1]!, ...KINDS].some((box) => open.has(box)));
  if (wanted.length === 0) return dice.filter((face) => count(face) > 1 || face === Math.max(...dice)).sort();
  const face = best(wanted, (each) => count(each) + each / 10);
  return dice.filter((each) => each === face);
}
