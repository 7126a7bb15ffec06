/** The pips of a die. */

import { html } from "../vendor/preact-htm.js";

// prettier-ignore
/** Where the pips of each face stand, in a square of four by four. */
export const PIPS = {
  1: [[2, 2]],
  2: [[1, 1], [3, 3]],
  3: [[1, 1], [2, 2], [3, 3]],
  4: [[1, 1], [1, 3], [3, 1], [3, 3]],
  5: [[1, 1], [1, 3], [2, 2], [3, 1], [3, 3]],
  6: [[1, 1], [1, 2], [1, 3], [3, 1], [3, 2], [3, 3]],
};

/** A die's face as a drawing, without a role of its own. */
export function Face({ face }) {
  return html`<svg class="face" viewBox="0 0 4 4" aria-hidden="true">
    ${(PIPS[face] ?? []).map(([x, y]) => html`<circle key=${`${x}${y}`} cx=${x} cy=${y} r="0.42" />`)}
  </svg>`;
}
