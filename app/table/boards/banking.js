/** Banking games: dice are set aside for points at risk, which are written down or lost. */

import { usePage } from "../context.js";
import { html, useState } from "../vendor/preact-htm.js";
import { Act } from "../views/parts.js";
import { Dice, DiceChoice, DicePad } from "./dice.js";
import { Heads } from "./heads.js";
import { asThrown, bestDice, ofType, placesOf, Rolls, sameDice, standing } from "./moves.js";
import { Worth } from "./worth.js";

export function BankingDock(board) {
  const { view, legal, acting, move, hint } = board;
  const { say } = usePage();
  const { state } = view;
  const bank = ofType(legal, "bank")[0];
  const ride = ofType(legal, "ride")[0];
  return html`<div class="tray">
      <div class="tray-row aside-row">
        ${state.set_aside.map(
          (dice, place) => html`<${Dice} key=${place} faces=${dice} tone="aside" label=${say("tray.aside")} />`,
        )}
      </div>
      <${Thrown} key=${view.version} ...${board} />
      <p class="risk">
        <span>${say("tray.risk")} <strong>${say.number(state.points)}</strong></span>
        ${state.needed > 0 && html`<span>${say("tray.needed", { points: say.number(state.needed) })}</span>`}
        ${
          state.reached !== null &&
          html`<span class="final">${say("tray.final", { name: board.names[state.reached] })}</span>`
        }
      </p>
    </div>
    ${
      acting !== null &&
      !state.thrown.length &&
      html`<div class="actions apart">
        <${Rolls} ...${board} />
        ${
          ride &&
          html`<${Act} class="ride" act=${() => move({ type: "ride" })}
            >${say("do.ride", { points: say.number(ride.points), n: state.left.dice })}<${Worth} hint=${hint} move=${ride.move} /><//
          >`
        }
        ${
          state.points > 0 &&
          // Where it is not legal yet it may be pressed all the same: the referee says what it takes.
          html`<${Act} class=${bank ? "main bank" : "bank not-yet"} act=${() => move({ type: "bank" })}
            >${say("do.bank", { points: say.number(state.points), n: state.points })}<${Worth} hint=${hint} move=${{ type: "bank" }} /><//
          >`
        }
      </div>`
    }`;
}

/** The throw on the table: dice are pressed, and what is chosen is matched with the legal moves. */
function Thrown({ view, legal, move, acting, entries, hint }) {
  const { say } = usePage();
  const { faces: thrown } = asThrown(view.state.thrown, entries);
  const scoring = scoringPlaces(view.legal_moves, thrown);
  const ways = ofType(legal, "set_aside");
  // Where there is only one way it needs no choosing.
  const [chosen, setChosen] = useState(() => (ways.length === 1 ? placesOf(ways[0].move.dice, thrown) : []));
  const [tapping, setTapping] = useState(false); // own dice: the others are thrown, and are to be tapped in
  if (!thrown.length) return html`<div class="tray-row"><${Lost} last=${entries.at(-1)} /></div>`;
  if (acting === null)
    return html`<div class="tray-row"><${Dice} faces=${thrown} marked=${scoring} label=${say("tray.thrown")} /></div>`;
  const dice = chosen.map((place) => thrown[place]);
  const way = ways.find((each) => sameDice(each.move.dice, dice));
  const label = way ? say("do.set_aside_for", { points: say.number(way.points) }) : say("do.set_aside");
  const rest = thrown.length - dice.length;
  const leave = () => setTapping(false);
  if (tapping)
    return html`<${DicePad} count=${rest} enter=${(fallen) => move({ type: "roll", dice: fallen }, dice)} leave=${leave} />`;
  const again = () => (view.dice_source === "players" ? setTapping(true) : move({ type: "roll" }, dice));
  return html`<div class="tray-row">
      <${DiceChoice}
        faces=${thrown}
        chosen=${chosen}
        change=${setChosen}
        thrown=${view.version}
        marked=${scoring}
        mark=${say("tray.scores")}
        best=${bestDice(hint, thrown)}
        label=${say("tray.choose")}
      />
    </div>
    <div class="actions">
      ${
        dice.length
          ? html`<${Act} class=${way ? "main" : "not-yet"} act=${() => move({ type: "set_aside", dice })}
              >${label}${way && html`<${Worth} hint=${hint} move=${way.move} />`}<//
            >
            ${way && rest > 0 && html`<${Act} class="on" act=${again}>${say("do.keep", { n: rest })}<//>`}`
          : html`<p class="hint">${say("tray.choose")}</p>`
      }
    </div>`;
}

/** The places in `thrown` of dice that may be set aside in one way or another. */
function scoringPlaces(legal, thrown) {
  const most = new Map();
  for (const { move } of ofType(legal, "set_aside"))
    for (const face of new Set(move.dice))
      most.set(face, Math.max(most.get(face) ?? 0, move.dice.filter((each) => each === face).length));
  return placesOf(
    [...most].flatMap(([face, count]) => Array(count).fill(face)),
    thrown,
  );
}

/** The dice of a throw that came to nothing, so that everybody sees them. */
function Lost({ last }) {
  const { say } = usePage();
  const bust = last?.events.some(({ type }) => type === "bust");
  return bust ? html`<${Dice} faces=${last.dice} tone="lost" label=${say("tray.thrown")} />` : null;
}

/** Turn by turn what each seat wrote down, from the record. */
export function BankingSheet({ view, names, entries }) {
  const { say } = usePage();
  const { state } = view;
  const turns = names.map(() => []);
  for (const entry of standing(entries)) {
    const bust = entry.events.find(({ type }) => type === "bust");
    // What a bank beyond the target loses again is told by an event.
    const written = entry.events.reduce((sum, { points = 0 }) => sum + points, entry.points);
    if (entry.move.type === "bank") turns[entry.seat].push(say.number(written));
    else if (bust) turns[entry.seat].push("–");
  }
  const rounds = Math.max(...turns.map(({ length }) => length), 1);
  return html`<table class="sheet">
    <caption class="hidden">
      ${say("sheet.title")}
    </caption>
    <thead>
      <tr>
        <th scope="col" class="corner">${say("sheet.target", { n: say.number(state.target) })}</th>
        <${Heads} ...${{ names, view }} />
      </tr>
      <tr class="total">
        <th scope="row">${say("sheet.total")}</th>
        ${state.seats.map(
          ({ seat, total, resigned }) =>
            html`<td key=${seat} class=${resigned ? "left" : ""}>
              ${say.number(total)}<span class="way" aria-hidden="true"
                ><i style=${{ width: `${Math.min(100, Math.max(0, (100 * total) / state.target))}%` }}></i
              ></span>
            </td>`,
        )}
      </tr>
    </thead>
    <tbody>
      ${Array.from(
        { length: rounds },
        (_, round) =>
          html`<tr key=${round}>
            <th scope="row">${say("sheet.round", { n: round + 1 })}</th>
            ${turns.map(
              (each, seat) =>
                html`<td key=${seat} class=${each[round] === "–" ? "void" : ""}>${each[round] ?? ""}</td>`,
            )}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
