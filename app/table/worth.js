/** What moves are worth, as the service advises: found by the move, and told in the units of what is played for. */

const sorted = (value) => (Array.isArray(value) ? value.toSorted() : value);

/** The same text for the same move, in whatever order its fields and dice are. */
const keyOf = (move) => JSON.stringify(Object.entries(move).map(([name, value]) => [name, sorted(value)]).sort());

/** By how much a value may be off a better one and still count as that: what rounding leaves. */
const NOTHING = 1e-5;

/** An answer of advice as `{objective, of}`: `of(move)` is the move's `{value, loss, label, best}`, or undefined. */
export function worths(advice) {
  const moves = new Map(
    advice.moves.map((each) => [keyOf(each.move), { ...each, best: each.loss < NOTHING }]),
  );
  return { ...advice, of: (move) => moves.get(keyOf(move)) };
}

const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** A value in words: points, a chance to win, or turns. */
export function valueText(say, objective, value) {
  return say.number(value, { style: objective === "win" ? "percent" : "decimal", ...TENTHS });
}

/** What rounds to less than 1. */
const SMALL = 0.95;

/** A value that may be a whole number, such as a result. */
export function plainText(say, objective, value) {
  return say.number(value, { style: objective === "win" ? "percent" : "decimal", maximumFractionDigits: 1 });
}

/** A difference of values, with its sign; what is not quite nothing never looks like it. */
export function changeText(say, objective, change) {
  const style = objective === "win" ? "percent" : "decimal";
  const small = Math.abs(change) < (objective === "win" ? SMALL / 100 : SMALL);
  const digits = small ? { maximumSignificantDigits: 1 } : TENTHS;
  return say.number(change, { style, signDisplay: "exceptZero", ...digits });
}

/** What a move gives away: points and chances are lost, turns are added. */
export function lossText(say, objective, loss) {
  return changeText(say, objective, objective === "turns" ? loss : -loss);
}
