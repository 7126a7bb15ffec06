/** Taking back: the host's to do where the players throw, and until the next throw everybody's own last tap. */

import { usePage } from "../context.js";
import { takenBack } from "../game.js";
import { seatsOf } from "../keys.js";
import { html } from "../vendor/preact-htm.js";
import { Act } from "./parts.js";

const PLAYED = new Set(["move", "resign", "skip"]);

export function Undo({ followed, keyring, failed }) {
  const { say } = usePage();
  const { view, entries } = followed;
  const undone = takenBack(entries);
  const last = entries.findLast(({ kind, version }) => PLAYED.has(kind) && !undone.has(version));
  if (!last) return null;
  const all = keyring.host && view.dice_source === "players";
  const tapped = last.kind === "move" && !last.dice.length && last.by !== "bot" && seatsOf(keyring).includes(last.seat);
  const skipped = last.kind === "skip" && keyring.host;
  const on = view.status === "active" || view.dice_source === "players";
  if (!all && !((tapped || skipped) && on)) return null;
  // Tied to the view, so that what is undone is what this browser shows.
  const undo = () => followed.act("undo", {}, { seat: last.seat, host: all || skipped, shown: view });
  return html`<${Act} often class="quiet" act=${undo} failed=${failed}>${say("undo")}<//>`;
}
