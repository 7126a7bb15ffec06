/** The time that is left to act. */

import { usePage } from "../context.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";

const TICK_MS = 500;
const SHORT_SECONDS = 10;

/** `due` is when, by the service's clock; `most` is how many seconds there were in the beginning. */
export function Clock({ due, most }) {
  const { api, say } = usePage();
  const [now, setNow] = useState(() => api.time.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(api.time.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [api]);
  const left = Math.min(most, Math.max(0, Math.ceil((Date.parse(due) - now) / 1000)));
  const shown =
    left >= 3600
      ? say("clock.hours", { n: Math.ceil(left / 3600) })
      : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  // role=timer is not told by itself: a screen reader would speak every second.
  return html`<p
    class=${left <= SHORT_SECONDS ? "clock short" : "clock"}
    role="timer"
    aria-label=${say("clock.left")}
  >
    ${shown}
  </p>`;
}
