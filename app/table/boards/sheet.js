/** Sheet games: up to three throws, then a box is chosen. */

import { usePage } from "../context.js";
import { boxTitle } from "../game.js";
import { html, useState } from "../vendor/preact-htm.js";
import { Act } from "../views/parts.js";
import { Dice, DiceChoice, DicePad } from "./dice.js";
import { HeadedSheet, SeatTabs } from "./heads.js";
import { asThrown, bestDice, ofType, Rolls } from "./moves.js";
import { Worth, worthTold } from "./worth.js";

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
function Keep({ view, legal, move, faces, kept, hint }) {
  const { say } = usePage();
  const [chosen, setChosen] = useState(kept); // what was kept for this throw is proposed to be kept again
  const roll = ofType(legal, "roll")[0];
  const rest = faces.length - chosen.length;
  const own = view.dice_source === "players";
  const held = chosen.length ? chosen.map((place) => faces[place]) : null;
  const [tapping, setTapping] = useState(false); // own dice: the others are thrown, and are to be tapped in
  const leave = () => setTapping(false);
  if (tapping)
    return html`<${DicePad} count=${rest} enter=${(dice) => move({ ...roll.move, dice }, held)} leave=${leave} />`;
  const go = () => (own ? setTapping(true) : move(roll.move, held));
  return html`<div class="tray-row">
      <${DiceChoice}
        faces=${faces}
        chosen=${chosen}
        change=${setChosen}
        thrown=${view.version}
        still=${kept}
        label=${say("tray.keep")}
        best=${bestDice(hint, faces)}
      />
    </div>
    <div class="actions">
      <${Act} class=${rest ? "main" : "not-yet"} act=${go}
        >${chosen.length ? say("do.keep", { n: rest }) : say("do.roll", { n: roll?.throws ?? rest })}<${Worth}
          hint=${hint}
          move=${held ? { type: "set_aside", dice: held } : roll?.move}
        /><//
      >
      <p class="hint or-box">${say("tray.or_box")}</p>
    </div>`;
}

const LAST_UPPER = "sixes";

/** How often points count in each column, and in which order it is filled; one where nothing is said. */
const columnsOf = ({ options }) => (options.columns?.length ? options.columns : [{ factor: 1, order: "free" }]);

/** The bonuses that the view has values of, as `{number, wide}`: `wide` is one over all columns, not one for each. */
function bonusesOf({ options }, columns) {
  const own = columns > 1 && options.bonus ? [{ type: "steps" }, ...options.bonuses] : (options.bonuses ?? []);
  return own.map(({ type, over }, place) => ({ number: place + 1, wide: over === "sheet" || type === "cleared" }));
}

/** The sheet's rows in order, as `{key, kind, title, cell}`: `cell(seat)` is the row's cells of a seat. */
function rowsOf(board, say) {
  const { view, game } = board;
  const { state } = view;
  const columns = columnsOf(view).length;
  const ids = Object.keys(state.seats[0].boxes);
  const boxes = [...new Set(ids.map((id) => id.split(".")[0]))];
  const row = (key, title, values) => ({
    key,
    kind: key,
    title,
    cell: (seat) => {
      const shown = values(seat);
      return shown.map(
        (value, place) =>
          html`<td key=${`${seat.seat}.${place}`} colspan=${shown.length === 1 ? columns : 1}>
            ${value === null ? "" : say.number(value)}
          </td>`,
      );
    },
  });
  const upper = [
    columns > 1
      ? row("sum", say("sheet.upper"), (seat) => seat.columns.map(({ upper_sum: points }) => points))
      : {
          ...row("sum", say("sheet.upper")),
          cell: ({ seat, upper_sum: points }) =>
            html`<td key=${seat}>
              ${say.number(points)}${state.bonus > 0 && html`<small> / ${state.bonus_from}</small>`}
            </td>`,
        },
    ...(columns > 1 || !state.bonus
      ? []
      : [row("bonus", say("sheet.bonus", { points: say.number(state.bonus) }), ({ bonus }) => [bonus])]),
  ];
  const places = columns > 1 ? columnsOf(view).map((_, place) => `.${place + 1}`) : [""];
  const rows = boxes.flatMap((box) => [
    {
      key: box,
      title: boxTitle(game, box),
      cell: (seat) =>
        places.map((place) => html`<${Box} key=${seat.seat + place} box=${box + place} seat=${seat} ...${board} />`),
    },
    ...(box === LAST_UPPER ? upper : []),
  ]);
  if (!boxes.includes(LAST_UPPER) && (state.bonus || upper.length > 1)) rows.push(...upper);
  let from = 0;
  for (const { number, wide } of bonusesOf(view, columns)) {
    const [begin, end] = [from, from + (wide ? 1 : columns)];
    const title = say("sheet.own_bonus", { n: number });
    rows.push({ ...row("bonus", title, ({ bonuses }) => bonuses.slice(begin, end)), key: `bonus.${number}` });
    from = end;
  }
  if (columns > 1) rows.push(row("column", say("sheet.column"), (seat) => seat.columns.map(({ total }) => total)));
  if (state.seats.some(({ yatzy_bonus: more }) => more > 0))
    rows.push(row("more", say("sheet.more"), ({ yatzy_bonus: more }) => [more]));
  if (view.options.save_throws)
    rows.push(row("saved", say("sheet.saved"), ({ saved_throws: saved }) => [saved]));
  return rows;
}

