/** Which board shows a session: the shape of its state tells, so a new game of a known family needs nothing here. */

/**
 * A board is a `Dock` (dice and what can be done) and a `Sheet`. Both get `{view, game, names, acting, legal, move,
 * entries, room, hint}`: `legal` are the legal moves of the seat `acting` (null for onlookers), `move(m)` makes one;
 * `move(roll, dice)` sets these dice aside first; `hint` is null, or tells what moves are worth (`worths`).
 *
 * `instead`: the objectives to be advised on while it takes minutes to work out the chance to win, the best first.
 */
const BOARDS = [
  {
    fits: (state, seat) => "cup" in state && "thrown" in state && "total" in seat,
    instead: ["turns", "points"],
    load: () => import("./banking.js").then(({ BankingDock: Dock, BankingSheet: Sheet }) => ({ Dock, Sheet })),
  },
  {
    fits: (state, seat) => "throws_left" in state && "boxes" in seat,
    load: () => import("./sheet.js").then(({ SheetDock: Dock, SheetSheet: Sheet }) => ({ Dock, Sheet })),
  },
  {
    fits: (state) => "sums" in state && "fifths" in state,
    load: () => import("./solitaire.js").then(({ SolitaireDock: Dock, SolitaireSheet: Sheet }) => ({ Dock, Sheet })),
  },
  {
    fits: (state, seat) => "holder" in state && "rows" in seat,
    load: () =>
      import("./wohin_damit.js").then(({ WohinDamitDock: Dock, WohinDamitSheet: Sheet }) => ({ Dock, Sheet })),
  },
];

const PLAIN = { load: () => import("./plain.js").then(({ PlainDock: Dock, PlainSheet: Sheet }) => ({ Dock, Sheet })) };

/** The board for the state: `instead`, and `load`, which gives `{Dock, Sheet}`. A game not known here is played by its legal moves. */
export function boardOf(state) {
  const seat = state?.seats?.[0] ?? {};
  return BOARDS.find(({ fits }) => fits(state ?? {}, seat)) ?? PLAIN;
}
