/** The analysis of a game that is over: its course, luck and skill by seat, the dearest decisions. */

import { useAsking, useMore } from "../asking.js";
import { boardOf } from "../boards/boards.js";
import { usePage } from "../context.js";
import { anyToken } from "../keys.js";
import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact-htm.js";
import { changeText, lossText, plainText, valueText } from "../worth.js";
import { BySeat, Course } from "./course.js";
import { Dearest } from "./dearest.js";
import { laterText, methodText, objectiveText } from "./hint.js";
import { Fault, Unloaded } from "./parts.js";
import { Preparing } from "./preparing.js";

/** `show` opens the history at a version. */
export function Analysis({ view, game, names, followed, keyring, show }) {
  const { api, say } = usePage();
  const [state, asking] = useAsking();
  const more = useMore();
  const shown = useRef(null); // the last analysis, until another has come
  if (state?.value) shown.current = state;
  const { instead } = boardOf(view.state);
  function ask(objective) {
    const path = (asked) => `sessions/${view.id}/analysis${asked ? `?objective=${asked}` : ""}`;
    const get = ({ objective: easier, ...how }) =>
      api.get(path(easier ?? objective), { token: anyToken(keyring), ...how });
    asking(get, objective ? [] : instead);
  }
  useEffect(() => ask(null), []);
  if (more.error) return html`<${Unloaded} />`;
  if (!more.ready) return null;
  const none = state?.error?.code === "advice-unavailable";
  return html`<div class="analysis">
    <div role="status">
      ${state?.preparing && html`<${Preparing} ...${state.preparing} told=${(left) => say("analysis.preparing", { left })} />`}
    </div>
    <${Fault} error=${state?.error} instead=${none ? say("advice.unavailable") : undefined} />
    ${
      shown.current &&
      html`<${Told}
        key=${shown.current.value.objective}
        ...${{ game, names, keyring, show, ask, instead }}
        entries=${followed.entries}
        analysis=${shown.current.value}
        later=${shown.current.later}
      />`
    }
  </div>`;
}

/** Entries by which a turn ends. */
const ENDING = new Set(["bank", "choose_category"]);

/** What the analysis judges, in order, each with its entry of the record and the number of its seat's turn. */
function judgedOf({ entries: judged }, record) {
  const turns = new Map();
  return judged.map((each) => {
    const entry = record[each.version - 1];
    const turn = turns.get(each.seat) ?? 1;
    const ends = ENDING.has(each.move?.type) || entry.events.some(({ type }) => type === "bust");
    turns.set(each.seat, ends ? turn + 1 : turn);
    return { ...each, record: entry, turn };
  });
}

function Told({ analysis, entries, game, names, keyring, show, ask, later, instead }) {
  const { say } = usePage();
  const { objective, objectives, method } = analysis;
  const judged = useMemo(() => judgedOf(analysis, entries), [analysis, entries]);
  const [at, setAt] = useState(judged.length);
  const course = useRef(null);
  function look(step) {
    setAt(step);
    course.current.querySelector("input").focus(); // which brings it into view, to be stepped on from there
  }
  return html`<p class="analysis-how">
      ${
        objectives.length > 1 &&
        html`<label
          >${say("analysis.by")}${" "}
          <select onChange=${(event) => ask(event.target.value)}>
            ${objectives.map(
              (each) =>
                html`<option key=${each} value=${each} selected=${each === objective}>${objectiveText(say, each)}</option>`,
            )}
          </select></label
        >`
      }
      <span>${methodText(say, method)}${later && ` ${laterText(say, objective)}`}</span>
    </p>
    <div ref=${course}><${Course} ...${{ analysis, judged, game, names, at, go: setAt }} /></div>
    <${Skill} ...${{ analysis, names, wholeGame: !instead || objective === "turns" }} />
    <${Dearest} ...${{ analysis, judged, game, names, keyring, show, go: look }} />`;
}

/** Who would have won with average dice, as a sentence; nothing where that cannot be told. */
function verdict(say, { objective, seats }, names) {
  const sign = objective === "turns" ? -1 : 1;
  const first = (worth) => {
    const most = Math.max(...seats.map((seat) => sign * worth(seat)));
    const those = seats.filter((seat) => sign * worth(seat) === most);
    return those.length === 1 ? those[0].seat : null;
  };
  const [won, deserved] = [first(({ result }) => result), first(({ adjusted }) => adjusted)];
  if (won === null || deserved === null || seats.length < 2) return null;
  const name = names[deserved];
  return won === deserved ? say("skill.anyway", { name }) : say("skill.otherwise", { name });
}

/** What was luck and what was skill, seat by seat. `wholeGame`: whether the values are those of the game's result. */
function Skill({ analysis, names, wholeGame }) {
  const { say } = usePage();
  const { objective, seats } = analysis;
  const most = Math.max(...seats.flatMap(({ luck, loss }) => [Math.abs(luck), loss])) || 1;
  const gauge = (change) =>
    html`<i class=${change < 0 ? "gauge less" : "gauge"} style=${{ width: `${(100 * Math.abs(change)) / most}%` }} aria-hidden="true"></i>`;
  const rows = [
    [say("skill.result"), ({ result }) => plainText(say, objective, result)],
    [say("skill.luck"), ({ luck }) => [changeText(say, objective, luck), gauge(luck)]],
    [say("skill.loss"), ({ loss }) => [lossText(say, objective, loss), gauge(-loss)]],
    [say("skill.adjusted"), ({ adjusted }) => valueText(say, objective, adjusted)],
    [say("skill.accuracy"), ({ accuracy }) => accuracy !== null && valueText(say, "win", accuracy / 100)],
    [say("skill.blunders"), ({ labels }) => say.number(labels.bad + labels.blunder)],
  ];
  return html`<section aria-labelledby="skill-title">
    <h3 id="skill-title">${say("analysis.title")}</h3>
    ${wholeGame && html`<p class="verdict">${verdict(say, analysis, names)}</p>`}
    <p class="meaning">${say("skill.lead")}</p>
    <div class="table-scroll" tabindex="0" role="group" aria-labelledby="skill-title">
      <${BySeat} class="skill" seats=${seats} names=${names} rows=${rows} />
    </div>
  </section>`;
}
