/** A form made from a JSON Schema: the options of any game, nested and listed ones too. */

import { usePage } from "../context.js";
import { defaults, fits, isFigures, isNumber, orNothing, plain, referredTo, variantsOf } from "../schema.js";
import { words } from "../texts.js";
import { html, useRef, useState } from "../vendor/preact-htm.js";
import { Choice, Figure, Figures, Flag, Reference, Text } from "./fields.js";
import { List } from "./lists.js";

/**
 * A form for an object of the schema, such as the options of a game.
 *
 * root: where references are looked up, the schema itself unless it is part of a document. faults: `[{pointer,
 * detail}]`, shown where they belong. titles: names of fields for which the game has no message. open: whether nested
 * values are seen from the start.
 */
export function Options({ game, schema, root = schema, value, change, faults, titles = {}, open = false }) {
  return html`<div class="options">
    ${Object.entries(plain(schema, root).properties ?? {}).map(
      ([name, of]) =>
        html`<${Field}
          key=${name}
          name=${name}
          pointer=${`/${name}`}
          schema=${of}
          value=${value[name]}
          change=${(next) => change({ ...value, [name]: next })}
          whole=${value}
          ...${{ root, game, faults, titles, open }}
        />`,
    )}
    <${Faults} faults=${faults} at="" />
  </div>`;
}

/** Where a fault stands, in the options themselves. */
const placeOf = ({ pointer }) => pointer.replace(/^\/options(?=\/|$)/, "");

function Faults({ faults, at, id }) {
  const here = faults.filter((each) => placeOf(each) === at);
  return html`<span id=${id} class="faults" aria-live="polite"
    >${here.map((each) => html`<span key=${each.code} class="fault">${each.detail}</span>`)}</span
  >`;
}

/** Folded until it is wanted, or something in it is found wrong; `line` is what is seen of it then. */
export function Unfolding({ faults, at, open, line, children, ...rest }) {
  const unfolded = useRef(open);
  unfolded.current ||= faults.some((each) => placeOf(each) === at || placeOf(each).startsWith(`${at}/`));
  return html`<details open=${unfolded.current} ...${rest}>
    <summary>${line}</summary>
    ${children}
  </details>`;
}

/** A value that is chosen by name, as a person reads it. */
export function choiceTitle(game, name, code) {
  return game.messages?.[`choice.${name}.${code}`] ?? game.messages?.[`category.${code}`] ?? words(code);
}

/** A meaning with the values it speaks of as the form shows them. */
function explained(say, game, name, description) {
  return description
    .replace(/`(\w+)`/g, (_, code) => say("options.quoted", { text: choiceTitle(game, name, code) }))
    .replace(/\bnull\b(?=:)/g, say("options.empty"));
}

/** One value with its title, meaning and faults; `bare` leaves title and meaning out. */
export function Field({ name, schema, bare, ...rest }) {
  const { say } = usePage();
  const { root, value, pointer, faults, game, titles, open, whole } = rest;
  const id = `option${pointer}`;
  const here = plain(schema, root);
  const title =
    titles[name] ??
    (game.messages?.[`option.${name}`] || game.messages?.[`category.${name}`]) ??
    here.title ??
    words(name);
  const told = { ...rest, name, schema: here, id, described: `${id}d ${id}f`, title };
  const meaning =
    !bare &&
    !titles[name] &&
    here.description &&
    html`<small id=${`${id}d`} class="meaning">${explained(say, game, name, here.description)}</small>`;
  const wrong = html`<${Faults} faults=${faults} at=${pointer} id=${`${id}f`} />`;
  if (here.type === "boolean") {
    return html`<div class="field">
      <label class="choice"><${Flag} ...${told} /><span>${title}</span></label
      >${meaning}${wrong}
    </div>`;
  }
  if ("const" in here) return null; // it only tells variants apart
  const single = orNothing(here, root);
  const kinds = single ? null : variantsOf(here, root);
  if (!single && !isFigures(here, root) && (kinds || here.type === "object" || here.type === "array")) {
    const Inner = kinds ? Variant : here.type === "object" ? Group : List;
    const body = html`<${Inner} ...${told} />${wrong}`;
    if (bare) return html`<div class="field">${body}</div>`;
    const line = html`${title} <span class="amount">${Array.isArray(value) ? value.length : ""}</span>`;
    return html`<${Unfolding} class="field nested" line=${line} faults=${faults} at=${pointer} open=${open}>
      ${meaning}${body}
    <//>`;
  }
  if (single) Object.assign(told, { schema: single, empty: null });
  const named = referredTo(told.schema, whole);
  const Inner = isFigures(here, root)
    ? Figures
    : told.schema.enum
      ? Choice
      : isNumber(told.schema)
        ? Figure
        : named
          ? Reference
          : Text;
  return html`<div class="field">
    <label for=${id} class=${bare ? "hidden" : ""}>${title}</label>${meaning}<${Inner} ...${told} named=${named} />${wrong}
  </div>`;
}

