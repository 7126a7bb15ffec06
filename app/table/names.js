/** Players' names: those that this device remembers, and short forms that tell them apart. */

const PLACE = "rollwright.names";
const MOST = 24;

/** The names that were written here: `last`, those of the latest table, and `all`, latest first. */
export function knownNames(storage) {
  try {
    const { last, all } = JSON.parse(storage.getItem(PLACE));
    return { last, all };
  } catch {
    return { last: [], all: [] };
  }
}

/** Keep the names of a table, without empty ones. */
export function rememberNames(storage, names) {
  const last = [...new Set(names.filter(Boolean))];
  if (!last.length) return;
  const all = [...new Set([...last, ...knownNames(storage).all])].slice(0, MOST);
  storage.setItem(PLACE, JSON.stringify({ last, all }));
}

const letters = new Intl.Segmenter();
const SHORT = 10;
const START = 5;
const END = 4;

/**
 * The names as they fit a narrow column: a long one without its middle, since names that begin alike often end
 * differently; where even that is the same, with the player's number.
 */
export function shortNames(names) {
  const short = names.map((name) => {
    const all = [...letters.segment(name)].map(({ segment }) => segment);
    if (all.length <= SHORT) return name;
    return `${all.slice(0, START).join("").trimEnd()}…${all.slice(-END).join("").trimStart()}`;
  });
  return short.map((name, seat) =>
    short.some((other, at) => other === name && at !== seat && names[at] !== names[seat])
      ? `${seat + 1} ${name}`
      : name,
  );
}
