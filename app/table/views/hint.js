/** Hints: what each legal move is worth and what it gives away, where the table has agreed to them. */

import { useAsking, useMore } from "../asking.js";
import { usePage } from "../context.js";
import { isKnown } from "../game.js";
import { anyToken, tokenFor } from "../keys.js";
import { html, useEffect, useMemo } from "../vendor/preact-htm.js";
import { lossText, valueText, worths } from "../worth.js";
import { Chosen } from "./chosen.js";
import { Fault, Unloaded } from "./parts.js";
import { Preparing } from "./preparing.js";

const LISTED = 12;

/**
 * Hints for the seat `acting`: `{may, state, ask, forget, more, hint}`. `may`: whether it may be asked now; `state`,
 * `ask`, `forget`, `more`: see `useAsking` and `useMore`; `hint`: see `worths`, null without one. It holds as long as the seat may do just
 * the same.
 */
export function useHint({ view, game, acting, legal, keyring, instead }) {
  const { api } = usePage();
  const [state, asking, forget] = useAsking();
  const more = useMore(state !== null);
  const choice = JSON.stringify([acting, legal]);
  useEffect(() => forget, [choice]);
  const may = view.hints !== "off" && acting !== null && legal.length > 1 && isKnown(game);
  function ask() {
    const token = tokenFor(keyring, acting) ?? anyToken(keyring);
    const path = `sessions/${view.id}/advice?seat=${acting}`;
    const get = ({ objective, ...how }) => api.get(objective ? `${path}&objective=${objective}` : path, { token, ...how });
    return asking(get, instead);
  }
  const hint = useMemo(() => (state?.value ? worths(state.value) : null), [state]);
  return { may, state, ask, forget, more, hint: more.ready ? hint : null };
}

/** The button that asks for a hint, and puts it away again. */
export function AskHint({ may, state, ask, forget }) {
  const { say } = usePage();
  if (!may) return null;
  const shown = state !== null;
  return html`<button type="button" class="ask-hint" aria-pressed=${shown} onClick=${shown ? forget : ask}>
    <span aria-hidden="true">★ </span>${say("hint.ask")}
  </button>`;
}

/** What was asked for, or how far it is. */
export function Hint({ game, state, more, hint }) {
  const { say } = usePage();
  if (more.error) return html`<${Unloaded} />`;
  if (!more.ready || !(state.preparing || hint || state.error)) return null;
  return html`<div class="hint-panel">
    <div role="status">
      ${state.preparing && html`<${Preparing} ...${state.preparing} told=${(left) => say("advice.preparing", { left })} />`}
      ${hint && html`<${Best} game=${game} hint=${hint} later=${state.later} />`}
    </div>
    ${hint && html`<${Others} game=${game} hint=${hint} />`}
    ${
      state.error &&
      html`<${Fault} error=${state.error} instead=${state.error.code === "advice-unavailable" ? say("advice.unavailable") : undefined} />`
    }
  </div>`;
}

function Best({ game, hint, later }) {
  const { say } = usePage();
  const [best] = hint.moves;
  const value = valueText(say, hint.objective, best.value);
  return html`<p class="hint-best">
      <span aria-hidden="true">★ </span><${Chosen} game=${game} move=${best.move} /><span class="hidden">:</span>${" "}<strong>${worthText(say, hint.objective, value)}</strong>
    </p>
    <p class="hint-how">
      ${methodText(say, hint.method)}${later && ` ${laterText(say, hint.objective)}`}
    </p>`;
}

function Others({ game, hint }) {
  const { say } = usePage();
  const shown = hint.moves.slice(0, LISTED);
  const more = hint.moves.length + hint.more_moves - shown.length;
  return html`<details class="hint-others">
    <summary>${say("hint.all")}</summary>
    <table>
      <thead class="hidden">
        <tr>
          <th scope="col">${say("hint.move")}</th>
          <th scope="col">${say("hint.value")}</th>
          <th scope="col">${say("skill.loss")}</th>
        </tr>
      </thead>
      <tbody>
        ${shown.map(
          ({ move, value, loss, label }, place) =>
            html`<tr key=${place}>
              <th scope="row"><${Chosen} game=${game} move=${move} /></th>
              <td>${valueText(say, hint.objective, value)}</td>
              <td><span class=${`worth ${label}`}>${hint.of(move).best ? "★" : lossText(say, hint.objective, loss)}</span></td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${more > 0 && html`<p>${say("hint.more", { n: more })}</p>`}
  </details>`;
}

const WORTH = {
  points: (say, value) => say("worth.points", { value }),
  win: (say, value) => say("worth.win", { value }),
  turns: (say, value) => say("worth.turns", { value }),
};

const worthText = (say, objective, value) => WORTH[objective]?.(say, value) ?? value;

const OBJECTIVES = {
  points: (say) => say("objective.points"),
  win: (say) => say("objective.win"),
  turns: (say) => say("objective.turns"),
};

/** What is played for, as it stands after "judged by". */
export const objectiveText = (say, objective) => OBJECTIVES[objective]?.(say) ?? objective;

/** That another objective than the first one was judged by. */
export const laterText = (say, objective) => say("hint.later", { objective: objectiveText(say, objective) });

const METHODS = {
  exact: (say) => say("method.exact"),
  model: (say) => say("method.model"),
  learned: (say) => say("method.learned"),
};

/** How values come about. */
export const methodText = (say, method) => METHODS[method]?.(say) ?? "";
