/** The fields of a form, each for one plain value. */

import { words } from "../texts.js";
import { html } from "../vendor/preact-htm.js";

export function Flag({ id, described, value, change }) {
  return html`<input
    id=${id}
    type="checkbox"
    aria-describedby=${described}
    checked=${value}
    onChange=${(event) => change(event.target.checked)}
  />`;
}

export function Choice({ id, name, described, schema, value, change, game }) {
  const chosen = (event) => change(schema.enum[event.target.selectedIndex]);
  return html`<select id=${id} aria-describedby=${described} onChange=${chosen}>
    ${schema.enum.map(
      (each) =>
        html`<option key=${each} selected=${each === value}>
          ${game.messages?.[`choice.${name}.${each}`] ?? game.messages?.[`category.${each}`] ?? words(each)}
        </option>`,
    )}
  </select>`;
}

/** A number; where it may be left out, an empty field changes it to `empty`. */
export function Figure({ id, described, schema, value, change, empty }) {
  const typed = (event) =>
    event.target.value !== "" ? change(Number(event.target.value)) : empty !== undefined && change(empty);
  return html`<input
    id=${id}
    type="number"
    inputmode="numeric"
    aria-describedby=${described}
    min=${schema.minimum}
    max=${schema.maximum}
    step=${schema.multipleOf ?? (schema.type === "integer" ? 1 : "any")}
    value=${value}
    onInput=${typed}
  />`;
}

/** Several numbers in one field, with spaces between them. */
export function Figures({ id, described, value, change }) {
  const typed = (event) =>
    change(
      event.target.value
        .split(/[\s,;]+/)
        .filter(Boolean)
        .map(Number),
    );
  return html`<input
    id=${id}
    inputmode="numeric"
    aria-describedby=${described}
    defaultValue=${(value ?? []).join(" ")}
    onChange=${typed}
  />`;
}

export function Text({ id, described, value, change }) {
  return html`<input
    id=${id}
    aria-describedby=${described}
    value=${value ?? ""}
    onInput=${(event) => change(event.target.value)}
  />`;
}
