/** The heads of a sheet's columns: the players, with a mark at who is to move. */

import { html } from "../vendor/preact-htm.js";

export function Heads({ names, view }) {
  return names.map(
    (name, seat) =>
      html`<th scope="col" key=${seat} data-seat=${seat} class=${view.to_move.includes(seat) ? "moving" : ""}>
        <span>${name}</span>
      </th>`,
  );
}
