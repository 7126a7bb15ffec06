/** Banking games: set aside what is worth the most, and roll on while that promises more than it risks. */

import type { LegalMoveOf, SessionOf } from "@rollwright/client";

import { best } from "./best.js";

type State = SessionOf<"sand">["state"];
type Legal = LegalMoveOf<"sand">;

/** How likely it is that none of so many dice scores. */
const BUST = [0, 0.667, 0.444, 0.278, 0.157, 0.077, 0.031];

/** Roughly what a throw of so many dice adds if one does, counting that more throws may follow. */
const GAIN = [0, 150, 150, 150, 200, 270, 400];

/** What a die that stays in the cup is worth. */
const DIE = 40;

/** The best set of dice; then to bank, or to roll. */
export function choose(state: State, seat: number, legal: Legal[]): Legal {
  const [roll, bank] = (["roll", "bank"] as const).map((type) => legal.find(({ move }) => move.type === type));
  if (legal[0]?.move.type === "set_aside") return best(legal, (each) => (each.points ?? 0) + DIE * left(state, each));
  if (!roll || !bank) return legal[0]!;
  const points = bank.points ?? 0;
  const highest = Math.max(...state.seats.map(({ total }) => total));
  // In the last turn to bank too little is to lose.
  if (state.reached !== null && state.seats[seat]!.total + points < highest) return roll;
  const bust = BUST[roll.throws]!;
  return (1 - bust) * GAIN[roll.throws]! > bust * points ? roll : bank;
}

/** How many dice the next throw has: all six where none is left. */
function left(state: State, { move }: Legal): number {
  return state.cup - (move.type === "set_aside" ? move.dice.length : 0) || 6;
}
