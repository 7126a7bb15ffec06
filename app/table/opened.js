/** A session that was opened here: its tokens are kept. */

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
