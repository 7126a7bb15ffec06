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

/** A text; where it may be left out, an empty field changes it to `empty`. The schema's examples are offered. */
export function Text({ id, described, schema, value, change, empty = "", game }) {
  const offered = schema.examples?.length > 1 ? schema.examples : null;
  return html`<input
      id=${id}
      aria-describedby=${described}
      list=${offered ? `${id}l` : undefined}
      maxlength=${schema.maxLength}
      value=${value ?? ""}
      onInput=${(event) => change(event.target.value === "" ? empty : event.target.value)}
    />${
      offered &&
      html`<datalist id=${`${id}l`}>
        ${offered.map((each) => html`<option key=${each} value=${each}>${game.messages?.[`category.${each}`]}</option>`)}
      </datalist>`
    }`;
}

/** One of the texts that stand elsewhere in the same options, or, where that may be, none of them. */
export function Reference({ id, described, value, change, named, empty, game }) {
  const known = named.includes(value);
  const titled = (each) => game.messages?.[`category.${each}`] ?? words(each);
  return html`<select id=${id} aria-describedby=${described} onChange=${(event) => change(event.target.value || empty)}>
    ${(empty === null || !known) && html`<option value=${known ? "" : value} selected=${!known}>–</option>`}
    ${named.map((each) => html`<option key=${each} value=${each} selected=${each === value}>${titled(each)}</option>`)}
  </select>`;
}
