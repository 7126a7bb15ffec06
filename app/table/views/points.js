/** Points only: a pad for what each turn brought, which adds it up. This browser keeps it; the service has no part. */

import { usePage } from "../context.js";
import { knownNames, rememberNames } from "../names.js";
import { html, useRef, useState } from "../vendor/preact-htm.js";
import { Fleeting, Ranking, Sheaf } from "./parts.js";
import { Seats } from "./seats.js";

const PLACE = "rollwright.points";
const SEATS = { min: 1, max: 32 };
const MOST_TURNS = 2000;
const MOST_POINTS = 1_000_000_000;

/** What is kept, as `{names, turns}`: the points of each turn in order, the players taking turns; null for nothing. */
export function keptPad(storage) {
  try {
    const { names, turns } = JSON.parse(storage.getItem(PLACE));
    return names.length && turns.every(Number.isSafeInteger) ? { names, turns } : null;
  } catch {
    return null;
  }
}

/** The totals, and the place that each has by them; who has the same shares a place. */
export function standings({ names, turns }) {
  const totals = names.map((_, seat) =>
    turns.reduce((sum, points, at) => (at % names.length === seat ? sum + points : sum), 0),
  );
  return totals.map((total, seat) => ({ seat, total, rank: 1 + totals.filter((other) => other > total).length }));
}

export function Points() {
  const { say, storage } = usePage();
  const [pad, setPad] = useState(() => keptPad(storage));
  function keep(next) {
    storage.setItem(PLACE, JSON.stringify(next));
    setPad(next);
  }
  return html`<${Sheaf} title=${say("points.title")}>
    <p class="lead">${say("points.lead")}</p>
    <${Fleeting} />
    ${pad ? html`<${Pad} pad=${pad} keep=${keep} />` : html`<${Players} begin=${(names) => keep({ names, turns: [] })} />`}
  <//>`;
}

function Players({ begin }) {
  const { say, storage } = usePage();
  const [seats, setSeats] = useState(() => {
    const { last } = knownNames(storage);
    return Array.from({ length: Math.max(2, last.length) }, (_, place) => ({ name: last[place] ?? "" }));
  });
  const button = useRef(null);
  function open(event) {
    event.preventDefault();
    const names = seats.map(({ name }) => name.trim());
    rememberNames(storage, names);
    begin(names.map((name, place) => name || say("seat.default", { n: place + 1 })));
  }
  return html`<form class="setup" onSubmit=${open}>
    <${Seats} seats=${seats} change=${setSeats} range=${SEATS} pad levels=${[]} last=${() => button.current.focus()} />
    <div class="begin"><button class="main" ref=${button}>${say("setup.open")}</button></div>
  </form>`;
}

function Pad({ pad, keep }) {
  const { say } = usePage();
  const { names, turns } = pad;
  const [corrected, correct] = useState(null); // the turn whose points are written anew
  const [sure, setSure] = useState(false);
  const field = useRef(null);
  const at = corrected ?? turns.length;
  const standing = standings(pad);

  function write(event) {
    event.preventDefault();
    const points = field.current.valueAsNumber;
    keep({ names, turns: [...turns.slice(0, at), points, ...turns.slice(at + 1)] });
    field.current.value = "";
    field.current.focus();
    correct(null);
  }
  function take(turn) {
    correct(turn);
    field.current.value = turns[turn];
    field.current.focus();
  }
  function undo() {
    keep({ names, turns: turns.slice(0, -1) });
    correct(null);
  }
  return html`<form class="points" onSubmit=${write}>
      <label class="field"
        ><span
          >${say("points.turn", { name: names[at % names.length], n: Math.floor(at / names.length) + 1 })}</span
        ><input
          ref=${field}
          type="number"
          step="1"
          min=${-MOST_POINTS}
          max=${MOST_POINTS}
          required
          autocomplete="off"
          disabled=${at >= MOST_TURNS}
      /></label>
      <button class="main">${say("points.write")}</button>
      <button type="button" class="quiet" disabled=${!turns.length} onClick=${undo}>${say("undo")}</button>
    </form>
    <${Ranking} live ranking=${standing.toSorted((a, b) => a.rank - b.rank)} names=${names} />
    <${Written} names=${names} turns=${turns} take=${take} />
    <div class="actions">
      <button type="button" onClick=${() => setSure(true)}>${say("points.new")}</button>
      ${
        sure &&
        html`<div class="card" role="group" aria-label=${say("points.new.sure")}>
          <p>${say("points.new.sure")}</p>
          <div class="actions">
            <button type="button" class="main" onClick=${() => keep(null)}>${say("yes")}</button
            ><button type="button" onClick=${() => setSure(false)}>${say("no")}</button>
          </div>
        </div>`
      }
    </div>`;
}

/** All that was written, a line for each round; a number that is pressed can be written anew. */
function Written({ names, turns, take }) {
  const { say } = usePage();
  const rounds = Math.ceil(turns.length / names.length);
  return html`<div class="points-written" tabindex="0" role="group" aria-label=${say("sheet.title")}>
    <table>
      <thead>
        <tr>
          <td></td>
          ${names.map((name, seat) => html`<th key=${seat} scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${Array.from(
          { length: rounds },
          (_, round) =>
            html`<tr key=${round}>
              <th scope="row">${round + 1}</th>
              ${names.map((name, seat) => {
                const turn = round * names.length + seat;
                return html`<td key=${seat}>
                  ${
                    turn < turns.length &&
                    html`<button
                      type="button"
                      class="quiet"
                      aria-label=${`${say("points.turn", { name, n: round + 1 })}: ${say.number(turns[turn])}`}
                      onClick=${() => take(turn)}
                    >
                      ${say.number(turns[turn])}
                    </button>`
                  }
                </td>`;
              })}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
