/** Opening sessions, and following those that others open: their tokens are kept. */

/** Keep the tokens of a session that was opened here. */
export function remember(keys, opened, pad = false) {
  const named = opened.seats.filter(({ token }) => token);
  const invited = opened.seats.filter(({ invitation }) => invitation);
  keys.add(opened.session.id, {
    host: opened.host_token,
    hosted: named.map(({ seat }) => seat),
    seats: Object.fromEntries(named.map(({ seat, token }) => [seat, token])),
    invitations: Object.fromEntries(invited.map(({ seat, invitation }) => [seat, invitation])),
    commitment: opened.session.commitment,
    game: opened.session.game,
    pad,
  });
}

/**
 * Open a session; what the service answers, null if it was `signal`led meanwhile that nobody waits any more. told: called
 * while a table for its bots is being solved, see `Api.post`.
 */
export async function openSession(api, wanted, told, signal) {
  try {
    const opened = await api.post("sessions", wanted, { preparing: told, signal });
    if (!signal.aborted) return opened;
    await api.delete(`sessions/${opened.session.id}`, { token: opened.host_token });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return null;
}

/** Open the rematch of a session that this browser hosts; its id. `told` is as in `openSession`. */
export async function openRematch(api, keys, view, told) {
  const before = keys.of(view.id);
  const opened = await api.post(`sessions/${view.id}/rematch`, {}, { token: before.host, preparing: told });
  remember(keys, opened, before.pad);
  await joinRematch(api, keys, view, opened.session.id);
  return opened.session.id;
}

/**
 * Take the seats in the rematch that this browser held in the session before: the token of a seat is the invitation to
 * it. A seat that is another's now stays so.
 */
export async function joinRematch(api, keys, view, rematch) {
  const held = keys.of(view.id).seats;
  const { seats: there } = keys.of(rematch);
  for (const [seat, token] of Object.entries(held)) {
    if (there[seat]) continue;
    const body = { name: view.seats[seat].name, invitation: token };
    const claimed = await api.post(`sessions/${rematch}/seats/${seat}/claim`, body).catch((error) => {
      if (!["wrong-invitation", "seat-taken"].includes(error.code)) throw error;
    });
    if (!claimed) continue;
    const { commitment, game } = claimed.session;
    keys.add(rematch, { seats: { [seat]: claimed.token }, commitment, game });
  }
}
