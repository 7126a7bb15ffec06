/** The decisions that gave away most, each with its dice and what would have been better. */

import { Dice } from "../boards/dice.js";
import { lyingAfter } from "../boards/moves.js";
import { usePage } from "../context.js";
import { seatsOf } from "../keys.js";
import { html, useState } from "../vendor/preact-htm.js";
import { lossText } from "../worth.js";
import { Chosen } from "./chosen.js";

const MOST = 5;
const EVERYBODY = "";

const LABELS = {
  fine: (say) => say("label.fine"),
  doubtful: (say) => say("label.doubtful"),
  bad: (say) => say("label.bad"),
  blunder: (say) => say("label.blunder"),
};

/** `go` shows a step in the chart, `show` an entry in the history. */
export function Dearest({ analysis, judged, game, names, keyring, show, go }) {
  const { say } = usePage();
  const { objective, seats } = analysis;
  const mine = seatsOf(keyring);
  const [whose, setWhose] = useState(mine.length === 1 && seats.length > 1 ? mine[0] : EVERYBODY);
  const asked = seats.filter(({ seat }) => whose === EVERYBODY || seat === whose);
  const dearest = asked
    .flatMap((seat) => seat.dearest.map((entry) => judged[entry]))
    .sort((a, b) => b.decision.loss - a.decision.loss)
    .slice(0, MOST);
  return html`<section aria-labelledby="dearest-title">
    <h3 id="dearest-title">${say("dear.title")}</h3>
    ${
      seats.length > 1 &&
      html`<label class="whose"
        ><span class="hidden">${say("dear.whose")}</span>
        <select onChange=${({ target }) => setWhose(target.value === EVERYBODY ? EVERYBODY : Number(target.value))}>
          <option value=${EVERYBODY} selected=${whose === EVERYBODY}>${say("dear.all")}</option>
          ${seats.map(
            ({ seat }) => html`<option key=${seat} value=${seat} selected=${whose === seat}>${names[seat]}</option>`,
          )}
        </select></label
      >`
    }
    ${
      dearest.length === 0
        ? html`<p>${say("dear.none")}</p>`
        : html`<ol class="dearest">
      ${dearest.map((each) => {
        const { decision, entry, version, seat, turn } = each;
        return html`<li key=${entry}>
          <p class="dear-head">
            <button type="button" class="quiet" onClick=${() => go(entry + 1)}>
              <strong>${names[seat]}</strong>, ${say("sheet.round", { n: turn })}
            </button>
            <span class=${`worth ${decision.label}`}
              >${lossText(say, objective, decision.loss)}${" "}${LABELS[decision.label]?.(say)}</span
            >
          </p>
          <p class="dear-dice"><${Dice} faces=${diceBefore(judged, entry)} label=${say("tray.thrown")} /></p>
          <button type="button" class="quiet entry-link" onClick=${() => show(version)}>
            ${say("dear.entry", { n: version })}
          </button>
          <dl>
            <div>
              <dt>${say("dear.played")}</dt>
              <dd><${Chosen} game=${game} move=${each.move} points=${each.record.points} /></dd>
            </div>
            <div>
              <dt>${say("dear.better")}</dt>
              <dd><${Chosen} game=${game} move=${decision.best} /></dd>
            </div>
          </dl>
        </li>`;
      })}
    </ol>`
    }
  </section>`;
}

/** The dice that the seat of an entry had before it as it decided. */
function diceBefore(judged, entry) {
  const before = judged.slice(0, entry).filter(({ move }) => move !== null);
  const own = before.filter(({ seat }) => seat === judged[entry].seat);
  const { faces } = lyingAfter(own);
  if (faces.length !== 1) return faces;
  // One die of one's own and one that is everybody's, which somebody has thrown with theirs.
  const shared = before.findLast(({ dice }) => dice.length === 2);
  return shared ? [...faces, shared.dice[1]] : faces;
}
