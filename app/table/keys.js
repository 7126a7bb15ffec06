/**
 * What this browser may do in which session: tokens and invitations, kept in local storage and nowhere else.
 *
 * A session's keys: `{host, seats: {0: token}, hosted: [0], invitations: {1: invitation}, commitment, game, at}`. What
 * links have brought is in a place of its own, so that it cannot drive out or replace what works: `{invitations:
 * {1: [invitation]}, at}`, the latest first.
 */

const PLACE = "rollwright.keys";
const INVITED = "rollwright.invited";
const MOST = 500;
const MOST_INVITED = 50;
const MOST_OF_A_SEAT = 3;

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

function stored(storage, place) {
  try {
    return JSON.parse(storage.getItem(place)) ?? {};
  } catch {
    return {};
  }
}

export class Keys {
  constructor(storage) {
    this.storage = storage;
  }

  /** The session's keys, with a list of invitations for each seat; empty ones where there are none. */
  of(session) {
    const keys = { seats: {}, hosted: [], ...stored(this.storage, PLACE)[session] };
    const own = Object.entries(keys.invitations ?? {}).map(([seat, invitation]) => [seat, [invitation]]);
    const invitations = Object.fromEntries(own);
    for (const [seat, brought] of Object.entries(stored(this.storage, INVITED)[session]?.invitations ?? {})) {
      if (!(seat in keys.seats)) invitations[seat] = [...new Set([...(invitations[seat] ?? []), ...brought])];
    }
    return { ...keys, invitations };
  }

  /** Add to what is known of a session. Read and written at once, as other tabs write too. */
  add(session, more) {
    const all = stored(this.storage, PLACE);
    const before = { seats: {}, hosted: [], ...all[session] };
    const seats = { ...before.seats, ...more.seats };
    const invitations = { ...before.invitations, ...more.invitations };
    for (const seat of Object.keys(seats)) delete invitations[seat];
    all[session] = { ...before, ...more, seats, invitations, at: Date.now() };
    this.#write(PLACE, all, MOST);
    const links = stored(this.storage, INVITED);
    for (const seat of Object.keys(seats)) delete links[session]?.invitations[seat];
    this.#write(INVITED, links, MOST_INVITED);
  }

  /** Keep an invitation that a link has brought, beside those that were here: which one is right shows at the claim. */
  invite(session, seat, invitation) {
    const all = stored(this.storage, INVITED);
    const invitations = all[session]?.invitations ?? {};
    const latest = [...new Set([invitation, ...(invitations[seat] ?? [])])].slice(0, MOST_OF_A_SEAT);
    all[session] = { invitations: { ...invitations, [seat]: latest }, at: Date.now() };
    this.#write(INVITED, all, MOST_INVITED);
  }

  forget(session) {
    for (const place of [PLACE, INVITED]) {
      const all = stored(this.storage, place);
      delete all[session];
      this.#write(place, all, MOST);
    }
  }

  /** The sessions that this browser knows, latest first, as `{session, game, at}`. */
  list() {
    const all = { ...stored(this.storage, INVITED), ...stored(this.storage, PLACE) };
    return Object.entries(all)
      .map(([session, { game, at }]) => ({ session, game, at }))
      .sort((a, b) => b.at - a.at);
  }

  /** Write a place: no more than the latest, and none of a session of which nothing is left. */
  #write(place, all, most) {
    const left = ([, { invitations }]) => place === PLACE || Object.keys(invitations).length;
    const latest = Object.entries(all)
      .filter(left)
      .sort(([, a], [, b]) => b.at - a.at);
    this.storage.setItem(place, JSON.stringify(Object.fromEntries(latest.slice(0, most))));
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
