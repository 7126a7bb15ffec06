/** Wohin damit?: high results to large, low ones to small, the others where they fit or leave what dice often show. */

import type { LegalMoveOf, SessionOf } from "@rollwright/client";

import { best } from "./best.js";

type State = SessionOf<"wohin-damit">["state"];
type Legal = LegalMoveOf<"wohin-damit">;

/** The result that comes most often. */
const OFTEN = 7;

/** The entry that promises the most; a roll is the only move where there is one. */
export function choose(state: State, seat: number, legal: Legal[]): Legal {
  const { rows, result } = state.seats[seat]!;
  return best(legal, ({ move }) => {
    if (move.type === "roll" || result === null) return 0;
    if (move.category === "large") return 2 * (result - 9);
    if (move.category === "small") return 2 * (4 - result);
    const left = rows.find(({ row }) => row === move.category)!.needs - result;
    if (left <= 0) return 2 + 2 * left;
    return left === 1 ? -2 : -Math.abs(left - OFTEN) / 3;
  });
}
