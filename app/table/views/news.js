/** What just happened, in words: seen by all, and told by screen readers. */

import { usePage } from "../context.js";
import { entryText } from "../game.js";
import { html } from "../vendor/preact-htm.js";

const SHOWN = 8; // on a phone only the last two are seen, by the style sheet

export function News({ game, entries, names, view }) {
  const { say } = usePage();
  const shown = entries.slice(-SHOWN);
  return html`<div
    class="news"
    role="log"
    aria-live="polite"
    aria-relevant="additions"
    aria-label=${say("news.title")}
  >
    ${!shown.length && html`<p>${say("news.begin", { name: names[view.to_move[0]] ?? "" })}</p>`}
    ${shown.map((entry) => html`<p key=${entry.version}><${Told} ...${{ game, entry, names }} /></p>`)}
  </div>`;
}

/** An entry of the record as a sentence, its events marked. */
export function Told({ game, entry, names }) {
  const { say } = usePage();
  const { who, did, events } = entryText(say, game, entry, names);
  return html`<strong>${who}</strong
    >${" "}${did}${entry.hinted && html`${" "}<small class="hinted">${say("did.hinted")}</small>`}${events.map((each, place) => html`${" "}<em key=${place} class="event">${each}</em>`)}`;
}
