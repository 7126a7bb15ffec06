/** What a game looks like on its card: dice on a felt of its colour. */

import { PIPS } from "../boards/pips.js";
import { html } from "../vendor/preact-htm.js";

const SIDE = 4; // of a die, in the units of its pips
const TURNED = [-9, 6, -4, 10, -7, 5]; // degrees: thrown dice do not lie in line
const LIFTED = [0.3, -0.2, 0.4, -0.3, 0.1, -0.4];
const GAP = 0.9;

function Thrown({ face, tone, at: [x, y], turned }) {
  return html`<g class=${`look-die ${tone}`} transform=${`translate(${x} ${y}) rotate(${turned} 2 2)`}>
    <rect width=${SIDE} height=${SIDE} rx="0.9" />
    ${PIPS[face].map(([cx, cy]) => html`<circle key=${`${cx}${cy}`} cx=${cx} cy=${cy} r="0.42" />`)}
  </g>`;
}

/** `look` is a card's: see cards.js. */
export function Look({ look }) {
  const { dice, aside = [], blue } = look;
  const all = [
    ...dice.map((face) => ({ face, tone: "" })),
    ...(blue ? [{ face: blue, tone: "look-blue" }] : []),
    ...aside.map((face) => ({ face, tone: "look-aside" })),
  ];
  const perRow = all.length > 1 ? 2 : 1; // the felt is higher than wide
  const rows = Math.ceil(all.length / perRow);
  const width = perRow * (SIDE + GAP) + 1.5;
  const height = rows * (SIDE + GAP) + 1.5;
  return html`<svg
    class="look"
    style=${{ background: look.felt }}
    viewBox=${`0 0 ${width} ${height}`}
    aria-hidden="true"
  >
    ${all.map(({ face, tone }, place) => {
      const row = Math.floor(place / perRow);
      const inRow = Math.min(perRow, all.length - row * perRow);
      const x = (width - inRow * (SIDE + GAP) + GAP) / 2 + (place % perRow) * (SIDE + GAP);
      const y = 1.1 + row * (SIDE + GAP) + LIFTED[place];
      return html`<${Thrown} key=${place} face=${face} tone=${tone} at=${[x, y]} turned=${TURNED[place]} />`;
    })}
  </svg>`;
}