/** One of several kinds of value: first which, then the value itself, unless the kind has but one. */
function Variant({ schema, root, value, change, title, name, ...rest }) {
  const { say } = usePage();
  const kinds = variantsOf(schema, root).flatMap((each) => each.enum?.map((one) => ({ const: one })) ?? each);
  const found = kinds.findIndex((each) => fits(value, each, root));
  const at = Math.max(found, 0);
  function named(kind) {
    if (kind.type === "null") return "–";
    if ("const" in kind) return choiceTitle(rest.game, name, kind.const);
    if (isNumber(kind)) return say("options.number");
    if (kind.type === "array") return say("options.several");
    if (kinds.length === 2 && kinds[1].type === "null") return title; // that, or nothing
    return kind.title ?? words(Object.values(kind.properties ?? {}).find((each) => "const" in each)?.const ?? kind.type);
  }
  const chosen = (event) => change(defaults(kinds[event.target.selectedIndex], root, firstOf(rest.whole)));
  return html`<select aria-label=${title} onChange=${chosen}>
      ${kinds.map((each, place) => html`<option key=${place} selected=${place === at}>${named(each)}</option>`)}
    </select>
    ${
      kinds[at].type !== "null" &&
      html`<${Field}
        ...${rest}
        key=${at}
        name=${name}
        bare
        schema=${kinds[at]}
        root=${root}
        value=${value}
        change=${change}
      />`
    }`;
}

/** For `defaults`: the first of what a text may name in these options. */
export const firstOf = (whole) => (schema) => referredTo(schema, whole)?.[0];

/** Named values; where the schema leaves the names open, they are typed. */
function Group({ schema, root, value, change, pointer, ...rest }) {
  const { say } = usePage();
  const [name, setName] = useState("");
  const known = Object.entries(schema.properties ?? {});
  const free = typeof schema.additionalProperties === "object" ? Object.keys(value ?? {}) : [];
  const named = schema.propertyNames && plain(schema.propertyNames, root).enum;
  const own = new Set(rest.game.categories.map(({ id }) => id));
  // Where the contract leaves the names open, those are meant that the table has.
  const all =
    named?.filter((each) => !own.size || own.has(each) || !named.some((other) => own.has(other))) ??
    (schema.propertyNames && own.size ? [...own] : undefined);
  const names = all?.filter((each) => !free.includes(each));
  const put = (each, next) => change({ ...value, [each]: next });
  const drop = (each) => change(Object.fromEntries(Object.entries(value).filter(([other]) => other !== each)));
  const inner = (each, of, next = (made) => put(each, made)) =>
    html`<${Field}
      ...${rest}
      key=${each}
      name=${each}
      pointer=${`${pointer}/${each}`}
      schema=${of}
      root=${root}
      value=${value?.[each]}
      change=${next}
    />`;
  if (all && isNumber(plain(schema.additionalProperties, root))) {
    // A number for each of a few names: all of them are shown, and an empty one is left out.
    const figure = { anyOf: [schema.additionalProperties, { type: "null" }] };
    return html`<div class="group figures">
      ${all.map((each) => inner(each, figure, (next) => (next === null ? drop(each) : put(each, next))))}
    </div>`;
  }
  return html`<div class="group">
    ${known.map(([each, of]) => inner(each, of))}
    ${free.map(
      (each) =>
        html`<div class="entry" key=${each}>
          ${inner(each, schema.additionalProperties)}
          <button
            type="button"
            class="quiet"
            aria-label=${say("options.remove", { name: words(each) })}
            onClick=${() => drop(each)}
          >
            ✕
          </button>
        </div>`,
    )}
    ${
      typeof schema.additionalProperties === "object" &&
      html`<div class="entry">
        ${
          names
            ? html`<select aria-label=${say("options.name")} onChange=${(event) => setName(event.target.value)}>
                <option value=""></option>
                ${names.map(
                  (each) =>
                    html`<option key=${each} value=${each}>
                      ${rest.game.messages?.[`category.${each}`] ?? words(each)}
                    </option>`,
                )}
              </select>`
            : html`<input
                aria-label=${say("options.name")}
                value=${name}
                onInput=${(event) => setName(event.target.value)}
              />`
        }
        <button
          type="button"
          onClick=${() => name && (put(name, defaults(schema.additionalProperties, root)), setName(""))}
        >
          ${say("options.add")}
        </button>
      </div>`
    }
  </div>`;
}
