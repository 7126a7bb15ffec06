/** Whose column or sheet it is: heads of columns with a mark at who is to move, tabs where only one is shown. */

import { usePage } from "../context.js";
import { shortNames } from "../names.js";
import { html } from "../vendor/preact-htm.js";

/** A sheet with a column for each player: `kind` is a further class, the children stand below the heads. */
export function HeadedSheet({ names, view, kind = "", span = 1, children }) {
  const { say } = usePage();
  return html`<table class=${`sheet ${kind}`.trim()}>
    <caption class="hidden">
      ${say("sheet.title")}
    </caption>
    <thead>
      <tr>
        <td class="corner"></td>
        <${Heads} ...${{ names, view, span }} />
      </tr>
    </thead>
    ${children}
  </table>`;
}

/** The players' names, each over `span` columns. */
export function Heads({ names, view, span = 1 }) {
  const short = shortNames(names);
  return names.map(
    (name, seat) =>
      html`<th scope=${span > 1 ? "colgroup" : "col"} colspan=${span} key=${seat} data-seat=${seat} class=${view.to_move.includes(seat) ? "moving" : ""}>
        <${Name} name=${name} short=${short[seat]} />
      </th>`,
  );
}

/** A name where there is little room: seen short, told whole. */
export function Name({ name, short }) {
  if (short === name) return html`<span>${name}</span>`;
  return html`<span class="hidden">${name}</span><span aria-hidden="true" title=${name}>${short}</span>`;
}

/** The players with their totals, of whose sheets one is shown; `show` is called with the seat that is pressed. */
export function SeatTabs({ names, totals, moving, shown, show }) {
  const { say } = usePage();
  const short = shortNames(names);
  return html`<div class="seat-tabs" role="radiogroup" aria-label=${say("sheet.of")}>
    ${names.map(
      (name, seat) =>
        html`<label key=${seat} class=${moving.includes(seat) ? "seat-tab moving" : "seat-tab"}
          ><input type="radio" name="sheet-of" checked=${seat === shown} onChange=${() => show(seat)} /><span
            ><${Name} name=${name} short=${short[seat]} />${" "}<b>${say.number(totals[seat])}</b></span
          ></label
        >`,
    )}
  </div>`;
}
