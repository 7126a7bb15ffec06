/** Going on without a player who is away: the host may, once the table has waited as long as it agreed to. */

import { usePage } from "../context.js";
import { seatsOf } from "../keys.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { Act } from "./parts.js";

const UNSURE_MS = 1000; // the service's clock is known to the page by the whole seconds of `Date`

/** The seats of others that the table need wait for no longer; asked anew when the next of them has been away. */
export function useAway(view, keyring) {
  const { api } = usePage();
  const [, look] = useState(0);
  const mine = seatsOf(keyring);
  const waited = view.seats.filter(({ seat, absent_from }) => absent_from && !mine.includes(seat));
  const left = (seat) => Date.parse(seat.absent_from) + UNSURE_MS - api.time.now();
  const next = Math.min(...waited.map(left).filter((milliseconds) => milliseconds > 0));
  useEffect(() => {
    if (next === Infinity) return;
    const timer = setTimeout(() => look((looked) => looked + 1), Math.min(next + 1, 60_000));
    return () => clearTimeout(timer);
  });
  return keyring.host ? waited.filter((seat) => left(seat) <= 0).map(({ seat }) => seat) : [];
}

export function Away({ followed, names, keyring, failed }) {
  const { say } = usePage();
  const { view, act } = followed;
  const away = useAway(view, keyring);
  return html`<div class="actions" role="status">
    ${away.map(
      (seat) =>
        html`<${Act} key=${seat} act=${() => act("skip", { seat }, { host: true, shown: view })} failed=${failed}
          >${say("away.skip", { name: names[seat] })}<//
        >`,
    )}
  </div>`;
}
