/** A game that this page does not know: its legal moves as a list, its state as it comes. */

import { usePage } from "../context.js";
import { html, useState } from "../vendor/preact-htm.js";
import { Act } from "../views/parts.js";
import { HeadedSheet } from "./heads.js";
import { moveLabel } from "./moves.js";
import { DicePad } from "./dice.js";
import { Worth } from "./worth.js";

export function PlainDock({ view, game, legal, move, hint }) {
  const { say } = usePage();
  const [throwing, setThrowing] = useState(null);
  const own = view.dice_source === "players";
  if (throwing)
    return html`<${DicePad}
      count=${throwing.throws}
      enter=${(dice) => move({ ...throwing.move, dice }).finally(() => setThrowing(null))}
    />`;
  return html`<div class="actions listed">
    ${legal.map(
      (each, place) =>
        html`<${Act}
          key=${`${view.version}.${place}`}
          act=${async () => (own && each.throws ? setThrowing(each) : move(each.move))}
          >${moveLabel(say, game, each)}<${Worth} hint=${hint} move=${each.move} /><//
        >`,
    )}
  </div>`;
}

export function PlainSheet({ view, names }) {
  const { say } = usePage();
  return html`<${HeadedSheet} ...${{ names, view }}>
      <tfoot>
        <tr class="total">
          <th scope="row">${say("sheet.total")}</th>
          ${view.seats.map(({ seat, total }) => html`<td key=${seat}>${say.number(total)}</td>`)}
        </tr>
      </tfoot>
    <//>
    <details>
      <summary>${say("plain.state")}</summary>
      <pre>${JSON.stringify(view.state, null, 1)}</pre>
    </details>`;
}
