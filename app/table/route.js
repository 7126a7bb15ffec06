/**
 * Where the page is, told by the fragment, which no browser sends to a server.
 *
 * #/ · #/new/{game} · #/new/{game}/{play|pad}/{preset} · #/new/{game}/rules/{packed} · #/check · #/points · #/s/{session}
 * #/s/{session}/claim/{seat}/{invitation} · #/s/{session}/seat/{seat}/{token}
 */

import { useEffect, useState } from "./vendor/preact-htm.js";

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a link that was cut off
  }
}

/** What may stand in an address: anything else is no game, session, seat or secret. */
const GAME = /^[\w-]{1,100}$/;
const SESSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SEAT = /^\d{1,4}$/;
const SECRET = /^[\w-]{1,128}$/;

/** The fragment as `{view, ...}`; a link to a session that leads nowhere has the view "gone". */
export function parsed(fragment) {
  const [view = "", first, act, seat, secret] = fragment
    .replace(/^#?\/?/, "")
    .split("/")
    .map(decoded);
  if (view === "new" && GAME.test(first))
    return { view, game: first, pad: act === "pad", [act === "rules" ? "packed" : "preset"]: seat };
  if (view === "s" && first) {
    if (!SESSION.test(first)) return { view: "gone" };
    const place = { view: "session", session: first };
    if (!["claim", "seat"].includes(act) || !SEAT.test(seat ?? "") || !SECRET.test(secret ?? "")) return place;
    return { ...place, offered: { act, seat: Number(seat), secret } };
  }
  return { view: ["check", "points"].includes(view) ? view : "start" };
}

/**
 * The present route. A secret in it is taken out of the address at once, before anyone sees: an invitation is put into
 * `keys`, a seat's token is `offered` to the view, which finds out whether it is one. The route tells it as long as the
 * session is shown, so that a link followed at an open table is noticed.
 */
export function useRoute(keys) {
  const read = () => taken(parsed(location.hash), keys);
  const [route, setRoute] = useState(read);
  useEffect(() => {
    function changed() {
      const now = read();
      setRoute((before) => (now.offered || !now.session || now.session !== before.session ? now : before));
    }
    addEventListener("hashchange", changed);
    changed(); // it may have changed before anybody listened
    return () => removeEventListener("hashchange", changed);
  }, []);
  return route;
}

function taken(route, keys) {
  if (!route.offered) return route;
  const { session, offered } = route;
  if (offered.act === "claim") keys.invite(session, offered.seat, offered.secret);
  history.replaceState(null, "", `#/s/${session}`);
  return route;
}

/** A link to this page with another fragment, to be passed on. */
export function link(fragment) {
  const here = new URL(location.href);
  here.search = "";
  here.hash = fragment;
  return here.href;
}

export function go(fragment) {
  location.hash = fragment;
}
