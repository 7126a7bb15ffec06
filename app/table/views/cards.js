/**
 * The cards of the start page: which games stand where, and what each looks like there.
 *
 * A game that this page has not heard of stands behind the others of its kind, told by its verbs.
 */

/** The kinds of games, in the order in which they are shown. */
export const KINDS = ["boxes", "banking", "other", "house"];

/**
 * `game` is its name in the catalogue and `preset` the rules to start from; `minutes` is how long two people take, by
 * the number of moves of whole games. `look`: the colour of its felt, and what lies on it.
 */
const CARDS = [
  {
    game: "sheet",
    preset: "kniffel",
    kind: "boxes",
    home: "de",
    minutes: 15,
    title: (say) => say("card.kniffel"),
    summary: (say) => say("card.kniffel.summary"),
    look: { felt: "#a63d2b", dice: [6, 6, 6, 6, 6] },
  },
  { game: "yahtzee", kind: "boxes", home: "en", minutes: 15, look: { felt: "#2a5ba6", dice: [5, 5, 5, 5, 5] } },
  { game: "yatzy", kind: "boxes", home: "da", minutes: 20, look: { felt: "#1f6b4a", dice: [2, 3, 4, 5, 6] } },
  { game: "yatzy-bg", kind: "boxes", home: "bg", minutes: 15, look: { felt: "#7a4a86", dice: [4, 4, 4, 1, 1] } },
  {
    game: "sheet",
    preset: "maxi-yatzy",
    kind: "boxes",
    minutes: 25,
    title: (say) => say("card.maxi"),
    summary: (say) => say("card.maxi.summary"),
    look: { felt: "#0f5f66", dice: [1, 1, 3, 3, 5, 5] },
  },
  { game: "farkle", kind: "banking", home: "en", minutes: 15, look: { felt: "#8a4b12", dice: [1, 5, 1], aside: [3] } },
  { game: "titusind", kind: "banking", home: "da", minutes: 20, look: { felt: "#9b2335", dice: [1, 1, 1], aside: [5] } },
  { game: "sand", kind: "banking", home: "de", minutes: 10, look: { felt: "#8d6b2f", dice: [5, 5, 5], aside: [1] } },
  { game: "wohin-damit", kind: "other", minutes: 10, look: { felt: "#2f4858", dice: [5], blue: 4 } },
  { game: "solitaire-dice", kind: "other", minutes: 10, look: { felt: "#474a82", dice: [3, 4, 2, 5], aside: [6] } },
  { game: "sheet", kind: "house", look: { felt: "#4a5a53", dice: [3, 3, 3] } },
  { game: "banking", kind: "house", look: { felt: "#4a5a53", dice: [1, 5], aside: [2] } },
];

const STRANGE = { felt: "#1f4d43", dice: [1, 2, 3] };

function kindOf({ verbs }) {
  if (verbs.includes("bank")) return "banking";
  return verbs.includes("choose_category") && verbs.includes("set_aside") ? "boxes" : "other";
}

/** The cards of a kind for the games of the catalogue, the one that is at home in the language first. */
export function cardsOf(kind, games, language) {
  const known = CARDS.flatMap((card) => {
    const game = games.find(({ name }) => name === card.game);
    return game && card.kind === kind ? [{ ...card, of: game }] : [];
  });
  const names = new Set(CARDS.map(({ game }) => game));
  const strange = games
    .filter((game) => !names.has(game.name) && kindOf(game) === kind)
    .map((game) => ({ game: game.name, kind, look: STRANGE, of: game }));
  const home = (card) => (card.home === language ? 0 : 1);
  return [...known, ...strange].sort((a, b) => home(a) - home(b));
}
