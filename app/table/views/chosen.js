/** What somebody may choose to do, in a few words and dice: as hints and analyses name moves. */

import { Dice } from "../boards/dice.js";
import { usePage } from "../context.js";
import { choiceText } from "../game.js";
import { words } from "../texts.js";
import { html } from "../vendor/preact-htm.js";

/** `points`: what was written down by it, where that is known. */
export function Chosen({ game, move, points = null }) {
  const { say } = usePage();
  const { type, ...rest } = move;
  if (type === "set_aside")
    return html`<span class="chosen">${say("choice.keep")}${" "}<${Dice} faces=${move.dice} tone="small" label=${move.dice.join(" ")} /></span>`;
  if (type === "choose_category") return html`<span class="chosen">${choiceText(say, game, move)}</span>`;
  const said = { roll: () => say("choice.roll"), bank: () => say("choice.bank"), ride: () => say("choice.ride") }[type];
  if (type === "bank" && points !== null)
    return html`<span class="chosen">${say("do.bank", { points: say.number(points), n: points })}</span>`;
  const fields = Object.values(rest).flat();
  return html`<span class="chosen">${said?.() ?? [words(type), ...fields].join(" ")}</span>`;
}
