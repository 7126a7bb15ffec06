/** The record in words, latest first; `version` is the entry that is looked for. */

import { usePage } from "../context.js";
import { takenBack } from "../game.js";
import { html, useEffect, useRef } from "../vendor/preact-htm.js";
import { Told } from "./news.js";

export function History({ game, entries, names, version }) {
  const { say } = usePage();
  const list = useRef(null);
  useEffect(() => {
    const sought = list.current?.querySelector(`[value="${version}"]`);
    sought?.focus();
    sought?.scrollIntoView({ block: "center" });
  }, []);
  const undone = takenBack(entries);
  const time = new Intl.DateTimeFormat(say.language, { timeStyle: "short" });
  if (!entries.length) return html`<p>${say("history.empty")}</p>`;
  return html`<ol class="history" reversed ref=${list}>
    ${entries.toReversed().map(
      (entry) =>
        html`<li key=${entry.version} value=${entry.version} tabindex=${entry.version === version ? -1 : undefined} class=${undone.has(entry.version) ? "undone" : ""}>
          <p>
            <${Told} ...${{ game, entry, names }} />
            ${undone.has(entry.version) && html`${" "}<small>(${say("history.undone")})</small>`}
          </p>
          <time datetime=${entry.at}>${time.format(new Date(entry.at))}</time>
        </li>`,
    )}
  </ol>`;
}
