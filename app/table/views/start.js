/** The first view: on with a game that is known here, or which one to play. */

import { useAsked, usePage } from "../context.js";
import { preload } from "../loading.js";
import { html, useEffect } from "../vendor/preact-htm.js";
import { cardsOf, KINDS } from "./cards.js";
import { Look } from "./looks.js";
import { Fault, Sheaf } from "./parts.js";
import { Resume } from "./resume.js";

export function Start() {
  const { api, say } = usePage();
  const { value, error } = useAsked(() => api.get(`games?lang=${api.language}`), [api]);
  useEffect(() => value && preload("new"), [value]);
  const games = value?.games ?? [];
  const titles = Object.fromEntries(games.map(({ name, title }) => [name, title]));
  const kinds = {
    boxes: say("start.boxes"),
    banking: say("start.banking"),
    other: say("start.other"),
    house: say("start.house"),
  };
  return html`<${Sheaf} title=${say("start.title")} wide>
    <p class="lead">${say("start.lead")}</p>
    <${Resume} titles=${titles} />
    <${Fault} error=${error} />
    ${KINDS.map((kind) => {
      const cards = cardsOf(kind, games, say.language);
      return (
        cards.length > 0 &&
        html`<section key=${kind} class="kind">
          <h2>${kinds[kind]}</h2>
          <ul class="games">
            ${cards.map((card) => html`<${Card} key=${`${card.game} ${card.preset}`} card=${card} />`)}
          </ul>
        </section>`
      );
    })}
    ${
      value &&
      html`<section class="kind">
        <h2><a href="#/check">${say("check.title")}</a></h2>
        <p>${say("check.lead")}</p>
        <h2><a href="#/points">${say("points.title")}</a></h2>
        <p>${say("points.lead")}</p>
      </section>`
    }
  <//>`;
}

function Card({ card }) {
  const { say } = usePage();
  const { of, preset, look, minutes } = card;
  const title = card.title?.(say) ?? of.title;
  const to = (way) => `#/new/${of.name}/${way}${preset ? `/${preset}` : ""}`;
  const facts = [forSeats(say, of.seats), minutes && say("start.minutes", { n: minutes })].filter(Boolean);
  return html`<li class="game">
    <${Look} look=${look} />
    <div class="game-text">
      <h3>${title}</h3>
      <p class="facts-line">${facts.join(" · ")}</p>
      <p class="summary">${card.summary?.(say) ?? of.summary}</p>
    </div>
    <div class="game-ways">
      <a class="play" href=${to("play")} aria-label=${`${say("start.play")}: ${title}`}>${say("start.play")}</a>
      <a class="pad-link" href=${to("pad")} aria-label=${`${say("start.pad")}: ${title}`}>${say("start.pad")}</a>
    </div>
  </li>`;
}

function forSeats(say, { min, max }) {
  if (max === 1) return say("start.alone");
  return min === 1 ? say("start.any") : say("start.from", { n: min });
}
