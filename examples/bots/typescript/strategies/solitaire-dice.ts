/** Solitaire Dice: few sums, marked often; fifth dice that are spread, so that the game lasts. */

import type { LegalMoveOf, SessionOf } from "@rollwright/client";

import { best } from "./best.js";

type State = SessionOf<"solitaire-dice">["state"];
type Legal = LegalMoveOf<"solitaire-dice">;

/** What the first mark of a sum is worth: it costs 200, which may be won back. */
const BEGIN = -90;

/** What each mark that a fifth die has takes from the next one. */
const FIFTH = -12;

/** The mark that makes a sum worth 0 again, and the last that counts. */
const [WON_BACK, FULL] = [5, 10];

/** The two sums and the fifth die that promise the most; a roll is the only move where there is one. */
export function choose(state: State, _seat: number, legal: Legal[]): Legal {
  return best(legal, ({ move }) => {
    if (move.type === "roll") return 0;
    const marks = new Map(state.sums.map((line) => [line.sum, line.marks]));
    let worth = FIFTH * (state.fifths.find(({ face }) => face === move.fifth)?.marks ?? 0);
    for (const { sum, value } of move.sums.map((number) => state.sums.find(({ sum }) => sum === number)!)) {
      const before = marks.get(sum) ?? 0;
      worth += mark(before, value);
      marks.set(sum, before + 1);
    }
    return worth;
  });
}

/** What one more mark on a sum promises. */
function mark(marks: number, value: number): number {
  if (marks === 0) return BEGIN;
  if (marks < WON_BACK) return 30 + value / 2;
  return marks < FULL ? value : 0;
}
