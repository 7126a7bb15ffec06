/**
 * One rule of thumb for each family of games: the state as the view shows it, the seat and its legal moves, to one of
 * these moves.
 */

import type { Game, LegalMoveOf, Session, SessionOf } from "@rollwright/client";

import * as banking from "./banking.js";
import * as sheet from "./sheet.js";
import * as solitaireDice from "./solitaire-dice.js";
import * as wohinDamit from "./wohin-damit.js";

type Strategy<G extends Game> = (state: SessionOf<G>["state"], seat: number, legal: LegalMoveOf<G>[]) => LegalMoveOf<G>;

const STRATEGIES: { [G in Game]: Strategy<G> } = {
  sand: banking.choose,
  titusind: banking.choose,
  farkle: banking.choose,
  banking: banking.choose,
  "yatzy-bg": sheet.choose,
  yatzy: sheet.choose,
  sheet: sheet.choose,
  yahtzee: (state, seat, legal) => sheet.choose(state, seat, legal, { ...sheet.AVERAGE, ...sheet.OF_YAHTZEE }),
  "solitaire-dice": solitaireDice.choose,
  "wohin-damit": wohinDamit.choose,
};

/** What the strategy of the game makes of the view. */
export function choose(view: Session, seat: number, legal: LegalMoveOf[]): LegalMoveOf {
  const strategy = STRATEGIES[view.game] as Strategy<Game>;
  return strategy(view.state, seat, legal);
}
