/** What a move is worth, shown where it is made: a star for the best, else what it gives away. */

import { usePage } from "../context.js";
import { html } from "../vendor/preact-htm.js";
import { lossText } from "../worth.js";

/** The same in words, to follow others; nothing without a hint, or for what it does not name. */
export function worthTold(say, hint, move) {
  const worth = hint?.of(move);
  if (!worth) return "";
  return `, ${worth.best ? say("label.best") : say("hint.gives", { loss: lossText(say, hint.objective, worth.loss) })}`;
}

/** `heard`: whether it is told to those who hear the page; not where what it stands in has a name of its own. */
export function Worth({ hint, move, heard = true }) {
  const { say } = usePage();
  const worth = hint?.of(move);
  if (!worth) return null;
  return html`<span class=${`worth ${worth.label}`}
    >${heard && html`<span class="hidden">${worthTold(say, hint, move)}</span>`}<span aria-hidden="true">${worth.best ? "★" : lossText(say, hint.objective, worth.loss)}</span></span
  >`;
}
