/**
 * Lazy loading: what each view is made of, asked for at once when the view is wanted.
 *
 * A module's imports are known only when it has come, so a deep tree of small modules costs a slow connection one
 * round after the other. Here each view's modules stand in one list (a test holds it against the imports).
 */

const BOARDS = ["boards/dice.js", "boards/moves.js", "boards/pips.js", "boards/worth.js", "worth.js"]; // all share these
const FORMS = ["schema.js", "views/fields.js", "views/lists.js", "views/options.js"];

const BUILDING = ["boards/dice.js", "boards/pips.js", "views/preview.js", "views/seats.js"];

/** `load` gives the component. */
const VIEWS = {
  start: {
    load: () => import("./views/start.js").then(({ Start }) => Start),
    modules: ["boards/pips.js", "views/cards.js", "views/looks.js", "views/resume.js"],
    styles: ["start"],
  },
  new: {
    load: () => import("./views/setup.js").then(({ Setup }) => Setup),
    modules: [
      ...["asking.js", "game.js", "names.js", "opened.js", "views/passed.js", "views/preparing.js"],
      ...BUILDING,
      ...FORMS,
    ],
    styles: ["building", "dialog", "dice"],
  },
  session: {
    load: () => import("./views/session.js").then(({ Session }) => Session),
    modules: [
      ...BOARDS,
      ...["asking.js", "boards/boards.js", "boards/heads.js", "follow.js", "game.js", "live.js", "names.js", "room.js"],
      ...["stream.js", "views/chosen.js", "views/clock.js", "views/gone.js", "views/hint.js", "views/news.js"],
      ...["views/passed.js", "views/preparing.js", "views/stands.js", "views/table.js", "views/undo.js"],
    ],
    styles: ["dialog", "dock", "table", "dice", "hint", "sheet", "halves", "solitaire"],
  },
  gone: {
    load: () => import("./views/gone.js").then(({ Gone }) => Gone),
    modules: [],
    styles: [],
  },
  check: {
    load: () => import("./views/check.js").then(({ Check }) => Check),
    modules: ["game.js", ...FORMS],
    styles: ["dialog"],
  },
  points: {
    load: () => import("./views/points.js").then(({ Points }) => Points),
    modules: ["game.js", "names.js", "views/seats.js"],
    styles: ["dialog", "points"],
  },
  analysis: {
    load: () => import("./views/analysis.js").then(({ Analysis }) => Analysis),
    modules: ["views/course.js", "views/dearest.js"],
    styles: ["analysis"],
  },
  // Not a view of its own: what is opened at a table, and stands at its end.
  dialogs: {
    modules: [
      ...["fair.js", "opened.js", ...FORMS, "vendor/lean-qr.js"],
      ...["views/about.js", "views/away.js", "views/fairness.js", "views/history.js", "views/outcome.js", "views/rules.js"],
    ],
    styles: [],
  },
};

const linked = new Map(); // address -> promise of the link's end

/** Add a link to the document once; resolves when the browser has what it names, or cannot get it. */
function link(rel, path) {
  const href = new URL(path, import.meta.url).href;
  const key = `${rel} ${href}`;
  if (!linked.has(key)) {
    const element = Object.assign(document.createElement("link"), { rel, href });
    const ended = new Promise((resolve) => {
      element.onload = resolve;
      element.onerror = () => {
        linked.delete(key); // the next time it is wanted it is tried again
        resolve();
      };
    });
    linked.set(key, ended);
    document.head.append(element);
  }
  return linked.get(key);
}

/** Ask for all that a view is made of, without waiting: a view does so for the next one once it is seen itself. */
export function preload(view) {
  const { modules, styles } = VIEWS[view];
  for (const path of modules) link("modulepreload", path);
  for (const name of styles) link("prefetch", `style/${name}.css`);
}

/** The view's component, once it and its style sheets are there. */
export async function loadView(view) {
  const { load, modules, styles } = VIEWS[view];
  for (const path of modules) link("modulepreload", path);
  const [View] = await Promise.all([load(), ...styles.map((name) => link("stylesheet", `style/${name}.css`))]);
  return View;
}
