/** The heads of a sheet's columns: the players, with a mark at who is to move; and a sheet with such heads. */

import { usePage } from "../context.js";
import { html } from "../vendor/preact-htm.js";

/** A sheet with a column for each player: `kind` is a further class, the children stand below the heads. */
export function HeadedSheet({ names, view, kind = "", children }) {
  const { say } = usePage();
  return html`<table class=${`sheet ${kind}`.trim()}>
    <caption class="hidden">
      ${say("sheet.title")}
    </caption>
    <thead>
      <tr>
        <td class="corner"></td>
        <${Heads} ...${{ names, view }} />
      </tr>
    </thead>
    ${children}
  </table>`;
}

export function Heads({ names, view }) {
  return names.map(
    (name, seat) =>
      html`<th scope="col" key=${seat} data-seat=${seat} class=${view.to_move.includes(seat) ? "moving" : ""}>
        <span>${name}</span>
      </th>`,
  );
}
