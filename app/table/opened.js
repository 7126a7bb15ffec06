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

/** Open the rematch of a session that this browser hosts; its id. */
export async function openRematch(api, keys, view) {
  const before = keys.of(view.id);
  const opened = await api.post(`sessions/${view.id}/rematch`, {}, { token: before.host });
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
