/** Check mode: what a table wrote down itself is held against the rules, with every fault at its place. */

import { usePage, useAsked } from "../context.js";
import { useGame, worded } from "../game.js";
import { defaults } from "../schema.js";
import { words } from "../texts.js";
import { html, useState } from "../vendor/preact-htm.js";
import { Options } from "./options.js";
import { Act, Fault, Sheaf } from "./parts.js";

export function Check() {
  const { api, say } = usePage();
  const { value, error } = useAsked(() => api.get(`games?lang=${api.language}`), [api]);
  const games = value?.games ?? [];
  const [chosen, setChosen] = useState(null);
  const [filling, setFilling] = useState(false);
  const name = chosen ?? games[0]?.name;
  const { value: game } = useGame(name);
  return html`<${Sheaf} title=${say("check.title")}>
    <p class="lead">${say("check.lead")}</p>
    <${Fault} error=${error} />
    <div class="actions">
      <label class="field"
        ><span>${say("check.game")}</span>
        <select onChange=${(event) => setChosen(event.target.value)}>
          ${games.map(
            (each) =>
              html`<option key=${each.name} value=${each.name} selected=${each.name === name}>${each.title}</option>`,
          )}
        </select>
      </label>
      <label class="choice"
        ><input type="radio" name="way" checked=${!filling} onChange=${() => setFilling(false)} /><span
          >${say("check.paste")}</span
        ></label
      >
      <label class="choice"
        ><input type="radio" name="way" checked=${filling} onChange=${() => setFilling(true)} /><span
          >${say("check.fill")}</span
        ></label
      >
    </div>
    ${game && html`<${filling ? Filled : Pasted} key=${`${name}${filling}`} game=${game} />`}
  <//>`;
}

/** What the service finds, and the call that asks for it. */
function useFindings(game) {
  const { api } = usePage();
  const [found, setFound] = useState(null);
  const [error, setError] = useState(null);
  async function ask(sent) {
    setError(null);
    setFound(null);
    setFound({ ...(await api.post(`games/${game.name}/check?lang=${api.language}`, sent)), sent });
  }
  return { found, error, setError, ask };
}

/** A transcript: as text, or as the JSON that the service writes. */
function Pasted({ game }) {
  const { say } = usePage();
  const [text, setText] = useState("");
  const [checked, setChecked] = useState("");
  const { found, error, setError, ask } = useFindings(game);
  const unread = (error?.problem?.errors ?? []).filter(({ line }) => line);
  function check() {
    setChecked(text);
    return ask(text.trimStart().startsWith("{") ? asJson(text) : text);
  }
  return html`<label class="field"
      ><span>${say("check.transcript")}</span>
      <textarea
        rows="10"
        spellcheck="false"
        value=${text}
        placeholder=${`game ${game.name}\nseat Ida\nseat Otto\nIda: …\nOtto: …`}
        onInput=${(event) => setText(event.target.value)}
      ></textarea>
    </label>
    <${Act} class="main" act=${check} failed=${setError}>${say("check.do")}<//>
    <${Fault} error=${error} />
    <${Verdict} found=${found} />
    ${found && html`<${Lines} found=${found} text=${checked} />`}
    ${unread.length > 0 && html`<${Lines} found=${{ sent: checked, faults: unread }} text=${checked} />`}`;
}

/** As an object if it is one; the service says better than this page what is wrong with it if not. */
function asJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The transcript line by line, with what is wrong below each. What has no line stands at the end. */
function Lines({ found, text }) {
  const { say } = usePage();
  const lines = typeof found.sent === "string" ? text.split("\n") : [];
  const elsewhere = found.faults.filter(({ line }) => !line);
  return html`<ol class="lines">
      ${lines.map((line, place) => {
        const here = found.faults.filter((fault) => fault.line === place + 1);
        return html`<li key=${place} class=${here.length ? "wrong" : ""}>
          <code>${line || " "}</code>${here.map((fault, each) => html`<${Found} key=${each} fault=${fault} />`)}
        </li>`;
      })}
    </ol>
    <ul class="plain">
      ${elsewhere.map(
        (fault, place) =>
          html`<li key=${place}>
            ${fault.move && say("check.move", { n: fault.move })} <${Found} fault=${fault} />
          </li>`,
      )}
    </ul>`;
}

function Found({ fault }) {
  return html`<p class="fault">${fault.detail}${fault.rule && html` <small>§ ${fault.rule}</small>`}</p>`;
}