/** What stands over each column: its factor, and from where it is filled. */
const MARKS = { free: "", down: "↓", up: "↑" };

function ColumnHeads({ view, seats }) {
  const columns = columnsOf(view);
  if (columns.length === 1) return null;
  return html`<tr class="columns">
    <td></td>
    ${seats.map(({ seat }) =>
      columns.map(
        ({ factor, order }, place) =>
          html`<td key=${`${seat}.${place}`}>${`×${factor}${MARKS[order] && ` ${MARKS[order]}`}`}</td>`,
      ),
    )}
  </tr>`;
}

export function SheetSheet(board) {
  const { view, names, room } = board;
  const { say } = usePage();
  const { seats } = view.state;
  const rows = rowsOf(board, say);
  // Without the saved throws, which the dock tells of: the boxes need the room.
  const high = rows.filter(({ kind }) => kind !== "saved");
  if (room.narrow) return html`<${Halves} ...${board} rows=${high} />`;
  const columns = columnsOf(view).length;
  return html`<${HeadedSheet} kind=${columns > 1 ? "boxes side-by-side" : "boxes"} span=${columns} ...${{ names, view }}>
    <tbody>
      <${ColumnHeads} ...${{ view, seats }} />
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
        ${seats.map(({ seat, total }) => html`<td key=${seat} colspan=${columns}>${say.number(total)}</td>`)}
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
  const several = columnsOf(view).length > 1; // columns take the width of both halves
  const middle = several ? rows.length : Math.max(bonus, rows.length - bonus) > LONG ? Math.ceil(rows.length / 2) : bonus;
  return html`<${SeatTabs}
      names=${names}
      totals=${seats.map(({ total }) => total)}
      moving=${view.to_move}
      shown=${shown}
      show=${(seat) => setLooked({ seat, due })}
    />
    <div class=${middle > LONG ? "halves many" : "halves"}>
      ${(several ? [rows] : [rows.slice(0, middle), rows.slice(middle)]).map(
        (half, place) =>
          html`<table key=${place} class="sheet half">
            <caption class="hidden">
              ${say("sheet.title")}: ${names[shown]}
            </caption>
            <tbody>
              <${ColumnHeads} view=${view} seats=${[seats[shown]]} />
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

/** A box: what is written there, or what the dice would score in it, with what that brings besides. */
function Box({ box, seat, game, acting, legal, move, hint }) {
  const { say } = usePage();
  const written = seat.boxes[box];
  if (written !== null) return html`<td>${say.number(written)}</td>`;
  const choice = seat.seat === acting && ofType(legal, "choose_category").find((each) => each.move.category === box);
  if (!choice) return html`<td></td>`;
  const told = say("do.choose", { box: boxTitle(game, box), points: say.number(choice.points), n: choice.points });
  const worth = worthTold(say, hint, choice.move);
  const besides = choice.points - choice.worth;
  const more = besides > 0 ? `+${say.number(besides)}` : say.number(besides);
  return html`<td class="open">
    <${Act}
      class=${choice.points ? "box" : "box nothing"}
      aria-label=${worth ? undefined : told}
      act=${() => move(choice.move)}
      >${worth && html`<span class="hidden">${told}${worth}</span>`}<span aria-hidden=${worth !== ""}
        >${besides ? html`<small>${more}</small> ` : ""}${say.number(choice.worth)}</span
      ><${Worth} hint=${hint} move=${choice.move} heard=${false}
    /><//>
  </td>`;
}
