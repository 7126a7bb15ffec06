/** Dice: to look at, to press, and to be tapped in by those who throw their own. */

import { usePage } from "../context.js";
import { html, useRef, useState } from "../vendor/preact-htm.js";
import { Face } from "./pips.js";

const FACES = [1, 2, 3, 4, 5, 6];

/** A die that lies there. tone: "aside", "blue" or none. */
export function Die({ face, tone = "" }) {
  return html`<span class="die ${tone}" role="img" aria-label=${face ?? "–"}><${Face} face=${face} /></span>`;
}

/** A row of dice that are only looked at; those at places in `marked` are marked. */
export function Dice({ faces, tone = "", marked = [], label }) {
  return html`<span class="dice" role="group" aria-label=${label}
    >${faces.map(
      (face, place) =>
        html`<${Die} key=${place} face=${face} tone=${marked.includes(place) ? `${tone} scores` : tone} />`,
    )}</span
  >`;
}

/**
 * Dice to choose from: toggle buttons, walked through with the arrow keys. chosen: places in `faces`. thrown: a
 * number that changes with every throw, so that the dice tumble once for each; places in `still` do not. Those in
 * `marked` are marked, and described by `mark`; those in `best` have a star.
 */
export function DiceChoice({ faces, chosen, change, thrown, still = [], marked = [], mark, best = [], label }) {
  const { say } = usePage();
  const [focus, setFocus] = useState(0);
  const row = useRef(null);
  function toggle(place) {
    setFocus(place);
    change(chosen.includes(place) ? chosen.filter((each) => each !== place) : [...chosen, place]);
  }
  function walk(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (focus + step + faces.length) % faces.length;
    setFocus(next);
    row.current.querySelectorAll("button")[next].focus();
  }
  return html`<div class="dice" role="toolbar" aria-label=${label} ref=${row} onKeyDown=${walk}>
    ${faces.map(
      (face, place) =>
        html`<button
          type="button"
          key=${`${thrown}.${place}`}
          class="die ${still.includes(place) ? "" : "tumble"} ${marked.includes(place) ? "scores" : ""} ${best.includes(place) ? "best" : ""}"
          aria-label=${best.includes(place) ? `${face} (${say("label.best")})` : face}
          title=${marked.includes(place) ? mark : undefined}
          aria-pressed=${chosen.includes(place)}
          tabindex=${place === Math.min(focus, faces.length - 1) ? 0 : -1}
          onClick=${() => toggle(place)}
        >
          <${Face} face=${face} />
        </button>`,
    )}
  </div>`;
}

/**
 * Where players tap in what they threw: `count` faces, by the buttons or by the keys 1 to 6. `leave`: what is done where
 * one goes back before the first of them.
 */
export function DicePad({ count, enter, leave, labels = [] }) {
  const { say } = usePage();
  const [faces, setFaces] = useState([]);
  const full = faces.length === count;
  const add = (face) => !full && setFaces([...faces, face]);
  const drop = () => (faces.length ? setFaces(faces.slice(0, -1)) : leave?.());
  async function done() {
    if (full && (await enter(faces)) === null) setFaces([]);
  }
  function typed(event) {
    if (FACES.includes(Number(event.key))) add(Number(event.key));
    else if (event.key === "Backspace") drop();
    else return;
    event.preventDefault();
  }
  return html`<div class="pad" role="group" aria-label=${say("pad.title", { n: count })} onKeyDown=${typed}>
    <p class="pad-dice" role="status" aria-label=${faces.join(" ") || say("pad.empty")}>
      ${Array.from({ length: count }, (_, place) =>
        faces[place]
          ? html`<${Die} key=${place} face=${faces[place]} tone=${labels[place] ?? ""} />`
          : html`<span key=${place} class="die empty ${labels[place] ?? ""}"></span>`,
      )}
    </p>
    <div class="pad-keys">
      ${FACES.map(
        (face) =>
          html`<button
            type="button"
            key=${face}
            class="die"
            aria-label=${face}
            aria-disabled=${full}
            onClick=${() => add(face)}
          >
            <${Face} face=${face} />
          </button>`,
      )}
    </div>
    <div class="actions">
      <button type="button" onClick=${drop} aria-disabled=${!faces.length && !leave}>${say("pad.back")}</button>
      <button type="button" class="main" onClick=${done} aria-disabled=${!full}>${say("pad.enter")}</button>
    </div>
  </div>`;
}
