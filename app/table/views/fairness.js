/** The proof of the dice: the commitment before, the check after. */

import { usePage, useAsked } from "../context.js";
import { check } from "../fair.js";
import { anyToken } from "../keys.js";
import { html, useState } from "../vendor/preact-htm.js";
import { Act, Fault } from "./parts.js";

export function Fairness({ view, names, keyring, followed }) {
  const { api, say } = usePage();
  const { value, error } = useAsked(
    () => api.get(`sessions/${view.id}/fairness`, { token: anyToken(keyring) }),
    [view.status],
  );
  const [found, setFound] = useState(null);
  const [fault, setFault] = useState(null);
  const rolled = followed.entries.filter(({ kind, dice }) => kind === "move" && dice.length);

  async function checkIt() {
    const checked = await check(value);
    const told = new Map(value.throws.map((each) => [each.version, each.dice.join()]));
    // The throws that were seen here are those of the record; and what was promised is what was kept from the start.
    const seen =
      rolled.every(({ version, dice }) => told.get(version) === dice.join()) && told.size === rolled.length;
    const promised = !keyring.commitment || keyring.commitment === value.commitment;
    setFound({ ...checked, seen, promised, right: checked.right && seen && promised });
  }

  return html`<div class="fairness">
    <p>${say("fairness.lead")}</p>
    <${Fault} error=${error ?? fault} />
    ${
      value &&
      html`<dl class="facts">
          <div>
            <dt>${say("fairness.commitment")}</dt>
            <dd><code>${value.commitment}</code></dd>
          </div>
          ${
            value.secret &&
            html`<div>
              <dt>${say("fairness.secret")}</dt>
              <dd><code>${value.secret}</code></dd>
            </div>`
          }
          ${value.seeds.map(
            (seed, seat) =>
              html`<div key=${seat}>
                <dt>${say("fairness.seed", { name: names[seat] })}</dt>
                <dd>${seed === null ? say("fairness.no_seed") : html`<code>${seed}</code>`}</dd>
              </div>`,
          )}
        </dl>
        ${!globalThis.crypto.subtle && html`<p class="fault">${say("fairness.insecure")}</p>`}
        ${
          value.secret && globalThis.crypto.subtle
            ? html`<${Act} class="main" act=${checkIt} failed=${setFault}>${say("fairness.check")}<//>`
            : !value.secret && html`<p>${say("fairness.later")}</p>`
        }`
    }
    <div role="status">
      ${
        found &&
        html`<p class=${found.right ? "proved" : "fault"}>
          <strong>${found.right ? say("fairness.right", { n: found.throws.length }) : say("fairness.wrong")}</strong>
        </p>`
      }
    </div>
    ${
      found &&
      html`<ul class="plain">
          <li>${`${mark(found.committed && found.promised)} ${say("fairness.committed")}`}</li>
          <li>${`${mark(found.numbered)} ${say("fairness.numbered")}`}</li>
          <li>${`${mark(found.seen)} ${say("fairness.seen")}`}</li>
        </ul>
        <div class="table-scroll" tabindex="0" role="group">
          <table class="throws">
            <thead>
              <tr>
                <th scope="col">${say("fairness.throw")}</th>
                <th scope="col">${say("outcome.player")}</th>
                <th scope="col">${say("fairness.told")}</th>
                <th scope="col">${say("fairness.computed")}</th>
              </tr>
            </thead>
            <tbody>
              ${found.throws.map(
                (each) =>
                  html`<tr key=${each.version} class=${each.right ? "" : "wrong"}>
                    <td>${each.version}</td>
                    <td>${names[each.seat]}</td>
                    <td>${each.dice.join(" ")}</td>
                    <td>${each.computed.join(" ")} ${mark(each.right)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>`
    }
  </div>`;
}

const mark = (right) => (right ? "✓" : "✗");
