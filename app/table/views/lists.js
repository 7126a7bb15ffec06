/** Lists in a form: entries are added, removed and moved, and long ones are told in short until they are opened. */

import { usePage } from "../context.js";
import { defaults, fits, plain, variantsOf } from "../schema.js";
import { words } from "../texts.js";
import { html } from "../vendor/preact-htm.js";
import { choiceTitle, Field, firstOf, Unfolding } from "./options.js";

/** Values in a row. */
export function List({ schema, root, value, change, pointer, ...rest }) {
  const { say } = usePage();
  const items = value ?? [];
  const of = (place) => schema.prefixItems?.[place] ?? schema.items ?? {};
  const put = (place, next) => change(items.map((each, other) => (other === place ? next : each)));
  const add = () => change([...items, defaults(of(items.length), root, unused(items, firstOf(rest.whole)))]);
  function swap(place) {
    const next = [...items];
    [next[place - 1], next[place]] = [items[place], items[place - 1]];
    change(next);
  }
  const button = (sign, title, act, disabled = false) =>
    html`<button type="button" class="quiet" aria-label=${title} disabled=${disabled} onClick=${act}>${sign}</button>`;
  return html`<ol class="list">
    ${items.map(
      (each, place) =>
        html`<li class="entry" key=${place}>
          <${Folded} ...${rest} value=${each} schema=${of(place)} root=${root} at=${`${pointer}/${place}`}>
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
            html`<span class="sorting">
              ${items.length > 1 && button("↑", say("options.up", { n: place + 1 }), () => swap(place), place === 0)}
              ${button("✕", say("options.remove", { name: place + 1 }), () =>
                change(items.filter((_, other) => other !== place)),
              )}
            </span>`
          }
        </li>`,
    )}
    ${
      !schema.prefixItems &&
      items.length < (schema.maxItems ?? Infinity) &&
      html`<li><button type="button" onClick=${add}>${say("options.add")}</button></li>`
    }
  </ol>`;
}

/** For `defaults`: the first example of a text that no other entry has, or what else there is to choose. */
export const unused = (items, choose) => (schema) =>
  schema.examples?.find((each) => !items.some((item) => item === each || Object.values(item ?? {}).includes(each))) ??
  choose(schema);

/** An object of a list in a few words: what it is, and what is not as usual. */
export function inShort(game, value, schema, root) {
  const here = plain(schema, root);
  const kind = variantsOf(here, root)?.find((each) => fits(value, each, root)) ?? here;
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
  return [...new Set(short.flat())].join(" · ");
}

/** An object in a list is told in short until it is opened. */
function Folded({ open, value, schema, root, game, faults, at, children }) {
  if (open || value === null || typeof value !== "object" || Array.isArray(value)) return children;
  const line = inShort(game, value, schema, root);
  return html`<${Unfolding} class="folded" line=${line} faults=${faults} at=${at}>${children}<//>`;
}
