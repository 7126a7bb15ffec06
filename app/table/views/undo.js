/** Taking back the last move: the host may, where the players throw. */

import { usePage } from "../context.js";
import { html } from "../vendor/preact-htm.js";
import { Act } from "./parts.js";

export function Undo({ followed, keyring, failed }) {
  const { say } = usePage();
  const { view, entries } = followed;
  if (!keyring.host || view.dice_source !== "players" || !entries.some(({ kind }) => kind === "move")) return null;
  // Tied to the view, so that what is undone is what this browser shows.
  const undo = () => followed.act("undo", {}, { host: true, shown: view });
  return html`<${Act} often class="quiet" act=${undo} failed=${failed}>${say("undo")}<//>`;
}
