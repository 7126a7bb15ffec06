/** Sheet games: up to three throws, then a box is chosen. */

import { usePage } from "../context.js";
import { boxTitle } from "../game.js";
import { html, useState } from "../vendor/preact-htm.js";
import { Act } from "../views/parts.js";
import { Dice, DiceChoice } from "./dice.js";
import { HeadedSheet, SeatTabs } from "./heads.js";
import { asThrown, ofType, Rolls } from "./moves.js";

export function SheetDock(board) {
  const { view, legal, acting, entries } = board;
  const { say } = usePage();
  const { state } = view;
  const choosing = ofType(legal, "set_aside").length > 0;
  const { faces, kept } = asThrown(state.dice, entries);
  return html`<div class="tray">
      ${
        choosing
          ? html`<${Keep} key=${view.version} ...${board} faces=${faces} kept=${kept} />`
          : html`<div class="tray-row aside-row">
                ${
                  state.set_aside.length > 0 &&
                  html`<${Dice} faces=${state.set_aside} tone="aside" label=${say("tray.aside")} />`
                }
              </div>
              <div class="tray-row">
                ${!state.set_aside.length && html`<${Dice} faces=${faces} label=${say("tray.thrown")} />`}
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

/** Dice to be kept; one button keeps them and has the others rolled (or lets them be tapped in). */
function Keep({ view, legal, move, faces, kept }) {
  const { say } = usePage();
  const [chosen, setChosen] = useState(kept); // what was kept for this throw is proposed to be kept again
  const roll = ofType(legal, "roll")[0];
  const rest = faces.length - chosen.length;
  const own = view.dice_source === "players";

  async function go() {
    if (!chosen.length) return own ? setAll(true) : move(roll.move);
    const held = chosen.map((place) => faces[place]);
    return own ? move({ type: "set_aside", dice: held }) : move({ type: "roll" }, held);
  }
  const [all, setAll] = useState(false); // own dice: all are thrown again, and are to be tapped in
  if (all) return html`<${Rolls} legal=${legal} view=${view} move=${move} />`;
  return html`<div class="tray-row">
      <${DiceChoice}
        faces=${faces}
        chosen=${chosen}
        change=${setChosen}
        thrown=${view.version}
        still=${kept}
        label=${say("tray.keep")}
      />
    </div>
    <div class="actions">
      <${Act} class=${rest ? "main" : "not-yet"} act=${go}
        >${chosen.length ? say("do.keep", { n: rest }) : say("do.roll", { n: roll?.throws ?? rest })}<//
      >
      <p class="hint or-box">${say("tray.or_box")}</p>
    </div>`;
}

const LAST_UPPER = "sixes";

/** The sheet's rows in order, as `{key, kind, title, cell}`: `cell(seat)` is the row's `td` of a seat. */
function rowsOf(board, say) {
  const { state } = board.view;
  const boxes = Object.keys(state.seats[0].boxes);
  const sum = (key, title, value) => ({
    key,
    kind: key,
    title,
    cell: (seat) => html`<td key=${seat.seat}>${value(seat)}</td>`,
  });
  const upper = [
    sum(
      "sum",
      say("sheet.upper"),
      ({ upper_sum: points }) => html`${say.number(points)}<small> / ${state.bonus_from}</small>`,
    ),
    sum("bonus", say("sheet.bonus", { points: say.number(state.bonus) }), ({ bonus }) =>
      bonus === null ? "" : say.number(bonus),
    ),
  ];
  const rows = boxes.flatMap((box) => [
    {
      key: box,
      title: boxTitle(board.game, box),
      cell: (seat) => html`<${Box} key=${seat.seat} box=${box} seat=${seat} ...${board} />`,
    },
    ...(box === LAST_UPPER ? upper : []),
  ]);
  if (!boxes.includes(LAST_UPPER)) rows.push(...upper);
  if (state.seats.some(({ yatzy_bonus: more }) => more > 0))
    rows.push(sum("more", say("sheet.more"), ({ yatzy_bonus: more }) => say.number(more)));
  if (board.view.options.save_throws)
    rows.push(sum("saved", say("sheet.saved"), ({ saved_throws: saved }) => say.number(saved)));
  return rows;
}

export function SheetSheet(board) {
  const { view, names, room } = board;
  const { say } = usePage();
  const { seats } = view.state;
  const rows = rowsOf(board, say);
  // Without the saved throws, which the dock tells of: the boxes need the room.
  const high = rows.filter(({ kind }) => kind !== "saved");
  if (room.narrow) return html`<${Halves} ...${board} rows=${high} />`;
  return html`<${HeadedSheet} kind="boxes" ...${{ names, view }}>
    <tbody>
      ${rows.map(
        ({ key, kind, title, cell }) =>
          html`<tr key=${key} class=${kind}>
            <th scope="row">${title}</th>
            ${seats.map(cell)}
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

const LONG = 9; // rows that a half may have before both are made equally long

/** Where it is narrow: the sheet of one player in two halves beside each other, so that all boxes are in view. */
function Halves({ view, names, acting, rows }) {
  const { say } = usePage();
  const due = acting ?? view.to_move[0] ?? 0;
  const [looked, setLooked] = useState(null); // at whose sheet somebody looks, until another is to move
  const shown = looked?.due === due ? looked.seat : due;
  const { seats } = view.state;
  const bonus = rows.findIndex(({ kind }) => kind === "bonus") + 1;
  const middle = Math.max(bonus, rows.length - bonus) > LONG ? Math.ceil(rows.length / 2) : bonus;
  return html`<${SeatTabs}
      names=${names}
      totals=${seats.map(({ total }) => total)}
      moving=${view.to_move}
      shown=${shown}
      show=${(seat) => setLooked({ seat, due })}
    />
    <div class=${middle > LONG ? "halves many" : "halves"}>
      ${[rows.slice(0, middle), rows.slice(middle)].map(
        (half, place) =>
          html`<table key=${place} class="sheet half">
            <caption class="hidden">
              ${say("sheet.title")}: ${names[shown]}
            </caption>
            <tbody>
              ${half.map(
                ({ key, kind, title, cell }) =>
                  html`<tr key=${key} class=${kind}>
                    <th scope="row">${title}</th>
                    ${cell(seats[shown])}
                  </tr>`,
              )}
            </tbody>
          </table>`,
      )}
    </div>`;
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
