/** Which board shows a session: the shape of its state tells, so a new game of a known family needs nothing here. */

import { BankingDock, BankingSheet } from "./banking.js";
import { PlainDock, PlainSheet } from "./plain.js";
import { SheetDock, SheetSheet } from "./sheet.js";
import { SolitaireDock, SolitaireSheet } from "./solitaire.js";
import { WohinDamitDock, WohinDamitSheet } from "./wohin_damit.js";

/**
 * A board is a `Dock` (dice and what can be done) and a `Sheet`. Both get `{view, game, names, acting, legal, move,
 * entries}`: `legal` are the legal moves of the seat `acting` (null for onlookers), `move(m)` makes one.
 */
const BOARDS = [
  [
    (state, seat) => "cup" in state && "thrown" in state && "total" in seat,
    { Dock: BankingDock, Sheet: BankingSheet },
  ],
  [(state, seat) => "throws_left" in state && "boxes" in seat, { Dock: SheetDock, Sheet: SheetSheet }],
  [(state) => "sums" in state && "fifths" in state, { Dock: SolitaireDock, Sheet: SolitaireSheet }],
  [(state, seat) => "holder" in state && "rows" in seat, { Dock: WohinDamitDock, Sheet: WohinDamitSheet }],
];

const PLAIN = { Dock: PlainDock, Sheet: PlainSheet };

/** The board for the state. A game that this page does not know is played by its list of legal moves. */
export function boardOf(state) {
  const seat = state?.seats?.[0] ?? {};
  return BOARDS.find(([fits]) => fits(state ?? {}, seat))?.[1] ?? PLAIN;
}
