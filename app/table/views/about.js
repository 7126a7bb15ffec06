/** About this table: links for others, seeds, the proof of the dice, leaving. */

import { address, randomKey } from "../api.js";
import { usePage } from "../context.js";
import { hintsText, isKnown } from "../game.js";
import { seatsOf } from "../keys.js";
import { go, link } from "../route.js";
import { html, useState } from "../vendor/preact-htm.js";
import { Fairness } from "./fairness.js";
import { useAway } from "./away.js";
import { Act, Fault } from "./parts.js";
import { Passed } from "./passed.js";

export function About({ view, game, names, followed, keyring }) {
  const { api, say, keys } = usePage();
  const [fault, setFault] = useState(null);
  const [sure, setSure] = useState(null);
  const mine = seatsOf(keyring);
  const away = useAway(view, keyring);
  const staying = mine.filter((seat) => view.status === "active" && !view.seats[seat].resigned);
  const bots = view.seats.filter(({ bot, resigned }) => keyring.host && view.status === "active" && bot && !resigned);
  const leaving = [...staying, ...bots.map(({ seat }) => seat)];

  async function remove() {
    await api.delete(`sessions/${view.id}`, { token: keyring.host });
    keys.forget(view.id);
    go("#/");
  }

  return html`<div class="about">
    ${isKnown(game) && html`<p>${say("setup.hints")}: ${hintsText(say, view.hints)}</p>`}
    ${
      view.visibility === "public" &&
      html`<${Passed} label=${say("link.spectator")} href=${link(`#/s/${view.id}`)} />`
    }
    ${mine
      .filter((seat) => keyring.seats[seat])
      .map(
        (seat) =>
          html`<${Passed}
            key=${seat}
            label=${say("link.seat", { name: names[seat] })}
            href=${link(`#/s/${view.id}/seat/${seat}/${keyring.seats[seat]}`)}
          />`,
      )}
    ${
      view.visibility === "public" &&
      html`<p class="actions">
        <a href=${address(`sessions/${view.id}/sheet?format=html&lang=${say.language}`)} target="_blank"
          >${say("link.sheet")}</a
        >
        <a href=${address(`sessions/${view.id}/transcript?format=text`)} target="_blank">${say("link.transcript")}</a>
      </p>`
    }
    ${
      view.dice_source === "server" &&
      html`<h3>${say("fairness.title")}</h3>
        ${
          view.status === "active" &&
          !followed.entries.some(({ kind, dice }) => kind === "move" && dice.length) &&
          staying.map(
            (seat) =>
              html`<${Seed} key=${seat} seat=${seat} name=${names[seat]} act=${followed.act} failed=${setFault} />`,
          )
        }
        <${Fairness} ...${{ view, names, keyring, followed }} />`
    }
    <div class="actions">
      ${[...leaving, ...away].map(
        (seat) =>
          html`<button
            type="button"
            key=${seat}
            onClick=${() =>
              setSure({
                text: say("leave.sure", { name: names[seat] }),
                act: () => followed.act("resign", { seat }, { seat, host: !mine.includes(seat) }),
              })}
          >
            ${say("leave", { name: names[seat] })}
          </button>`,
      )}
      ${
        keyring.host &&
        html`<button type="button" onClick=${() => setSure({ text: say("delete.sure"), act: remove })}>
          ${say("delete")}
        </button>`
      }
    </div>
    ${
      sure &&
      html`<div class="card" role="group" aria-label=${sure.text}>
        <p>${sure.text}</p>
        <div class="actions">
          <${Act}
            class="main"
            act=${async () => {
              await sure.act();
              setSure(null);
            }}
            failed=${setFault}
            >${say("yes")}<//
          ><button type="button" onClick=${() => setSure(null)}>${say("no")}</button>
        </div>
      </div>`
    }
    <${Fault} error=${fault} />
  </div>`;
}

/** A seed for the dice; a random one is proposed, since one that can be guessed proves nothing. */
function Seed({ seat, name, act, failed }) {
  const { say } = usePage();
  const [seed, setSeed] = useState(randomKey);
  const add = () => act("seed", { seat, seed }, { seat });
  return html`<div class="passed">
    <label
      >${say("fairness.seed", { name })}<input
        maxlength="128"
        value=${seed}
        onInput=${(event) => setSeed(event.target.value)}
    /></label>
    <${Act} act=${add} failed=${failed}>${say("fairness.add")}<//>
  </div>`;
}
