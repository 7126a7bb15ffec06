/**
 * What this browser may do in which session: tokens and invitations, kept in local storage and nowhere else.
 *
 * A session's keys: `{host, seats: {0: token}, hosted: [0], invitations: {1: invitation}, commitment, game, at}`.
 */

const PLACE = "rollwright.keys";
const MOST = 50;

/**
 * Local storage; where the browser gives none, or no room in it, something like it that is `fleeting`: it lasts as long
 * as the page is open.
 */
export function openStorage() {
  try {
    localStorage.setItem(`${PLACE}.trial`, "");
    localStorage.removeItem(`${PLACE}.trial`);
    return localStorage;
  } catch {
    const kept = new Map();
    return {
      fleeting: true,
      getItem: (place) => kept.get(place) ?? null,
      setItem: (place, text) => kept.set(place, text),
    };
  }
}

function stored(storage) {
  try {
    return JSON.parse(storage.getItem(PLACE)) ?? {};
  } catch {
    return {};
  }
}

export class Keys {
  constructor(storage) {
    this.storage = storage;
  }

  /** The session's keys; empty ones where there are none. */
  of(session) {
    return { seats: {}, hosted: [], invitations: {}, ...stored(this.storage)[session] };
  }

  /** Add to what is known of a session. Read and written at once, as other tabs write too. */
  add(session, more) {
    const all = stored(this.storage);
    const before = this.of(session);
    const seats = { ...before.seats, ...more.seats };
    const invitations = { ...before.invitations, ...more.invitations };
    for (const seat of Object.keys(seats)) delete invitations[seat];
    all[session] = { ...before, ...more, seats, invitations, at: Date.now() };
    const latest = Object.entries(all).sort(([, a], [, b]) => b.at - a.at);
    this.storage.setItem(PLACE, JSON.stringify(Object.fromEntries(latest.slice(0, MOST))));
  }

  forget(session) {
    const all = stored(this.storage);
    delete all[session];
    this.storage.setItem(PLACE, JSON.stringify(all));
  }

  /** The sessions that this browser knows, latest first, as `{session, game, at}`. */
  list() {
    return Object.entries(stored(this.storage))
      .map(([session, { game, at }]) => ({ session, game, at }))
      .sort((a, b) => b.at - a.at);
  }
}

/** The token that acts for the seat; undefined where this browser holds none. */
export function tokenFor(keys, seat) {
  return keys.seats[seat] ?? (keys.hosted.includes(seat) ? keys.host : undefined);
}

/** The seats that this browser acts for, ascending. */
export function seatsOf(keys) {
  return [...new Set([...Object.keys(keys.seats).map(Number), ...keys.hosted])].sort((a, b) => a - b);
}

/** Any token, for reading a private session. */
export function anyToken(keys) {
  return keys.host ?? Object.values(keys.seats)[0];
}
