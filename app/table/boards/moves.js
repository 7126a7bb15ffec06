/** What boards share about legal moves: finding the one that is meant, rolling, and buttons for moves of any kind. */

import { usePage } from "../context.js";
import { choiceText, takenBack } from "../game.js";
import { words } from "../texts.js";
import { html, useState } from "../vendor/preact-htm.js";
import { Act } from "../views/parts.js";
import { DicePad } from "./dice.js";
import { Worth } from "./worth.js";

const ascending = (faces) => [...faces].sort((a, b) => a - b);

export const sameDice = (a, b) => ascending(a).join() === ascending(b).join();

export const ofType = (legal, type) => legal.filter(({ move }) => move.type === type);

/** The places in `faces` that hold these dice, each place once. */
export function placesOf(dice, faces) {
  const places = [];
  for (const die of dice) {
    const place = faces.findIndex((face, each) => face === die && !places.includes(each));
    if (place >= 0) places.push(place);
  }
  return places;
}

/** The places in `faces` of the dice that are best set aside, by the hint; none where something else is better. */
export function bestDice(hint, faces) {
  const { move } = hint?.moves[0] ?? {};
  return move?.type === "set_aside" ? placesOf(move.dice, faces) : [];
}

/** The rolls that are legal: a button where the service throws, else a pad for the players' dice. */
export function Rolls({ legal, view, move, label, padLabels, hint }) {
  const { say } = usePage();
  const rolls = ofType(legal, "roll");
  const [counted, setCounted] = useState(null);
  if (!rolls.length) return null;
  const titled = (roll) => label ?? say("do.roll", { n: roll.throws });
  if (view.dice_source === "server") {
    return rolls.map(
      (roll, place) =>
        html`<${Act} class=${rolls.length === 1 ? "main roll" : "roll"} key=${place} act=${() => move(roll.move)}
          >${titled(roll)}<${Worth} hint=${hint} move=${roll.move} /><//
        >`,
    );
  }
  const roll = rolls.length === 1 ? rolls[0] : rolls[counted];
  if (!roll)
    return rolls.map(
      (each, place) =>
        html`<button type="button" key=${place} onClick=${() => setCounted(place)}>${titled(each)}</button>`,
    );
  return html`<${DicePad}
    key=${view.version}
    count=${roll.throws}
    labels=${padLabels}
    enter=${(dice) => move({ ...roll.move, dice })}
  />`;
}

/** What a button for a legal move says, for a move of any kind. */
export function moveLabel(say, game, { move, points, throws }) {
  const { type, ...rest } = move;
  const score = points === null ? "" : ` (${say.number(points)})`;
  if (type === "roll") return say("do.roll", { n: throws });
  if (type === "bank") return say("do.bank", { points: say.number(points), n: points });
  if (type === "set_aside") return `${say("do.set_aside")} ${move.dice.join(" ")}${score}`;
  if (type === "choose_category" && (move.category || move.sums)) return `${choiceText(say, game, move)}${score}`;
  return (
    [words(type), ...Object.entries(rest).map(([name, value]) => `${words(name)} ${[value].flat().join(" ")}`)].join(
      ", ",
    ) + score
  );
}

/** The entries of moves that stand, without those taken back. */
export function standing(entries) {
  const undone = takenBack(entries);
  return entries.filter(({ kind, version }) => kind === "move" && !undone.has(version));
}

/** The dice on the table after these entries of moves, as they fell; `kept`: the places of those that were kept. */
export function lyingAfter(moves) {
  let lying = [];
  let kept = [];
  let held = [];
  for (const { move, dice } of moves) {
    if (move.type === "set_aside") held = placesOf(move.dice, lying);
    if (!dice.length) continue;
    const fallen = [...dice];
    if (held.length + dice.length === lying.length) {
      kept = held;
      lying = lying.map((face, place) => (held.includes(place) ? face : fallen.shift()));
    } else {
      kept = [];
      lying = fallen;
    }
    held = [];
  }
  return { faces: lying, kept };
}

/**
 * How the dice lie: `{faces, kept}`, the faces as they were thrown, which the state has sorted and the record as they
 * fell, and the places of those that were kept and lie where they lay.
 */
export function asThrown(faces, entries) {
  const lying = lyingAfter(standing(entries));
  return sameDice(lying.faces, faces) ? lying : { faces, kept: [] };
}
