/** The course of a game as a chart: what it was worth to each seat after every move, to be stepped through. */

import { Name } from "../boards/heads.js";
import { usePage } from "../context.js";
import { entryText } from "../game.js";
import { shortNames } from "../names.js";
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { changeText, plainText, valueText } from "../worth.js";

const HEIGHT = 230;
const LEFT = 46;
const RIGHT = 14;
const TOP = 12;
const BOTTOM = 26;
const TICKS = 4;
const MOST_LABELS = 9;
const HALF = 0.5;

const TITLES = {
  points: (say) => say("course.points"),
  win: (say, name) => say("course.win", { name }),
  turns: (say) => say("course.turns"),
};

/** `at` is the step that is looked at: 0 before the first move, else after so many; `go` goes to another. */
export function Course({ analysis, judged, game, names, at, go }) {
  const { say } = usePage();
  const { objective, seats } = analysis;
  const steps = [seats.map(({ start }) => start), ...judged.map(({ values }) => values)];
  // Between two the one's chance is what the other's leaves.
  const lines = objective === "win" && seats.length === 2 ? [0] : seats.map(({ seat }) => seat);
  const title = TITLES[objective]?.(say, names[0]) ?? objective;
  const value = (seat, step) => valueText(say, objective, steps[step][seat]);
  const course = lines.map((seat) => `${names[seat]}: ${value(seat, 0)} → ${value(seat, steps.length - 1)}`).join("; ");
  const here = judged[at - 1];
  return html`<section aria-labelledby="course-title">
    <h3 id="course-title">${title}</h3>
    <${Legend} ...${{ seats, names, objective, lines }} values=${steps[at]} />
    <${Chart} ...${{ steps, lines, judged, objective, at, go }} label=${`${title}. ${course}`} />
    <input
      type="range"
      class="course-step"
      min="0"
      max=${steps.length - 1}
      value=${at}
      aria-label=${say("course.step")}
      aria-valuetext=${`${happened(say, game, here, names, objective)}. ${seats.map(({ seat }) => `${names[seat]} ${value(seat, at)}`).join(", ")}`}
      onInput=${(event) => go(Number(event.target.value))}
    />
    <p class="course-told" aria-hidden="true">${happened(say, game, here, names, objective)}</p>
    <details>
      <summary>${say("course.table")}</summary>
      <${Table} ...${{ steps, judged, seats, names, value }} />
    </details>
  </section>`;
}

/** What was done at a step, in a line. */
function happened(say, game, judged, names, objective) {
  if (!judged) return say("course.start");
  const { who, did, events } = entryText(say, game, judged.record, names);
  const luck = judged.throw && say("course.luck", { luck: changeText(say, objective, judged.throw.luck) });
  const line = [[who, did].join(" "), ...events].join(" ");
  return `${say("sheet.round", { n: judged.turn })}: ${line}${luck ? ` (${luck})` : ""}`;
}

function Legend({ seats, names, values, objective, lines }) {
  const { say } = usePage();
  const short = shortNames(names);
  return html`<ul class="legend" aria-hidden="true">
    ${seats.map(
      ({ seat }) =>
        html`<li key=${seat}>
          ${lines.includes(seat) && html`<svg viewBox="0 0 24 6"><path class=${`line seat-${seat % SEATS}`} d="M0 3H24" /></svg>`}
          <${Name} name=${names[seat]} short=${short[seat]} />${" "}<b>${valueText(say, objective, values[seat])}</b>
        </li>`,
    )}
  </ul>`;
}

const SEATS = 6; // that have a colour and dashes of their own

