/** The table: the sheet, the dice with what can be done, what just happened, and the dialogs around it. */

import { boardOf } from "../boards/boards.js";
import { Name } from "../boards/heads.js";
import { useAsked, usePage } from "../context.js";
import { gameTitle, overtaken, seatNames } from "../game.js";
import { seatsOf } from "../keys.js";
import { preload } from "../loading.js";
import { shortNames } from "../names.js";
import { useRoom } from "../room.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact-htm.js";
import { Clock } from "./clock.js";
import { AskHint, Hint, useHint } from "./hint.js";
import { News } from "./news.js";
import { Bar, Dialog, Fault, Later, Unloaded } from "./parts.js";
import { Stands } from "./stands.js";
import { Undo } from "./undo.js";

const DIALOGS = {
  history: () => import("./history.js").then(({ History }) => History),
  rules: () => import("./rules.js").then(({ RulesPage }) => RulesPage),
  about: () => import("./about.js").then(({ About }) => About),
};

export function Table(table) {
  const { say } = usePage();
  const { load, instead } = boardOf(table.followed.view.state); // the same function for the same kind of game
  const { value: parts, error } = useAsked(async () => ({ load, ...(await load()) }), [load]);
  if (error) return html`<${Bar} /><${Unloaded} />`;
  if (parts?.load !== load)
    return html`<${Bar} />
      <main class="sheaf"><p role="status">${say("session.loading")}</p></main>`;
  return html`<${Laid} ...${table} ...${parts} instead=${instead} />`;
}

