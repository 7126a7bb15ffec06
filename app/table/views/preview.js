/**
 * What was built: a sheet with its boxes and columns, filled with what an example throw is worth; of a game without a
 * sheet, what such throws score. What is found wrong stands beside what it is about.
 */

import { Dice } from "../boards/dice.js";
import { usePage } from "../context.js";
import { words } from "../texts.js";
import { html, useState } from "../vendor/preact-htm.js";

/** examples: throws with all that they are worth, as the service scores them. faults: `[{pointer, detail}]`. */
export function Preview({ game, options, examples, faults }) {
  const { say } = usePage();
  if (options.boxes) return html`<${Sheet} ...${{ game, options, examples, faults }} />`;
  const scored = examples.filter(({ ways }) => ways.every(({ move }) => move.dice));
  if (!scored.length) return null;
  return html`<table class="preview">
    <caption>
      ${say("preview.throws")}
    </caption>
    <tbody>
      ${scored.map(
        ({ dice, best }) =>
          html`<tr key=${dice.join("")}>
            <th scope="row"><${Dice} faces=${dice} label=${dice.join(" ")} /></th>
            <td>${best ? say.number(best.points) : "–"}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

const MARKS = { free: "", down: "↓", up: "↑" };

function Sheet({ game, options, examples, faults }) {
  const { say } = usePage();
  const [at, setAt] = useState(0);
  const shown = examples[Math.min(at, examples.length - 1)];
  const columns = options.columns?.length ? options.columns : [{ factor: 1, order: "free" }];
  const several = columns.length > 1;
  const worth = new Map(shown?.ways.map(({ move, points }) => [move.category, points]));
  const titled = ({ category, name }) => name ?? game.messages?.[`category.${category}`] ?? words(category);
  return html`<table class="preview">
    <caption>
      ${
        shown &&
        html`<button type="button" onClick=${() => setAt((at + 1) % examples.length)}>
          <${Dice} faces=${shown.dice} label=${shown.dice.join(" ")} /> ${say("preview.next")}
        </button>`
      }
    </caption>
    ${
      (several || columns[0].order !== "free" || columns[0].factor > 1) &&
      html`<thead>
        <tr>
          <td></td>
          ${columns.map(
            ({ factor, order }, place) =>
              html`<th scope="col" key=${place}>
                ${factor > 1 ? `× ${factor}` : several ? place + 1 : ""} ${MARKS[order]}
                <${Wrong} faults=${faults} at=${`/columns/${place}`} />
              </th>`,
          )}
        </tr>
      </thead>`
    }
    <tbody>
      ${options.boxes.map(
        (box, row) =>
          html`<tr key=${row}>
            <th scope="row">${titled(box)} <${Wrong} faults=${faults} at=${`/boxes/${row}`} /></th>
            ${columns.map((_, place) => {
              const points = worth.get(several ? `${box.category}.${place + 1}` : box.category);
              return html`<td key=${place}>${points === undefined ? "" : say.number(points)}</td>`;
            })}
          </tr>`,
      )}
      ${
        options.bonus > 0 &&
        html`<tr class="bonus">
          <th scope="row">
            ${say("sheet.bonus", { points: say.number(options.bonus) })}${" "}
            <${Wrong} faults=${faults} at="/bonus" /><${Wrong} faults=${faults} at="/bonus_from" />
          </th>
          <td colspan=${columns.length}>≥ ${say.number(options.bonus_from)}</td>
        </tr>`
      }
      ${options.bonuses.map(
        (_, row) =>
          html`<tr class="bonus" key=${`bonus.${row}`}>
            <th scope="row">
              ${say("sheet.own_bonus", { n: row + 1 })} <${Wrong} faults=${faults} at=${`/bonuses/${row}`} />
            </th>
            <td colspan=${columns.length}></td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** What is wrong with one thing, or with something in it. */
function Wrong({ faults, at }) {
  const here = faults.filter(({ pointer }) => `${pointer}/`.startsWith(`/options${at}/`));
  return here.map((each) => html`<span key=${each.pointer + each.code} class="fault">${each.detail}</span>`);
}
