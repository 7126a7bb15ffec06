/** How far the service is with a table that it solves, and how long that still takes. */

import { usePage } from "../context.js";
import { html } from "../vendor/preact-htm.js";

const MOST_SECONDS = 90;

/** `told` gives the sentence around the time that is left. */
export function Preparing({ progress, seconds, told }) {
  const { say } = usePage();
  const [amount, unit] = seconds > MOST_SECONDS ? [Math.ceil(seconds / 60), "minute"] : [seconds, "second"];
  const done = say.number(progress ?? 0, { style: "percent" });
  return html`<p class="preparing">
    ${told(say.number(amount, { style: "unit", unit, unitDisplay: "long" }))}
    <progress max="1" value=${progress ?? 0} aria-label=${done}></progress>
  </p>`;
}