/** The table with the board's `Dock` and `Sheet`. */
function Laid({ followed, game, keyring, Dock, Sheet, instead }) {
  const { say } = usePage();
  const { view, connection } = followed;
  const [open, setOpen] = useState(null); // the dialog's `name`, of the history perhaps with the `version` looked for
  const [failed, setFailed] = useState(null);
  const names = seatNames(view, say);
  const mine = seatsOf(keyring);
  const thrown = mine.length ? view.legal_moves.filter(({ seat }) => view.seats[seat].bot).map(({ seat }) => seat) : [];
  const able = view.to_move.filter((seat) => mine.includes(seat) || thrown.includes(seat));
  const [chosen, setChosen] = useState(null);
  const acting = able.includes(chosen) ? chosen : (able[0] ?? null);
  const dock = useKeptFocus(view.version);
  const heading = useFirstFocus();
  const room = useRoom();
  useEffect(() => preload("dialogs"), []);
  const sheet = useShownColumn(acting ?? view.to_move[0], view.version);

  /** Show why something failed, until the session goes on. */
  const fail = (error) => setFailed({ error, version: error.problem?.session?.version ?? view.version });
  const fault = failed && view.version <= failed.version ? failed.error : null;

  /**
   * Make a move for the acting seat, as chosen from this view; what is refused is shown. Null if it was not made.
   * `kept`: dice to be set aside before a roll, with which they are one call.
   */
  async function move(made, kept = null) {
    setFailed(null);
    const [path, body] = kept ? ["roll", { set_aside: kept, dice: made.dice }] : ["moves", { move: made }];
    try {
      const answer = await followed.act(path, { seat: acting, ...body }, { seat: acting, shown: view });
      return answer?.session ?? null;
    } catch (error) {
      fail(error);
      return null;
    }
  }

  const legal = view.legal_moves.filter(({ seat }) => seat === acting);
  const hints = useHint({ view, game, acting, legal, keyring, instead });
  const board = { view, game, names, acting, legal, move, entries: followed.entries, room, hint: hints.hint };
  const titles = { history: say("history.title"), rules: say("rules.title"), about: say("about.title") };
  const title = gameTitle(game, view);
  const shape = room.stacked ? "stacked" : room.side ? "side" : "tall";
  const turn = html`<${Turn} ...${board} able=${able} choose=${setChosen} connection=${connection} hints=${hints} />`;
  return html`<div class=${`table-page ${room.narrow ? "narrow" : "roomy"} ${shape}`}>
    <${Bar} title=${title} tab=${`${whoseTurn(say, view, names, mine)} · ${title}`} />
    <main class="table" data-version=${view.version}>
      <h1 class="hidden" tabindex="-1" ref=${heading}>${title}</h1>
      ${room.stacked && turn}
      <section class="sheet-side" aria-label=${say("sheet.title")}>
        <div class="sheet-scroll" ref=${sheet} tabindex="0" role="group" aria-label=${say("sheet.title")}>
          <${Sheet} ...${board} />
        </div>
        <nav class="tools" aria-label=${say("tools")}>
          ${Object.entries(titles).map(
            ([name, title]) =>
              html`<button type="button" key=${name} class="quiet" onClick=${() => setOpen({ name })}>${title}</button>`,
          )}
          <${Undo} followed=${followed} keyring=${keyring} failed=${fail} />
        </nav>
      </section>
      <section class="dock" ref=${dock} aria-label=${say("dock.title")}>
        ${!room.stacked && turn}
        <${News} ...${board} connection=${connection} />
        ${
          view.absent_seconds &&
          keyring.host &&
          view.status === "active" &&
          html`<${Later}
            key="away"
            load=${() => import("./away.js").then(({ Away }) => Away)}
            ...${{ followed, names, keyring, failed: fail }}
          />`
        }
        <${Fault} error=${fault} instead=${fault?.meanwhile && overtaken(say, game, fault.meanwhile, names)} />
        ${
          view.status === "active"
            ? html`<${Dock} key=${acting} ...${board} />${hints.state && html`<${Hint} game=${game} ...${hints} />`}`
            : html`<${Later}
                load=${() => import("./outcome.js").then(({ Outcome }) => Outcome)}
                ...${board}
                followed=${followed}
                keyring=${keyring}
                show=${(version) => setOpen({ name: "history", version })}
              />`
        }
      </section>
    </main>
    ${
      open &&
      html`<${Dialog} key=${open.name} wide=${open.name === "rules"} title=${titles[open.name]} close=${() => setOpen(null)}
        ><${Later} load=${DIALOGS[open.name]} ...${board} followed=${followed} keyring=${keyring} version=${open.version}
      /><//>`
    }
  </div>`;
}

/** What the window's title says: whose turn it is, marked where it is somebody's of this browser. */
function whoseTurn(say, view, names, mine) {
  if (view.status !== "active") return say("start.over");
  const here = view.to_move.filter((seat) => mine.includes(seat));
  if (here.length) return `● ${say("turn.yours", { name: names[here[0]] })}`;
  return say("turn.theirs", { name: view.to_move.map((seat) => names[seat]).join(", ") });
}

/** Whose turn it is; where this browser may act for several at once, for whom it does. */
function Turn({ view, names, acting, able, choose, connection, hints }) {
  const { say } = usePage();
  const due = view.seats.find(({ seat }) => seat === (acting ?? view.to_move[0]))?.due;
  const short = shortNames(names);
  const whose = view.to_move.map((seat) => names[seat]).join(", ");
  if (view.status !== "active") return null;
  return html`<div class="turn">
    ${
      able.length > 1
        ? html`<div role="radiogroup" class="players" aria-label=${say("turn.for")}>
            ${able.map(
              (seat) =>
                html`<label key=${seat} class="chip"
                  ><input type="radio" name="acting" checked=${seat === acting} onChange=${() => choose(seat)} /><span
                    ><${Name} name=${names[seat]} short=${short[seat]} /></span
                  ></label
                >`,
            )}
          </div>`
        : html`<h2>
            ${
              acting !== null && able.length
                ? say("turn.yours", { name: names[acting] })
                : say("turn.theirs", { name: whose })
            }
          </h2>`
    }
    <${AskHint} ...${hints} />
    ${due && html`<${Clock} due=${due} most=${view.turn_seconds} />`}
    <${Stands} key=${view.version} names=${names} bots=${able.length ? [] : view.to_move.filter((seat) => view.seats[seat].bot)} />
    ${connection === "lost" && html`<p class="lost" role="status">${say("connection.lost")}</p>`}
  </div>`;
}

/** Where the sheet is wider than its room, the column of who is to move is brought into view. */
function useShownColumn(seat, version) {
  const sheet = useRef(null);
  useLayoutEffect(() => {
    const room = sheet.current;
    const head = room.querySelector(`[data-seat="${seat}"]`);
    if (!head) return;
    const { offsetLeft: left, offsetWidth: width } = head;
    const titles = head.parentElement.firstElementChild.offsetWidth;
    room.scrollLeft = Math.min(Math.max(room.scrollLeft, left + width - room.clientWidth), left - titles);
  }, [seat, version]);
  return sheet;
}

/** The button that has led to the table is gone: who plays by keyboard or hears the page goes on at the heading. */
function useFirstFocus() {
  const heading = useRef(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current.focus({ preventScroll: true });
  }, []);
  return heading;
}

/**
 * A move often takes away the very button that made it. Who plays by keyboard then goes on with the first button of the
 * dock, not with the first of the page.
 */
function useKeptFocus(version) {
  const dock = useRef(null);
  const focused = useRef(null);
  useEffect(() => {
    const note = ({ target }) => {
      focused.current = target.closest("main") ? target : null;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useLayoutEffect(() => {
    if (focused.current && !focused.current.isConnected) dock.current.querySelector("button:not(.ask-hint)")?.focus();
  }, [version]);
  return dock;
}
