/** The first view: which game, or on with one that is known here. */

import { usePage, useAsked } from "../context.js";
import { html } from "../vendor/preact-htm.js";
import { Fault, Sheaf } from "./parts.js";

export function Start() {
  const { api, say, keys } = usePage();
  const { value, error } = useAsked(() => api.get(`games?lang=${api.language}`), [api]);
  const games = value?.games ?? [];
  const titles = Object.fromEntries(games.map(({ name, title }) => [name, title]));
  const played = keys.list().slice(0, 5);
  const day = new Intl.DateTimeFormat(say.language, { dateStyle: "medium", timeStyle: "short" });
  return html`<${Sheaf} title=${say("start.title")}>
    <p class="lead">${say("start.lead")}</p>
    <${Fault} error=${error} />
    <ul class="games">
      ${games.map(
        ({ name, title, summary, seats }) =>
          html`<li key=${name}>
            <a class="game" href="#/new/${name}">
              <strong>${title}</strong>
              <span>${summary}</span>
              <small>${forSeats(say, seats)}</small>
            </a>
            <a class="pad-link" href="#/new/${name}/pad">${say("start.pad")}<span class="hidden">: ${title}</span></a>
          </li>`,
      )}
    </ul>
    ${
      played.length > 0 &&
      html`<h2>${say("start.again")}</h2>
        <ul class="plain">
          ${played.map(
            ({ session, game, at }) =>
              html`<li key=${session}>
                <a href="#/s/${session}">${titles[game] ?? game ?? say("start.session")}, ${day.format(at)}</a>
              </li>`,
          )}
        </ul>`
    }
    <h2><a href="#/check">${say("check.title")}</a></h2>
    <p>${say("check.lead")}</p>
  <//>`;
}

function forSeats(say, { min, max }) {
  return min === max ? say("start.seats", { n: max }) : say("start.up_to", { n: max });
}
