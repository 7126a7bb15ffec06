/** Solitaire dice: two sums are marked and a fifth die is left out. */

import { usePage } from "../context.js";
import { choiceText } from "../game.js";
import { html, useState } from "../vendor/preact-htm.js";
import { Act } from "../views/parts.js";
import { Dice, DiceChoice, Die } from "./dice.js";
import { asThrown, ofType, Rolls } from "./moves.js";
import { Worth } from "./worth.js";

export function SolitaireDock(board) {
  const { view, legal, acting, entries } = board;
  const { say } = usePage();
  const { state } = view;
  const choices = ofType(legal, "choose_category");
  const { faces } = asThrown(state.thrown, entries);
  return html`<div class="tray solitaire-tray">
      ${
        choices.length
          ? html`<${Choices} key=${view.version} ...${board} thrown=${faces} choices=${choices} />`
          : html`<div class="tray-row"><${Dice} faces=${faces} label=${say("tray.thrown")} /></div>`
      }
      <p class="risk">
        <span>${say("tray.turn", { n: state.turn })}</span
        >${state.free_throw && html`<span class="final">${say("tray.free")}</span>`}
      </p>
    </div>
    ${acting !== null && !choices.length && html`<div class="actions"><${Rolls} ...${board} /></div>`}`;
}

/** The legal choices; a die that is pressed is the fifth, and only the choices that leave it out stay. */
function Choices({ view, game, thrown, choices, move, hint }) {
  const { say } = usePage();
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
              ><${Worth} hint=${hint} move=${each} />
            <//>
          </li>`,
      )}
    </ul>`;
}

const LINE = 10;
const FIFTHS = 3;
const LAST = 8;
const FIVE = 5;

/** Marks as a tally on a line with room for so many; what is beyond its room is told as a number. */
function Marks({ marks, room }) {
  return html`<span class="marks" role="img" aria-label=${marks}>
    ${Array.from({ length: Math.ceil(room / FIVE) }, (_, group) => {
      const here = Math.min(Math.max(marks - group * FIVE, 0), FIVE);
      const most = Math.min(room - group * FIVE, FIVE);
      return html`<${Tally} key=${group} marks=${here} room=${most} />`;
    })}${marks > room ? `+${marks - room}` : ""}
  </span>`;
}

/** Up to five strokes, the fifth across the others; those that are still free are faint. */
function Tally({ marks, room }) {
  return html`<svg class="tally" viewBox="0 0 25 20" aria-hidden="true">
    ${Array.from({ length: room }, (_, place) => {
      const line = place === FIVE - 1 ? "M1 15L24 5" : `M${4 + place * 5.5} 2V18`;
      return html`<path key=${place} class=${place < marks ? "made" : ""} d=${line} />`;
    })}
  </svg>`;
}

export function SolitaireSheet({ view, room }) {
  const { say } = usePage();
  const { sums, fifths, seats } = view.state;
  const halves = room.narrow && !room.tight ? [sums.slice(0, 6), sums.slice(6)] : [sums];
  const left = html`<div class="fifth-dice" role="group" aria-label=${say("sheet.fifths")}>
    <span class="fifths-title">${say("sheet.fifths")}</span>
    ${Array.from(
      { length: FIFTHS },
      (_, place) =>
        html`<span key=${place} class="fifth"
          >${
            fifths[place]
              ? html`<${Die} face=${fifths[place].face} tone="small" />`
              : html`<span class="die small free" aria-hidden="true"></span>`
          }<${Marks} marks=${fifths[place]?.marks ?? 0} room=${LAST}
        /></span>`,
    )}
  </div>`;
  return html`${left}
    <div class="halves">
      ${halves.map((half, place) => html`<${Lines} key=${place} sums=${half} room=${room} />`)}
    </div>
    <p class="sheet-total"><span>${say("sheet.total")}</span> <b>${say.number(seats[0].total)}</b></p>`;
}

/** The lines of some sums with their marks. */
function Lines({ sums, room }) {
  const { say } = usePage();
  return html`<table class="sheet solitaire">
    <caption class="hidden">
      ${say("sheet.title")}
    </caption>
    <thead class=${room.narrow ? "hidden" : ""}>
      <tr>
        <th scope="col">${say("sheet.sum")}</th>
        <th scope="col">${say("sheet.marks")}</th>
        ${!room.narrow && html`<th scope="col">${say("sheet.value")}</th>`}
        <th scope="col">${say("sheet.points")}</th>
      </tr>
    </thead>
    <tbody>
      ${sums.map(
        ({ sum, value, marks, points }) =>
          html`<tr key=${sum}>
            <th scope="row">${sum}${room.narrow && html`<small class="worth"> ·${value}</small>`}</th>
            <td><${Marks} marks=${marks} room=${LINE} /></td>
            ${!room.narrow && html`<td class="soft">${value}</td>`}
            <td class=${points < 0 ? "minus" : ""}>${marks ? say.number(points) : ""}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
