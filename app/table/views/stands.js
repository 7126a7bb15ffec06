/** Says it where bots should move and do not: a table that they play by may be missing. */

import { usePage } from "../context.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";

const LONG_MS = 20_000;

/** Shown anew for each version. bots: the seats that are to move, if these are all bots'. */
export function Stands({ bots, names }) {
  const { say } = usePage();
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!long || !bots.length) return null;
  const name = new Intl.ListFormat(say.language).format(bots.map((seat) => names[seat]));
  return html`<p class="stands" role="status">${say("turn.stands", { name })}</p>`;
}