/** Whether all is right, and the totals beside those that were written down. */
function Verdict({ found }) {
  const { say } = usePage();
  if (!found) return html`<div role="status"></div>`;
  const { claimed, right } = found.totals;
  const shown = (total) => (total === null || total === undefined ? "–" : say.number(total));
  return html`<div role="status">
      <p class=${found.valid ? "proved" : "fault"}>
        <strong>${found.valid ? say("check.valid") : say("check.faults", { n: found.faults.length })}</strong>
      </p>
    </div>
    <table class="sheet">
      <caption>
        ${say("check.totals")}
      </caption>
      <thead>
        <tr>
          <td></td>
          ${right.map(
            (_, seat) =>
              html`<th scope="col" key=${seat}>
                ${found.sent.seats?.[seat]?.name ?? say("seat.default", { n: seat + 1 })}
              </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">${say("check.claimed")}</th>
          ${right.map((_, seat) => html`<td key=${seat}>${shown(claimed?.[seat])}</td>`)}
        </tr>
        <tr>
          <th scope="row">${say("check.right")}</th>
          ${right.map(
            (total, seat) =>
              html`<td key=${seat} class=${claimed && claimed[seat] !== total ? "minus" : ""}>${shown(total)}</td>`,
          )}
        </tr>
      </tbody>
    </table>`;
}

/** The game with the boxes that a table with these options has, where they are its own. */
function atTable(game, options) {
  if (!options.boxes) return game;
  const spoken = worded(game, options);
  const columns = options.columns.length > 1 ? options.columns.map((_, place) => place + 1) : [null];
  const boxes = columns.flatMap((column) => options.boxes.map(({ category }) => ({ category, column })));
  const ids = boxes.map(({ category, column }) => ({ id: column ? `${category}.${column}` : category }));
  const titles = boxes.map(({ category, column }) => [
    `category.${category}.${column}`,
    `${spoken.messages[`category.${category}`] ?? words(category)} (${column})`,
  ]);
  return { ...spoken, categories: ids, messages: { ...Object.fromEntries(titles), ...spoken.messages } };
}

/** The name under which the contract knows the sheets of a game: `yatzy-bg` has `YatzyBgSheetsRequest`. */
const contractName = (name) =>
  `${name
    .split("-")
    .map((part) => part[0].toUpperCase() + part.slice(1))
    .join("")}SheetsRequest`;

/** A sheet filled here: the form comes from the contract, so that it fits every game. */
function Filled({ game }) {
  const { api, say } = usePage();
  const { value: contract, error: missing } = useAsked(() => api.get("../openapi.json"), [api]);
  const { found, error, setError, ask } = useFindings(game);
  const [value, setValue] = useState({});
  const schema = contract?.components.schemas[contractName(game.name)];
  if (!contract) return html`<p role="status">${!missing && say("session.loading")}</p>
      <${Fault} error=${missing} />`;
  if (!schema) return html`<p>${say("check.no_sheet")}</p>`;
  const sheets = { ...schema, properties: { sheets: schema.properties.sheets } };
  const rules = Object.keys(game.options.properties ?? {}).length > 0;
  const shown = { sheets: value.sheets ?? defaults(schema.properties.sheets, contract) };
  const options = value.options ?? defaults(game.options);
  const titles = {
    sheets: say("check.sheets"),
    boxes: say("check.boxes"),
    turns: say("check.turns"),
    rows: say("check.rows"),
    results: say("check.results"),
    deductions: say("check.deductions"),
    sums: say("sheet.sum"),
    fifths: say("sheet.fifths"),
    points: say("sheet.points"),
    total: say("sheet.total"),
    upper_sum: say("sheet.upper"),
    bonus: say("check.bonus"),
    yatzy_bonus: say("sheet.more"),
    saved_throws: say("sheet.saved"),
  };
  const faults = found?.faults ?? [];
  return html`<form class="setup" onSubmit=${(event) => event.preventDefault()}>
    ${
      rules &&
      html`<details class="card">
        <summary>${say("setup.rules")}</summary>
        <${Options}
          game=${game}
          schema=${game.options}
          value=${options}
          change=${(next) => setValue({ ...value, options: next })}
          faults=${[]}
        />
      </details>`
    }
    <${Options}
      open
      game=${atTable(game, options)}
      schema=${sheets}
      root=${contract}
      value=${shown}
      change=${(next) => setValue({ ...value, ...next })}
      faults=${faults}
      titles=${titles}
    />
    <${Act} class="main" act=${() => ask(rules ? { ...shown, options } : shown)} failed=${setError}
      >${say("check.do")}<//
    >
    <${Fault} error=${error} />
    <${Verdict} found=${found} />
  </form>`;
}
