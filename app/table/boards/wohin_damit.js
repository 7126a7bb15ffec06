/** Wohin damit: each seat's white die and the blue die of all, entered in rows to be brought down to zero. */

import { usePage } from "../context.js";
import { boxTitle } from "../game.js";
import { shortNames } from "../names.js";
import { html } from "../vendor/preact-htm.js";
import { Act } from "../views/parts.js";
import { Die } from "./dice.js";
import { HeadedSheet, Name } from "./heads.js";
import { ofType, Rolls } from "./moves.js";
import { Worth } from "./worth.js";

const LINES = ["small", "large"];
const FEW = 3; // seats whose dice are in view without scrolling on a telephone

export function WohinDamitDock(board) {
  const { view, legal, acting, names } = board;
  const { say } = usePage();
  const { state } = view;
  const shown = state.seats[acting ?? 0];
  const short = shortNames(names);
  const rolls = ofType(legal, "roll");
  return html`<div class="tray">
      <div class="tray-row whites" tabindex=${state.seats.length > FEW ? 0 : undefined} role="group" aria-label=${say("tray.thrown")}>
        <span class="own shared"
          ><${Die} face=${state.blue} tone=${state.blue ? "blue" : "blue empty"} /><small
            >${say("wohin.blue")}</small
          ></span
        >
        ${state.seats.map(
          ({ seat, white, phase, resigned }) =>
            html`<span key=${seat} class=${seat === acting ? "own current" : "own"}
              ><${Die} face=${white} tone=${white ? "" : "empty"} /><small
                ><${Name} name=${names[seat]} short=${short[seat]} />${phase === "entered" ? " ✓" : ""}${resigned ? " –" : ""}</small
              ></span
            >`,
        )}
      </div>
      <p class="risk">
        <span>${say("tray.turn", { n: state.round })}</span>
        ${
          shown.result
            ? html`<span>${say("wohin.result")} <strong>${shown.result}</strong></span>`
            : state.holder !== null && html`<span>${say("wohin.holder", { name: names[state.holder] })}</span>`
        }
      </p>
    </div>
    <div class="actions">
      ${
        acting !== null &&
        html`<${Rolls}
          ...${board}
          padLabels=${rolls[0]?.throws === 2 ? ["", "blue"] : shown.white ? ["blue"] : []}
        />`
      }
      ${acting !== null && !rolls.length && html`<p class="hint">${say("tray.box")}</p>`}
    </div>`;
}

export function WohinDamitSheet(board) {
  const { view, game, names } = board;
  const { say } = usePage();
  const { seats } = view.state;
  return html`<${HeadedSheet} kind="wohin" ...${{ names, view }}>
    <tbody>
      ${[...seats[0].rows.map(({ row }) => row), ...LINES].map(
        (box, place) =>
          html`<tr key=${box} class=${LINES.includes(box) ? "line" : ""}>
            <th scope="row">${boxTitle(game, box)}</th>
            ${seats.map(
              (seat) =>
                html`<${Entry} key=${seat.seat} box=${box} row=${seat.rows[place]} seat=${seat} ...${board} />`,
            )}
          </tr>`,
      )}
    </tbody>
    <tfoot>
      <tr class="total">
        <th scope="row">${say("sheet.total")}</th>
        ${seats.map(({ seat, total }) => html`<td key=${seat}>${say.number(total)}</td>`)}
      </tr>
    </tfoot>
  <//>`;
}

/** A box of a seat: what was entered, what is missing, and what the result would do there. */
function Entry({ box, row, seat, game, acting, legal, move, hint }) {
  const { say } = usePage();
  const entered = row?.entries ?? seat[box];
  const choice = seat.seat === acting && ofType(legal, "choose_category").find((each) => each.move.category === box);
  const state =
    row &&
    (row.closed
      ? html`<b class=${row.excess ? "minus" : "exact"}>${row.excess ? `−${row.excess}` : "0"}</b>`
      : entered.length > 0 && html`<small>${say("wohin.needs", { n: row.needs })}</small>`);
  const content = html`<span class="entries">${entered.join(" ")}</span>${" "}${state}`;
  if (!choice) return html`<td class=${row?.closed ? "closed" : ""}>${content}</td>`;
  const change = choice.points > 0 ? `+${say.number(choice.points)}` : say.number(choice.points);
  // Most choices change no points: what tells them apart is what would then be missing in the row.
  const left = row && row.needs - seat.result;
  const after =
    left > 0 ? say("wohin.leaves", { n: left }) : left === 0 ? say("wohin.exact") : "";
  return html`<td class="open">
    <${Act} class=${choice.points < 0 ? "box loses" : left === 0 ? "box exactly" : "box"} act=${() => move(choice.move)}>
      <span class="hidden"
        >${say("do.choose", { box: boxTitle(game, box), points: change, n: choice.points })}${" "}${after}</span
      >
      <span class="written" aria-hidden="true"
        >${content}<span class="change"
          >${choice.points ? html`<b>${change}</b>` : ""}${" "}<small>${after}</small></span
        ></span
      ><${Worth} hint=${hint} move=${choice.move} />
    <//>
  </td>`;
}
