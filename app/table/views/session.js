/** A session: taking an open seat, waiting for others, the table itself. */

import { usePage } from "../context.js";
import { useSession } from "../follow.js";
import { seatNames, useGame } from "../game.js";
import { anyToken, seatsOf } from "../keys.js";
import { link } from "../route.js";
import { html, useState } from "../vendor/preact-htm.js";
import { Act, Bar, Fault, Fleeting, Sheaf } from "./parts.js";
import { Passed } from "./passed.js";
import { Table } from "./table.js";

export function Session({ session }) {
  const { say, keys } = usePage();
  const [keyring, setKeyring] = useState(() => keys.of(session));
  const followed = useSession(session, keyring);
  const { view, connection, error } = followed;
  const { value: game, error: missing } = useGame(view?.game);

  function learn(more) {
    keys.add(session, more);
    setKeyring(keys.of(session));
  }

  if (error?.status === 401 && !anyToken(keyring) && Object.keys(keyring.invitations).length) {
    // A private session is told to nobody without a token; an invitation is as good as one.
    return html`<${Sheaf} title=${say("session.title")}>
      ${Object.keys(keyring.invitations).map(
        (seat) =>
          html`<${Claim} key=${seat} seat=${Number(seat)} session=${session} ...${{ keyring, learn }} />`,
      )}
    <//>`;
  }
  const closed = [401, 404].includes(error?.status) || connection === "gone";
  if (closed || error || missing) {
    return html`<${Sheaf} title=${say("session.title")}>
      <${Fault} error=${closed ? null : (error ?? missing)} />
      ${closed && html`<p role="alert">${say("session.gone")}</p>`}
      <p><a href="#/">${say("session.back")}</a></p>
    <//>`;
  }
  if (!view || !game)
    return html`<${Bar} />
      <main class="sheaf">
        <h1 class="hidden">${say("session.title")}</h1>
        <p role="status">${say("session.loading")}</p>
      </main>`;
  if (view.status === "waiting")
    return html`<${Lobby} followed=${followed} game=${game} keyring=${keyring} learn=${learn} />`;
  return html`<${Table} followed=${followed} game=${game} keyring=${keyring} />`;
}

/** Before all seats are taken. */
function Lobby({ followed, game, keyring, learn }) {
  const { say } = usePage();
  const { view } = followed;
  const mine = seatsOf(keyring);
  const names = seatNames(view, say);
  const invited = view.seats.filter(({ open, seat }) => open && seat in keyring.invitations);
  return html`<${Sheaf} title=${game.title}>
    <p class="lead" role="status">${say("lobby.waiting", { n: view.seats.filter(({ open }) => open).length })}</p>
    <ol class="plain lobby">
      ${view.seats.map(
        ({ seat, open }) =>
          html`<li key=${seat}>
            <strong>${names[seat]}</strong
            >${" "}${open ? say("lobby.free") : mine.includes(seat) ? say("lobby.here") : say("lobby.there")}
          </li>`,
      )}
    </ol>
    ${invited.map(
      ({ seat }) =>
        html`<${Claim} key=${seat} seat=${seat} session=${view.id} host=${Boolean(keyring.host)} ...${{ keyring, learn }} />`,
    )}
    ${!mine.length && !invited.length && html`<p>${say("lobby.looking_on")}</p>`}
    ${
      view.visibility === "public" &&
      html`<${Passed} label=${say("link.spectator")} href=${link(`#/s/${view.id}`)} />`
    }
  <//>`;
}

/** An open seat: for the host a link to pass on, for the invited a name to take it with. */
function Claim({ seat, session, host = false, keyring, learn }) {
  const { api, say } = usePage();
  const [name, setName] = useState("");
  const [fault, setFault] = useState(null);
  const invitation = keyring.invitations[seat];
  async function claim() {
    const body = { name: name.trim() || say("seat.default", { n: seat + 1 }), invitation };
    const claimed = await api.post(`sessions/${session}/seats/${seat}/claim`, body);
    const { commitment, game } = claimed.session;
    learn({ seats: { [seat]: claimed.token }, commitment, game });
  }
  return html`<section class="card">
    <h2>${say("seat.open", { n: seat + 1 })}</h2>
    ${
      host &&
      html`<${Passed} label=${say("link.invitation")} href=${link(`#/s/${session}/claim/${seat}/${invitation}`)} />`
    }
    <div class="passed">
      <label
        >${host ? say("claim.here") : say("claim.name")}<input
          maxlength="64"
          value=${name}
          placeholder=${say("seat.default", { n: seat + 1 })}
          onInput=${(event) => setName(event.target.value)}
      /></label>
      <${Act} class=${host ? "" : "main"} act=${claim} failed=${setFault}>${say("claim.take")}<//>
    </div>
    <${Fleeting} />
    <${Fault} error=${fault} />
  </section>`;
}
