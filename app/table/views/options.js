/** A form made from a JSON Schema: the options of any game, nested and listed ones too. */

import { usePage } from "../context.js";
import { defaults, fits, isFigures, isNumber, onlyFigure, plain, variantsOf } from "../schema.js";
import { words } from "../texts.js";
import { html, useState } from "../vendor/preact-htm.js";
import { Choice, Figure, Figures, Flag, Text } from "./fields.js";

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
          ...${{ root, game, faults, titles, open }}
        />`,
    )}
    <${Faults} faults=${faults} at="" />
  </div>`;
}

function Faults({ faults, at, id }) {
  const here = faults.filter(({ pointer }) => pointer.replace(/^\/options(?=\/|$)/, "") === at);
  return html`<span id=${id} class="faults" aria-live="polite"
    >${here.map((each) => html`<span key=${each.code} class="fault">${each.detail}</span>`)}</span
  >`;
}

/** A value that is chosen by name, as a person reads it. */
function choiceTitle(game, name, code) {
  return game.messages?.[`choice.${name}.${code}`] ?? game.messages?.[`category.${code}`] ?? words(code);
}

/** A meaning with the values it speaks of as the form shows them. */
function explained(say, game, name, description) {
  return description
    .replace(/`(\w+)`/g, (_, code) => say("options.quoted", { text: choiceTitle(game, name, code) }))
    .replace(/\bnull\b(?=:)/g, say("options.empty"));
}

/** One value with its title, meaning and faults; `bare` leaves title and meaning out. */
function Field({ name, schema, bare, ...rest }) {
  const { say } = usePage();
  const { root, value, pointer, faults, game, titles, open } = rest;
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
  const single = onlyFigure(here, root);
  if (!single && !isFigures(here, root) && (variantsOf(here) || here.type === "object" || here.type === "array")) {
    const Inner = variantsOf(here) ? Variant : here.type === "object" ? Group : List;
    const body = html`<${Inner} ...${told} />${wrong}`;
    if (bare) return html`<div class="field">${body}</div>`;
    return html`<details class="field nested" open=${open}>
      <summary>${title} <span class="amount">${Array.isArray(value) ? value.length : ""}</span></summary>
      ${meaning}${body}
    </details>`;
  }
  if (single) Object.assign(told, { schema: single, empty: null });
  const Inner = isFigures(here, root) ? Figures : here.enum ? Choice : single || isNumber(here) ? Figure : Text;
  return html`<div class="field">
    <label for=${id} class=${bare ? "hidden" : ""}>${title}</label>${meaning}<${Inner} ...${told} />${wrong}
  </div>`;
}

