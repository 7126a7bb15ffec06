/** A session: taking an open seat, waiting for others, the table itself. */

import { Refusal } from "../api.js";
import { usePage } from "../context.js";
import { useSession } from "../follow.js";
import { hintsText, isKnown, seatNames, useGame } from "../game.js";
import { anyToken, seatsOf } from "../keys.js";
import { knownNames, rememberNames } from "../names.js";
import { link } from "../route.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { Gone } from "./gone.js";
import { Act, Bar, Fault, Fleeting, Sheaf } from "./parts.js";
import { Passed } from "./passed.js";
import { Table } from "./table.js";

/** `offered`: what a link has brought, see `useRoute`. */
export function Session({ session, offered }) {
  const { api, say, keys } = usePage();
  const [keyring, setKeyring] = useState(() => keys.of(session));
  const [proving, setProving] = useState(offered?.act === "seat");
  const [doubt, setDoubt] = useState(null);

  function learn(more) {
    keys.add(session, more);
    setKeyring(keys.of(session));
  }

  /** A seat's token from a link takes the place of the one that is here only if it is one. */
  async function prove({ seat, secret }) {
    const whose = await api.get("seats/me", { token: secret });
    if (whose.session !== session || whose.seat !== seat) throw new Refusal({ title: say("link.wrong") }, 401);
    learn({ seats: { [seat]: secret } });
  }
  useEffect(() => {
    if (!proving) return;
    prove(offered)
      .catch((error) => setDoubt(error.status === 401 ? say("link.wrong") : say("fault.unreachable")))
      .finally(() => setProving(false));
  }, []);
  if (proving) return html`<${Loading} />`;
  return html`${
      doubt &&
      html`<p class="fault doubt" role="alert">
        ${doubt} <button type="button" class="quiet" onClick=${() => setDoubt(null)}>${say("close")}</button>
      </p>`
    }<${Followed} ...${{ session, keyring, learn }} />`;
}

function Loading() {
  const { say } = usePage();
  return html`<${Bar} />
    <main class="sheaf">
      <h1 class="hidden">${say("session.title")}</h1>
      <p role="status">${say("session.loading")}</p>
    </main>`;
}

function Followed({ session, keyring, learn }) {
  const { say } = usePage();
  const followed = useSession(session, keyring);
  const { view, connection, error } = followed;
  const { value: game, error: missing } = useGame(view?.game, view?.options);

  if (error?.status === 401 && !anyToken(keyring) && Object.keys(keyring.invitations).length) {
    // A private session is told to nobody without a token; an invitation is as good as one.
    return html`<${Sheaf} title=${say("session.title")}>
      ${Object.keys(keyring.invitations).map(
        (seat) =>
          html`<${Claim} key=${seat} seat=${Number(seat)} session=${session} ...${{ keyring, learn }} />`,
      )}
    <//>`;
  }
  if ([401, 404].includes(error?.status) || connection === "gone") return html`<${Gone} />`;
  if (error || missing) return html`<${Gone} error=${error ?? missing} />`;
  if (!view || !game) return html`<${Loading} />`;
  if (view.status === "waiting")
    return html`<${Lobby} followed=${followed} game=${game} keyring=${keyring} learn=${learn} />`;
  return html`<${Table} followed=${followed} game=${game} keyring=${keyring} />`;
}

/** Before all seats are taken. */
function Lobby({ followed, game, keyring, learn }) {
  const { api, say } = usePage();
  const { view } = followed;
  const mine = seatsOf(keyring);
  const names = seatNames(view, say);
  const invited = view.seats.filter(({ open, seat }) => open && seat in keyring.invitations);
  const awaited = view.seats.filter(({ open, seat }) => open && keyring.host && !(seat in keyring.invitations));
  const [fault, setFault] = useState(null);

  /** An invitation in the place of one that this browser does not know, such as a guest's token of the game before. */
  async function invite(seat) {
    const { invitation } = await api.post(`sessions/${view.id}/tokens`, { seat }, { token: keyring.host });
    learn({ invitations: { [seat]: invitation } });
  }
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
    ${isKnown(game) && html`<p>${say("setup.hints")}: ${hintsText(say, view.hints)}</p>`}
    ${invited.map(
      ({ seat }) =>
        html`<${Claim} key=${seat} seat=${seat} session=${view.id} host=${Boolean(keyring.host)} ...${{ keyring, learn }} />`,
    )}
    ${awaited.map(
      ({ seat }) =>
        html`<p key=${seat}>
          <${Act} act=${() => invite(seat)} failed=${setFault}>${say("lobby.invite", { name: names[seat] })}<//>
        </p>`,
    )}
    <${Fault} error=${fault} />
    ${!mine.length && !invited.length && html`<p>${say("lobby.looking_on")}</p>`}
    ${
      view.visibility === "public" &&
      html`<${Passed} label=${say("link.spectator")} href=${link(`#/s/${view.id}`)} />`
    }
  <//>`;
}

/** An open seat: for the host a link to pass on, for the invited a name to take it with, by the invitation that fits. */
function Claim({ seat, session, host = false, keyring, learn }) {
  const { api, say, storage } = usePage();
  const [name, setName] = useState(() => (host ? "" : (knownNames(storage).last[0] ?? "")));
  const [fault, setFault] = useState(null);
  const invitations = keyring.invitations[seat];
  async function claim() {
    for (const [place, invitation] of invitations.entries()) {
      const body = { name: name.trim() || say("seat.default", { n: seat + 1 }), invitation };
      try {
        const claimed = await api.post(`sessions/${session}/seats/${seat}/claim`, body);
        const { commitment, game } = claimed.session;
        if (!host) rememberNames(storage, [name.trim()]);
        learn({ seats: { [seat]: claimed.token }, commitment, game });
        return;
      } catch (error) {
        if (error.code !== "wrong-invitation" || place === invitations.length - 1) throw error;
      }
    }
  }
  return html`<section class="card">
    <h2>${say("seat.open", { n: seat + 1 })}</h2>
    ${
      host &&
      html`<${Passed} label=${say("link.invitation")} href=${link(`#/s/${session}/claim/${seat}/${invitations[0]}`)} />`
    }
    <div class="passed">
      <label
        >${host ? say("claim.here") : say("claim.name")}<input
          maxlength="64"
          value=${name}
          placeholder=${say("seat.default", { n: seat + 1 })}
          enterkeyhint="go"
          onInput=${(event) => setName(event.target.value)}
          onKeyDown=${({ key, target }) => key === "Enter" && target.closest(".passed").querySelector("button").click()}
      /></label>
      <${Act} class=${host ? "" : "main"} act=${claim} failed=${setFault}>${say("claim.take")}<//>
    </div>
    <${Fleeting} />
    <${Fault} error=${fault} />
  </section>`;
}
