/** The rules page of this table, and of a game that has one page for every table the options it plays with. */

import { useAsked, usePage } from "../context.js";
import { anyToken } from "../keys.js";
import { words } from "../texts.js";
import { html } from "../vendor/preact-htm.js";
import { inShort } from "./lists.js";
import { Fault } from "./parts.js";

export function RulesPage({ game, view, keyring }) {
  const { api, say } = usePage();
  const { value, error } = useAsked(
    () => api.get(`sessions/${view.id}/rules?lang=${api.language}`, { token: anyToken(keyring) }),
    [api, view.id],
  );
  if (!value) return html`<${Fault} error=${error} />`;
  const options = value.rules === game.rules ? Object.entries(view.options) : [];
  return html`${
      options.length > 0 &&
      html`<h3>${say("rules.options")}</h3>
        <dl class="facts">
          ${options.map(
            ([name, value]) =>
              html`<div key=${name}>
                <dt>${game.options.properties?.[name]?.title ?? words(name)}</dt>
                <dd>${shown(say, game, name, value)}</dd>
              </div>`,
          )}
        </dl>`
    } <${Markdown} text=${value.rules} />`;
}

/** The value of an option as a person reads it. */
function shown(say, game, name, value) {
  if (typeof value === "boolean") return say(value ? "yes" : "no");
  if (typeof value === "number") return say.number(value);
  if (typeof value === "string") return game.messages?.[`choice.${name}.${value}`] ?? words(value);
  if (value === null) return "–";
  const items = game.options.properties?.[name]?.items;
  if (!Array.isArray(value) || !items) return html`<code>${JSON.stringify(value)}</code>`;
  return html`<ul class="plain">
    ${value.map(
      (each, place) =>
        html`<li key=${place}>${typeof each === "object" ? inShort(game, each, items, game.options) : each}</li>`,
    )}
  </ul>`;
}

/** As much Markdown as rules pages use: headings, paragraphs, tables, lists, bold, italics, code. */
function Markdown({ text }) {
  return text.split(/\n{2,}/).map((block, key) => html`<${Block} key=${key} text=${block.trim()} />`);
}

function Block({ text }) {
  const heading = /^(#+) (.*)$/s.exec(text);
  if (heading) {
    const Tag = `h${Math.min(heading[1].length + 2, 6)}`;
    return html`<${Tag}>${inline(heading[2])}<//>`;
  }
  const lines = text.split("\n");
  if (lines[0].startsWith("|")) {
    const [head, , ...rows] = lines.map((line) =>
      line
        .replace(/^\||\|$/g, "")
        .split("|")
        .map((cell) => cell.trim()),
    );
    return html`<div class="table-scroll" tabindex="0" role="group">
      <table>
        <thead>
          <tr>
            ${head.map((cell) => html`<th>${inline(cell)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                ${row.map((cell) => html`<td>${inline(cell)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }
  if (/^[*-] /.test(text))
    return html`<ul>
      ${text
        .split(/^[*-] /m)
        .slice(1)
        .map((item) => html`<li>${inline(item)}</li>`)}
    </ul>`;
  return html`<p>${inline(text)}</p>`;
}

function inline(text) {
  return text.split(/(\\[^\w\s]|\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).map((part) => {
    if (part.startsWith("\\")) return part.slice(1); // a mark that means itself
    if (part.startsWith("**")) return html`<strong>${part.slice(2, -2)}</strong>`;
    if (part.startsWith("*") && part.length > 2) return html`<em>${part.slice(1, -1)}</em>`;
    if (part.startsWith("`")) return html`<code>${part.slice(1, -1)}</code>`;
    return part;
  });
}
