/** Sheet games: up to three throws, then a box is chosen. */

import { usePage } from "../context.js";
import { boxTitle } from "../game.js";
import { html, useState } from "../vendor/preact-htm.js";
import { Act } from "../views/parts.js";
import { Dice, DiceChoice } from "./dice.js";
import { HeadedSheet } from "./heads.js";
import { ofType, placesOf, Rolls } from "./moves.js";

/** The dice that the seat kept for its last throw: they lie still, and are proposed to be kept again. */
function keptBefore(entries) {
  const [before, last] = entries.slice(-2);
  return before?.move?.type === "set_aside" && last?.move?.type === "roll" ? before.move.dice : [];
}

export function SheetDock(board) {
  const { view, legal, acting, entries } = board;
  const { say } = usePage();
  const { state } = view;
  const choosing = ofType(legal, "set_aside").length > 0;
  const others = state.dice.filter((_, place) => !placesOf(state.set_aside, state.dice).includes(place));
  return html`<div class="tray">
      ${
        choosing
          ? html`<${Keep} key=${view.version} ...${board} kept=${keptBefore(entries)} />`
          : html`<div class="tray-row aside-row">
                ${
                  state.set_aside.length > 0 &&
                  html`<${Dice} faces=${state.set_aside} tone="aside" label=${say("tray.aside")} />`
                }
              </div>
              <div class="tray-row">
                ${!state.set_aside.length && html`<${Dice} faces=${others} label=${say("tray.thrown")} />`}
              </div>`
      }
      <p class="risk">
        <span>${say("tray.round", { n: state.round, of: state.rounds })}</span
        ><span>${say("tray.throws_left", { n: state.throws_left })}</span>
      </p>
    </div>
    ${
      acting !== null &&
      !choosing &&
      html`<div class="actions">
        <${Rolls} ...${board} />${!ofType(legal, "roll").length && html`<p class="hint">${say("tray.box")}</p>`}
      </div>`
    }`;
}

/** Dice to be kept; one button keeps them and rolls the others, which are two moves. */
function Keep({ view, legal, move, kept }) {
  const { say } = usePage();
  const { dice } = view.state;
  const [chosen, setChosen] = useState(() => placesOf(kept, dice));
  const roll = ofType(legal, "roll")[0];
  const rest = dice.length - chosen.length;
  const own = view.dice_source === "players";

  async function go() {
    if (!chosen.length) return own ? setAll(true) : move(roll.move);
    const session = await move({ type: "set_aside", dice: chosen.map((place) => dice[place]) });
    return session && !own ? move({ type: "roll" }) : session;
  }
  const [all, setAll] = useState(false); // own dice: all are thrown again, and are to be tapped in
  if (all) return html`<${Rolls} legal=${legal} view=${view} move=${move} />`;
  return html`<div class="tray-row">
      <${DiceChoice}
        faces=${dice}
        chosen=${chosen}
        change=${setChosen}
        thrown=${view.version}
        still=${placesOf(kept, dice)}
        label=${say("tray.keep")}
      />
    </div>
    <div class="actions">
      <${Act} class=${rest ? "main" : "not-yet"} act=${go}
        >${chosen.length ? say("do.keep", { n: rest }) : say("do.roll", { n: roll?.throws ?? rest })}<//
      >
      <p class="hint">${say("tray.or_box")}</p>
    </div>`;
}

const LAST_UPPER = "sixes";

export function SheetSheet(board) {
  const { view, game, names } = board;
  const { say } = usePage();
  const { state } = view;
  const boxes = Object.keys(state.seats[0].boxes);
  const sums = (key, title, values) =>
    html`<tr key=${key} class=${key}>
      <th scope="row">${title}</th>
      ${state.seats.map((seat) => html`<td key=${seat.seat}>${values(seat)}</td>`)}
    </tr>`;
  const upper = [
    sums(
      "sum",
      say("sheet.upper"),
      ({ upper_sum: sum }) => html`${say.number(sum)}<small> / ${state.bonus_from}</small>`,
    ),
    sums("bonus", say("sheet.bonus", { points: state.bonus }), ({ bonus }) =>
      bonus === null ? "" : say.number(bonus),
    ),
  ];
  return html`<${HeadedSheet} kind="boxes" ...${{ names, view }}>
    <tbody>
      ${boxes.map((box) => [
        html`<tr key=${box}>
          <th scope="row">${boxTitle(game, box)}</th>
          ${state.seats.map((seat) => html`<${Box} key=${seat.seat} box=${box} seat=${seat} ...${board} />`)}
        </tr>`,
        box === LAST_UPPER && upper,
      ])}
      ${!boxes.includes(LAST_UPPER) && upper}
      ${
        state.seats.some(({ yatzy_bonus: more }) => more > 0) &&
        sums("more", say("sheet.more"), ({ yatzy_bonus: more }) => say.number(more))
      }
    </tbody>
    <tfoot>
      ${sums("total", say("sheet.total"), ({ total }) => say.number(total))}
    </tfoot>
  <//>`;
}

/** A box: what is written there, or what the dice would score in it. */
function Box({ box, seat, game, acting, legal, move }) {
  const { say } = usePage();
  const written = seat.boxes[box];
  if (written !== null) return html`<td>${say.number(written)}</td>`;
  const choice = seat.seat === acting && ofType(legal, "choose_category").find((each) => each.move.category === box);
  if (!choice) return html`<td></td>`;
  return html`<td class="open">
    <${Act}
      class=${choice.points ? "box" : "box nothing"}
      aria-label=${say("do.choose", { box: boxTitle(game, box), points: say.number(choice.points), n: choice.points })}
      act=${() => move(choice.move)}
      >${say.number(choice.points)}<//
    >
  </td>`;
}
