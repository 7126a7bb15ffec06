/** The time that is left to act. */

import { usePage } from "../context.js";
import { html, useEffect, useState } from "../vendor/preact-htm.js";

const TICK_MS = 500;
const SHORT_SECONDS = 10;

export function Clock({ due }) {
  const { say } = usePage();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, Math.ceil((Date.parse(due) - now) / 1000));
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