/** One of several kinds of value: first which, then the value itself, unless the kind has but one. */
function Variant({ schema, root, value, change, title, name, ...rest }) {
  const { say } = usePage();
  const kinds = variantsOf(schema)
    .map((each) => plain(each, root))
    .flatMap((each) => each.enum?.map((one) => ({ const: one })) ?? each);
  const found = kinds.findIndex((each) => fits(value, each, root));
  const at = Math.max(found, 0);
  function named(kind) {
    if (kind.type === "null") return "–";
    if ("const" in kind) return choiceTitle(rest.game, name, kind.const);
    if (isNumber(kind)) return say("options.number");
    if (kind.type === "array") return say("options.several");
    return kind.title ?? words(Object.values(kind.properties ?? {}).find((each) => "const" in each)?.const ?? kind.type);
  }
  return html`<select
      aria-label=${title}
      onChange=${(event) => change(defaults(kinds[event.target.selectedIndex], root))}
    >
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

/** Named values; where the schema leaves the names open, they are typed. */
function Group({ schema, root, value, change, pointer, ...rest }) {
  const { say } = usePage();
  const [name, setName] = useState("");
  const known = Object.entries(schema.properties ?? {});
  const free = typeof schema.additionalProperties === "object" ? Object.keys(value ?? {}) : [];
  const named = schema.propertyNames && plain(schema.propertyNames, root).enum;
  const own = new Set(rest.game.categories.map(({ id }) => id));
  // Ids of boxes are open in the contract: the game's own are listed.
  const boxes = pointer.endsWith("/boxes") && own.size ? [...own] : undefined;
  const all = named?.filter((each) => !own.size || own.has(each) || !named.some((other) => own.has(other))) ?? boxes;
  const names = all?.filter((each) => !free.includes(each));
  const put = (each, next) => change({ ...value, [each]: next });
  const drop = (each) => change(Object.fromEntries(Object.entries(value).filter(([other]) => other !== each)));
  const inner = (each, of) =>
    html`<${Field}
      ...${rest}
      key=${each}
      name=${each}
      pointer=${`${pointer}/${each}`}
      schema=${of}
      root=${root}
      value=${value?.[each]}
      change=${(next) => put(each, next)}
    />`;
  if (all && isNumber(plain(schema.additionalProperties, root))) {
    // A number for each of a few names: all of them are shown, and an empty one is left out.
    const set = (each, next) => (next === null ? drop(each) : put(each, next));
    const figure = { anyOf: [schema.additionalProperties, { type: "null" }] };
    return html`<div class="group figures">
      ${all.map(
        (each) =>
          html`<${Field}
            ...${rest}
            key=${each}
            name=${each}
            pointer=${`${pointer}/${each}`}
            schema=${figure}
            root=${root}
            value=${value?.[each]}
            change=${(next) => set(each, next)}
          />`,
      )}
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

/** Values in a row. */
function List({ schema, root, value, change, pointer, ...rest }) {
  const { say } = usePage();
  const items = value ?? [];
  const of = (place) => schema.prefixItems?.[place] ?? schema.items ?? {};
  const put = (place, next) => change(items.map((each, other) => (other === place ? next : each)));
  return html`<ol class="list">
    ${items.map(
      (each, place) =>
        html`<li class="entry" key=${place}>
          <${Folded} open=${rest.open} value=${each} schema=${of(place)} root=${root} game=${rest.game}>
            <${Field}
              ...${rest}
              name=${`${place + 1}`}
              bare
              pointer=${`${pointer}/${place}`}
              schema=${of(place)}
              root=${root}
              value=${each}
              change=${(next) => put(place, next)}
            />
          <//>
          ${
            !schema.prefixItems &&
            html`<button
              type="button"
              class="quiet"
              aria-label=${say("options.remove", { name: place + 1 })}
              onClick=${() => change(items.filter((_, other) => other !== place))}
            >
              ✕
            </button>`
          }
        </li>`,
    )}
    ${
      !schema.prefixItems &&
      html`<li>
        <button type="button" onClick=${() => change([...items, defaults(of(items.length), root)])}>
          ${say("options.add")}
        </button>
      </li>`
    }
  </ol>`;
}

/** An object of a list in a few words: what it is, and what is not as usual. */
export function inShort(game, value, schema, root) {
  const here = plain(schema, root);
  const kind = variantsOf(here)?.find((each) => fits(value, each, root)) ?? here;
  const { title, properties = {} } = plain(kind, root);
  const told = (name, each) => (typeof each === "string" ? choiceTitle(game, name, each) : String(each));
  const short = Object.entries(value).map(([name, each]) => {
    const of = plain(properties[name] ?? {}, root);
    if ("const" in of) return [title ?? words(each)];
    if (each === null || typeof each === "boolean" || each === of.default) return [];
    return [each]
      .flat()
      .filter((one) => typeof one !== "object")
      .map((one) => told(name, one));
  });
  return short.flat().join(" · ");
}

/** An object in a list is told in short until it is opened. */
function Folded({ open, value, schema, root, game, children }) {
  if (open || value === null || typeof value !== "object") return children;
  return html`<details class="folded">
    <summary>${inShort(game, value, schema, root)}</summary>
    ${children}
  </details>`;
}
