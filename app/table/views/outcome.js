/** How the game ended, and what may follow: the proof of the dice, another game. */

import { usePage } from "../context.js";
import { gameText } from "../game.js";
import { go } from "../route.js";
import { html, useState } from "../vendor/preact-htm.js";
import { Fairness } from "./fairness.js";
import { Act, Dialog, Fault } from "./parts.js";
import { remember } from "../opened.js";

export function Outcome({ view, game, names, followed, keyring }) {
  const { api, say, keys } = usePage();
  const [proof, setProof] = useState(false);
  const [fault, setFault] = useState(null);
  const { outcome } = view;

  async function rematch() {
    const seats = view.seats.map(({ seat, name }) => (keyring.hosted.includes(seat) ? { name } : { open: true }));
    const sent = {
      game: view.game,
      options: view.options,
      seats,
      dice_source: view.dice_source,
      visibility: view.visibility,
    };
    if (view.turn_seconds) sent.turn_seconds = view.turn_seconds;
    const opened = await api.post("sessions", sent);
    remember(keys, opened, keyring.pad);
    go(`#/s/${opened.session.id}`);
  }

  return html`<div class="outcome">
    <h2>${headline(say, outcome, names)}</h2>
    ${outcome && html`<p>${why(say, game, outcome)}</p>`}
    ${
      outcome &&
      names.length > 1 &&
      html`<table class="ranking">
          <caption class="hidden">
            ${say("outcome.ranking")}
          </caption>
          <thead class="hidden">
            <tr>
              <th scope="col">${say("outcome.rank")}</th>
              <th scope="col">${say("outcome.player")}</th>
              <th scope="col">${say("sheet.total")}</th>
            </tr>
          </thead>
          <tbody>
            ${outcome.ranking.map(
              ({ seat, total, rank }) =>
                html`<tr key=${seat} class=${outcome.winners.includes(seat) ? "won" : ""}>
                  <td>${rank}.</td>
                  <th scope="row">${names[seat]}</th>
                  <td>${say.number(total)}</td>
                </tr>`,
            )}
          </tbody>
        </table>`
    }
    <div class="actions">
      ${keyring.host && html`<${Act} class="main" act=${rematch} failed=${setFault}>${say("outcome.rematch")}<//>`}
      ${
        view.dice_source === "server" &&
        html`<button type="button" onClick=${() => setProof(true)}>${say("fairness.title")}</button>`
      }
    </div>
    <${Fault} error=${fault} />
    ${
      proof &&
      html`<${Dialog} wide title=${say("fairness.title")} close=${() => setProof(false)}
        ><${Fairness} view=${view} names=${names} keyring=${keyring} followed=${followed}
      /><//>`
    }
  </div>`;
}

function why(say, game, { reason, rating }) {
  return [gameText(say, game, `outcome.${reason}`), rating && gameText(say, game, `rating.${rating}`)]
    .filter(Boolean)
    .join(" ");
}

function headline(say, outcome, names) {
  if (!outcome) return say("outcome.abandoned");
  if (names.length === 1) {
    // Alone nobody is beaten: it is a result of one's own.
    const { total } = outcome.ranking[0];
    return say("outcome.alone", { name: names[0], points: say.number(total), n: total });
  }
  const won = new Intl.ListFormat(say.language).format(outcome.winners.map((seat) => names[seat]));
  return won ? say("outcome.won", { names: won, n: outcome.winners.length }) : say("outcome.nobody");
}
