/**
 * Where the page is, told by the fragment, which no browser sends to a server.
 *
 * #/ · #/new/{game} · #/new/{game}/{play|pad}/{preset} · #/check · #/s/{session}
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

/** The fragment as `{view, ...}`. */
export function parsed(fragment) {
  const [view = "", first, act, seat, secret] = fragment
    .replace(/^#?\/?/, "")
    .split("/")
    .map(decoded);
  if (view === "new" && first) return { view, game: first, pad: act === "pad", preset: seat };
  if (view === "s" && first) {
    const place = { view: "session", session: first };
    return secret && ["claim", "seat"].includes(act) ? { ...place, act, seat: Number(seat), secret } : place;
  }
  return { view: ["check"].includes(view) ? view : "start" };
}

/**
 * The present route. A secret in it is put into `keys` and taken out of the address at once, before anyone sees. The
 * route tells it as long as the session is shown, so that a link followed at an open table is noticed.
 */
export function useRoute(keys) {
  const read = () => taken(parsed(location.hash), keys);
  const [route, setRoute] = useState(read);
  useEffect(() => {
    function changed() {
      const now = read();
      setRoute((before) => (now.secret || !now.session || now.session !== before.session ? now : before));
    }
    addEventListener("hashchange", changed);
    changed(); // it may have changed before anybody listened
    return () => removeEventListener("hashchange", changed);
  }, []);
  return route;
}

function taken(route, keys) {
  if (!route.secret) return route;
  const { session, act, seat, secret } = route;
  keys.add(session, { [act === "claim" ? "invitations" : "seats"]: { [seat]: secret } });
  history.replaceState(null, "", `#/s/${session}`);
  return { view: "session", session, secret };
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
