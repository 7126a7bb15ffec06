/** The games to go on with: those that this browser knows, with their players and how they stand. */

import { Refusal } from "../api.js";
import { useAsked, usePage } from "../context.js";
import { anyToken } from "../keys.js";
import { html } from "../vendor/preact-htm.js";

const SHOWN = 3;

export function Resume({ titles }) {
  const { say, keys } = usePage();
  const known = keys.list().slice(0, SHOWN);
  if (!known.length) return null;
  return html`<section class="resume" aria-label=${say("start.again")}>
    <h2>${say("start.again")}</h2>
    <ul class="plain">
      ${known.map((each) => html`<${Known} key=${each.session} ...${each} title=${titles[each.game]} />`)}
    </ul>
  </section>`;
}

/** One of them. The line below its title has its room before it is known what stands there. */
function Known({ session, title, at }) {
  const { api, say, keys } = usePage();
  const { value: view, error } = useAsked(
    () => api.get(`sessions/${session}`, { token: anyToken(keys.of(session)) }),
    [api, session],
  );
  const gone = error instanceof Refusal && error.status === 404;
  const day = new Intl.DateTimeFormat(say.language, { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });
  const names = view?.seats.map(({ name, seat }) => name ?? say("seat.open", { n: seat + 1 })).join(", ");
  return html`<li>
    <a href="#/s/${session}">
      <strong>${title ?? say("start.session")}</strong>${names && html`<span class="who">${names}</span>`}
      <small>${view ? state(say, view) : gone ? say("start.gone") : " "}</small>
      <time datetime=${new Date(at).toISOString()}>${day.format(at)}</time>
    </a>
  </li>`;
}

/** How a session stands, in a few words. */
function state(say, view) {
  const named = (seats) => new Intl.ListFormat(say.language).format(seats.map((seat) => view.seats[seat].name));
  if (view.status === "waiting")
    return say("lobby.waiting", { n: view.seats.filter(({ open }) => open).length });
  if (view.status === "active") return say("turn.yours", { name: named(view.to_move) });
  return say("start.over");
}
