/** Solitaire dice: two sums are marked and a fifth die is left out. */

import { usePage } from "../context.js";
import { choiceText } from "../game.js";
import { html, useState } from "../vendor/preact-htm.js";
import { Act } from "../views/parts.js";
import { Dice, DiceChoice, Die } from "./dice.js";
import { ofType, Rolls } from "./moves.js";

export function SolitaireDock(board) {
  const { view, legal, acting } = board;
  const { say } = usePage();
  const { state } = view;
  const choices = ofType(legal, "choose_category");
  return html`<div class="tray">
      ${
        choices.length
          ? html`<${Choices} key=${view.version} ...${board} choices=${choices} />`
          : html`<div class="tray-row"><${Dice} faces=${state.thrown} label=${say("tray.thrown")} /></div>`
      }
      <p class="risk">
        <span>${say("tray.turn", { n: state.turn })}</span
        >${state.free_throw && html`<span class="final">${say("tray.free")}</span>`}
      </p>
    </div>
    ${acting !== null && html`<div class="actions"><${Rolls} ...${board} /></div>`}`;
}

/** The legal choices; a die that is pressed is the fifth, and only the choices that leave it out stay. */
function Choices({ view, game, choices, move }) {
  const { say } = usePage();
  const { thrown } = view.state;
  const [fifth, setFifth] = useState([]);
  const face = fifth.length ? thrown[fifth[0]] : null;
  const shown = choices.filter((each) => face === null || each.move.fifth === face);
  return html`<div class="tray-row">
      <${DiceChoice}
        faces=${thrown}
        chosen=${fifth}
        change=${(places) => setFifth(places.slice(-1))}
        thrown=${view.version}
        label=${say("tray.fifth")}
      />
    </div>
    <p class="hint">${shown.length ? say("tray.fifth") : say("tray.fifth_not")}</p>
    <ul class="choices">
      ${shown.map(
        ({ move: each, points }) =>
          html`<li key=${`${each.sums.join()}${each.fifth}`}>
            <${Act} class="choice-card" act=${() => move(each)}>
              <span class="hidden"
                >${say("do.choose", { box: choiceText(say, game, each), points: say.number(points), n: points })}</span
              >
              <span class="choice-face" aria-hidden="true"
                ><span class="sums">${each.sums[0]} · ${each.sums[1]}</span
                ><${Die} face=${each.fifth} tone="small" /><span class="change"
                  >${points > 0 ? "+" : ""}${say.number(points)}</span
                ></span
              >
            <//>
          </li>`,
      )}
    </ul>`;
}

const LINE = 10;
const FIFTHS = 3;
const LAST = 8;

/** Strokes of a line; what is beyond its room is told as a number. */
function Marks({ marks, room }) {
  return html`<span class="marks" role="img" aria-label=${marks}>
    ${Array.from({ length: room }, (_, place) => html`<i key=${place} class=${place < marks ? "made" : ""}></i>`)}${
      marks > room ? `+${marks - room}` : ""
    }
  </span>`;
}

export function SolitaireSheet({ view }) {
  const { say } = usePage();
  const { sums, fifths, seats } = view.state;
  return html`<table class="sheet solitaire">
      <caption class="hidden">
        ${say("sheet.title")}
      </caption>
      <thead>
        <tr>
          <th scope="col">${say("sheet.sum")}</th>
          <th scope="col">${say("sheet.marks")}</th>
          <th scope="col">${say("sheet.value")}</th>
          <th scope="col">${say("sheet.points")}</th>
        </tr>
      </thead>
      <tbody>
        ${sums.map(
          ({ sum, value, marks, points }) =>
            html`<tr key=${sum}>
              <th scope="row">${sum}</th>
              <td><${Marks} marks=${marks} room=${LINE} /></td>
              <td class="soft">${value}</td>
              <td class=${points < 0 ? "minus" : ""}>${marks ? say.number(points) : ""}</td>
            </tr>`,
        )}
      </tbody>
      <tfoot>
        <tr class="total">
          <th scope="row" colspan="3">${say("sheet.total")}</th>
          <td>${say.number(seats[0].total)}</td>
        </tr>
      </tfoot>
    </table>
    <table class="sheet solitaire fifths">
      <caption>
        ${say("sheet.fifths")}
      </caption>
      <tbody>
        ${Array.from({ length: FIFTHS }, (_, place) => fifths[place]).map(
          (fifth, place) =>
            html`<tr key=${place}>
              <th scope="row">${fifth ? html`<${Die} face=${fifth.face} tone="small" />` : "–"}</th>
              <td><${Marks} marks=${fifth?.marks ?? 0} room=${LAST} /></td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}