function Chart({ steps, lines, judged, objective, at, go, label }) {
  const { say } = usePage();
  const [box, width] = useWidth();
  const last = Math.max(steps.length - 1, 1);
  const { low, high, ticks } = scale(steps, lines, objective);
  const x = (step) => LEFT + ((width - LEFT - RIGHT) * step) / last;
  const y = (value) => TOP + ((HEIGHT - TOP - BOTTOM) * (high - value)) / (high - low);
  const path = (seat) => steps.map((values, step) => `${step ? "L" : "M"}${x(step).toFixed(1)} ${y(values[seat]).toFixed(1)}`).join("");
  function point(event) {
    if (event.pointerType !== "mouse" && event.type === "pointermove" && !event.buttons) return;
    const { left } = box.current.getBoundingClientRect();
    const step = Math.round(((event.clientX - left - LEFT) / (width - LEFT - RIGHT)) * last);
    go(Math.min(Math.max(step, 0), steps.length - 1));
  }
  return html`<div class="course" ref=${box}>
    <svg role="img" aria-label=${label} width=${width} height=${HEIGHT} onPointerMove=${point} onPointerDown=${point}>
      ${ticks.map(
        (value) =>
          html`<g key=${value}>
            <path class="grid" d=${`M${LEFT} ${y(value)}H${width - RIGHT}`} />
            <text class="tick" x=${LEFT - 6} y=${y(value) + 4} text-anchor="end">${plainText(say, objective, value)}</text>
          </g>`,
      )}
      ${roundsOf(judged).map(
        ({ turn, step }) =>
          html`<text key=${turn} class="tick" x=${x(step)} y=${HEIGHT - 8} text-anchor="middle">${say.number(turn)}</text>`,
      )}
      ${lines.length === 1 && objective === "win" && html`<path class="even" d=${`M${LEFT} ${y(HALF)}H${width - RIGHT}`} />`}
      ${lines.map((seat) => html`<path key=${seat} class=${`line seat-${seat % SEATS}`} d=${path(seat)} />`)}
      <path class="cursor" d=${`M${x(at)} ${TOP}V${HEIGHT - BOTTOM}`} />
      ${lines.map((seat) => html`<circle key=${seat} class=${`spot seat-${seat % SEATS}`} cx=${x(at)} cy=${y(steps[at][seat])} r="4.5" />`)}
    </svg>
  </div>`;
}

/** The element and how wide it is. */
function useWidth() {
  const box = useRef(null);
  const [width, setWidth] = useState(320);
  useEffect(() => {
    const measure = () => setWidth(Math.max(box.current.clientWidth, LEFT + RIGHT + 1));
    const observer = new ResizeObserver(measure);
    observer.observe(box.current);
    measure();
    return () => observer.disconnect();
  }, []);
  return [box, width];
}

/** From where to where the values reach, and round numbers between. */
function scale(steps, lines, objective) {
  if (objective === "win") return { low: 0, high: 1, ticks: [0, 0.25, HALF, 0.75, 1] };
  let [least, most] = [Infinity, -Infinity];
  for (const values of steps)
    for (const seat of lines) [least, most] = [Math.min(least, values[seat]), Math.max(most, values[seat])];
  const rough = (most - least || 1) / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough);
  const [low, high] = [Math.floor(least / step) * step, Math.ceil(most / step) * step || step];
  const count = Math.round((high - low) / step);
  return { low, high, ticks: Array.from({ length: count + 1 }, (_, place) => low + place * step) };
}

/** The turns whose numbers stand below the chart: few enough not to run into each other. */
function roundsOf(judged) {
  const begun = new Map();
  judged.forEach(({ turn }, place) => begun.has(turn) || begun.set(turn, place));
  const every = [1, 2, 5, 10, 20, 50, 100].find((each) => begun.size / each <= MOST_LABELS) ?? 1000;
  return [...begun].map(([turn, step]) => ({ turn, step })).filter(({ turn }) => turn % every === 0);
}

/** What the game was worth at the end of each round of turns. */
function Table({ steps, judged, seats, names, value }) {
  const { say } = usePage();
  const ends = new Map();
  judged.forEach(({ turn }, place) => ends.set(turn, place + 1));
  const rows = [[say("course.start"), 0], ...[...ends].map(([turn, step]) => [say("sheet.round", { n: turn }), step])];
  const cell = ({ seat }, step) => steps[step] && value(seat, step);
  return html`<div class="table-scroll" tabindex="0" role="group" aria-label=${say("course.table")}>
    <${BySeat} seats=${seats} names=${names} rows=${rows.map(([title, step]) => [title, (seat) => cell(seat, step)])} />
  </div>`;
}

/** A table with a column for each seat; `rows` are titles, each with what gives the cell of a seat. */
export function BySeat({ seats, names, rows, ...rest }) {
  return html`<table ...${rest}>
    <thead>
      <tr>
        <td></td>
        ${seats.map(({ seat }) => html`<th scope="col" key=${seat}>${names[seat]}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([title, cell]) =>
          html`<tr key=${title}>
            <th scope="row">${title}</th>
            ${seats.map((seat) => html`<td key=${seat.seat}>${cell(seat)}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
