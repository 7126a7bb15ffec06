/** How the game ended, and what may follow: the proof of the dice, another game. */

import { useMore } from "../asking.js";
import { usePage } from "../context.js";
import { gameText, isKnown } from "../game.js";
import { anyToken } from "../keys.js";
import { loadView, preload } from "../loading.js";
import { go } from "../route.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { Fairness } from "./fairness.js";
import { Act, Dialog, Fault, Later, Ranking } from "./parts.js";
import { Preparing } from "./preparing.js";
import { joinRematch, openRematch } from "../opened.js";

/** `show` opens the history at a version. */
export function Outcome({ view, game, names, followed, keyring, show }) {
  const { api, say, keys } = usePage();
  const [proof, setProof] = useState(false);
  const [judged, setJudged] = useState(false);
  const [waiting, setWaiting] = useState(null);
  const { ready } = useMore(waiting !== null);
  const analysed = isKnown(game) && followed.entries.some(({ kind }) => kind === "move");
  useEffect(() => analysed && preload("analysis"), [analysed]);
  const [fault, setFault] = useState(null);
  const { outcome } = view;

  const next = useRematch(view, keyring, setFault);
  const rematch = async () =>
    go(`#/s/${await openRematch(api, keys, view, setWaiting).finally(() => setWaiting(null))}`);

  return html`<div class="outcome">
    <h2>${headline(say, outcome, names)}</h2>
    ${outcome && html`<p>${why(say, game, outcome)}</p>`}
    ${
      outcome &&
      names.length > 1 &&
      html`<${Ranking} ranking=${outcome.ranking} names=${names} winners=${outcome.winners} />`
    }
    <div class="actions">
      ${
        next
          ? html`<${Act} class="main" act=${next} failed=${setFault}>${say("outcome.next")}<//>`
          : keyring.host && html`<${Act} class="main" act=${rematch} failed=${setFault}>${say("outcome.rematch")}<//>`
      }
      ${
        analysed &&
        html`<button type="button" onClick=${() => setJudged(true)}>${say("analysis.title")}</button>`
      }
      ${
        view.dice_source === "server" &&
        html`<button type="button" onClick=${() => setProof(true)}>${say("fairness.title")}</button>`
      }
    </div>
    ${!keyring.host && !next && html`<p class="hint">${say("outcome.follow")}</p>`}
    <div role="status">
      ${
        waiting &&
        ready &&
        html`<${Preparing} ...${waiting} told=${(left) => say("setup.preparing", { left })} />`
      }
    </div>
    <${Fault} error=${fault} />
    ${
      judged &&
      html`<${Dialog} wide title=${say("analysis.title")} close=${() => setJudged(false)}
        ><${Later} load=${() => loadView("analysis")} ...${{ view, game, names, followed, keyring, show }}
      /><//>`
    }
    ${
      proof &&
      html`<${Dialog} wide title=${say("fairness.title")} close=${() => setProof(false)}
        ><${Fairness} view=${view} names=${names} keyring=${keyring} followed=${followed}
      /><//>`
    }
  </div>`;
}

const ASKED_MS = 3000;

/**
 * The rematch that somebody has opened, as a function that goes there; null while there is none. Whoever looks on as it
 * is opened goes along at once; whoever comes back later is asked.
 */
function useRematch(view, keyring, failed) {
  const { api, keys } = usePage();
  const [found, setFound] = useState(null);
  async function follow(rematch) {
    await joinRematch(api, keys, view, rematch);
    go(`#/s/${rematch}`);
  }
  useEffect(() => {
    let wanted = true;
    let timer = null;
    async function look(first) {
      if (!document.hidden) {
        const token = anyToken(keyring);
        const { session } = await api.get(`sessions/${view.id}/rematch`, { token }).catch(() => ({}));
        if (!wanted) return;
        if (session) {
          setFound(session);
          if (!first) await follow(session).catch(failed);
          return;
        }
      }
      timer = setTimeout(look, ASKED_MS);
    }
    look(true);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [api, view.id]);
  return found && (() => follow(found));
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
