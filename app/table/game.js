/** A game as the catalogue tells it, with its messages, and what this page says of its record. */

import { usePage, useAsked } from "./context.js";
import { filled, words } from "./texts.js";
import { useMemo } from "./vendor/preact-htm.js";

/** The game's details in the page's language, as `{value, error}`, in the words of a table with these options. */
export function useGame(name, options) {
  const { api } = usePage();
  const asked = useAsked(
    () => (name ? api.get(`games/${name}?lang=${api.language}`) : new Promise(() => {})),
    [api, name],
  );
  const value = asked.value?.name === name ? asked.value : undefined;
  const agreed = options && JSON.stringify(options);
  return { ...asked, value: useMemo(() => value && worded(value, options), [value, agreed]) };
}

/** The game in the words of its table: those of its preset, and the names that the options give to boxes. */
export function worded(game, options) {
  const named = (options?.boxes ?? []).filter(({ name }) => name);
  const spoken = presetWorded(game, options);
  if (!named.length) return spoken;
  const titles = new Map(named.map(({ category, name }) => [category, name]));
  const categories = spoken.categories.map((each) => ({ ...each, title: titles.get(each.id) ?? each.title }));
  const messages = Object.fromEntries([...titles].map(([id, name]) => [`category.${id}`, name]));
  return { ...spoken, categories, messages: { ...spoken.messages, ...messages } };
}

/** The game in a preset's own words, the messages whose keys end in `#preset=<name>`, where the options are its. */
function presetWorded(game, options) {
  const end = `#preset=${options && presetOf(game, options)}`;
  const own = Object.entries(game.messages ?? {}).filter(([key]) => key.endsWith(end));
  if (!own.length) return game;
  const messages = Object.fromEntries(own.map(([key, said]) => [key.slice(0, -end.length), said]));
  const spoken = new Set(Object.keys(messages).map((key) => key.split("#")[0]));
  const usual = Object.entries(game.messages).filter(([key]) => !spoken.has(key.split("#")[0]));
  const categories = game.categories.map((each) => ({ ...each, title: messages[`category.${each.id}`] ?? each.title }));
  return { ...game, categories, messages: { ...Object.fromEntries(usual), ...messages } };
}

/**
 * The game's message under a key such as "event.bust", with values put in; the code as words where the game has none.
 *
 * A message may have forms for a number among the values, under `<key>#<value>=<plural category>`. Values named `seat`
 * or `holder` are seats: they are shown by name.
 */
export function gameText(say, game, key, values = {}, names = []) {
  const numbers = Object.entries(values).filter(([, value]) => typeof value === "number");
  const forms = numbers.map(([place, value]) => game.messages?.[`${key}#${place}=${say.plural(value)}`]);
  const message = forms.find(Boolean) ?? game.messages?.[key];
  if (!message) return words(key.split(".").slice(1).join(" "));
  const shown = Object.entries(values).map(([place, value]) => [place, told(say, game, place, value, names)]);
  return filled(message, Object.fromEntries(shown));
}

/** A value as a sentence tells it: seats by name, codes by their message, lists entry by entry. */
function told(say, game, place, value, names) {
  if (Array.isArray(value)) return value.map((each) => told(say, game, place, each, names)).join(", ");
  if (["seat", "holder"].includes(place)) return names[value] ?? value;
  if (typeof value === "number") return say.number(value);
  if (typeof value !== "string") return value;
  return game.messages?.[`${place}.${value}`] ?? game.messages?.[`category.${value}`] ?? value;
}

/** What the session's game is called: with the options of a preset it is called as that. */
export function gameTitle(game, { options }) {
  const preset = presetOf(game, options);
  return preset ? (game.messages?.[`preset.${preset}`] ?? words(preset)) : game.title;
}

/** The name of the preset that options are, if they are one's. */
function presetOf(game, options) {
  return Object.keys(game.presets ?? {}).find((name) => alike(game.presets[name], options));
}

/** Whether two JSON values say the same. */
function alike(a, b) {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  const [names, others] = [Object.keys(a), Object.keys(b)];
  return names.length === others.length && names.every((name) => alike(a[name], b[name]));
}

/** What a box of the sheet is called. */
export function boxTitle(game, id) {
  const [box, column] = id.split(".");
  const category = game.categories.find((each) => each.id === box);
  const title = category ? category.title : (game.messages?.[`category.${box}`] ?? words(box));
  return column ? `${title} (${column})` : title;
}

/** Whether anybody knows what the game's moves are worth: then bots play it at all levels. */
export const isKnown = (game) => game.levels.some(({ level }) => level === "best");

const BOTS = {
  random: (say) => say("bot.random"),
  greedy: (say) => say("bot.greedy"),
  novice: (say) => say("bot.novice"),
  casual: (say) => say("bot.casual"),
  strong: (say) => say("bot.strong"),
  best: (say) => say("bot.best"),
};

const HINTS = {
  off: (say) => say("setup.hints.off"),
  own: (say) => say("setup.hints.own"),
  all: (say) => say("setup.hints.all"),
};

/** The ways of agreeing on hints. */
export const HINTS_WAYS = Object.keys(HINTS);

/** Who is advised where a table has agreed on hints in such a way. */
export const hintsText = (say, way) => HINTS[way](say);

/** What a bot of the level is called in the page's language. */
export function botName(level, say) {
  return BOTS[level]?.(say) ?? words(level);
}

/** What the service calls its bots, perhaps with a number. */
const BOTS_NAME = /^\w+ bot( \d+)?$/;

/** The names at the table; an open seat has its number, a bot the name of its level in the page's language. */
export function seatNames(view, say) {
  return view.seats.map(({ name, seat, bot }) => {
    if (name === null) return say("seat.open", { n: seat + 1 });
    if (!bot) return name;
    const [usual, number = ""] = name.match(BOTS_NAME) ?? [];
    const called = botName(bot, say);
    return usual ? called + number : `${name} (${called})`;
  });
}

/** The versions of entries that were taken back; an undoing takes back all that stood from the one that it names. */
export function takenBack(entries) {
  const undone = new Set();
  for (const { kind, undoes, version } of entries) {
    if (kind === "undo") for (let each = undoes; each < version; each += 1) undone.add(each);
  }
  return undone;
}

/** A move in words: what is done, without who does it. */
export function moveText(say, game, move, { dice = [], points = null } = {}) {
  const { type, ...rest } = move;
  const faces = (list) => list.join(" ");
  if (type === "roll") return say("did.roll", { dice: faces(dice) });
  if (type === "set_aside")
    return say(points === null ? "did.set_aside" : "did.set_aside_for", {
      dice: faces(move.dice),
      points: say.number(points ?? 0),
    });
  if (type === "bank") return say("did.bank", { points: say.number(points), n: points });
  if (type === "ride") return say("did.ride", { points: say.number(points) });
  if (type === "choose_category")
    return say("did.choose", { box: choiceText(say, game, move), points: say.number(points), n: points });
  return [
    words(type),
    ...Object.entries(rest).map(([name, value]) => `${words(name)} ${[value].flat().join(" ")}`),
  ].join(", ");
}

/** What a choice of a category names. */
export function choiceText(say, game, move) {
  if (move.sums) return say("did.sums", { a: move.sums[0], b: move.sums[1], fifth: move.fifth });
  return boxTitle(game, move.category);
}

/** So much of what happened meanwhile is told; the rest is in the history. */
const MOST_TOLD = 4;

/** Entries whose sentence says by itself what happened. */
const TOLD_WHOLE = new Set(["undo", "abandon"]);

/** An entry of the record as `{who, did, events}`, all in words. */
export function entryText(say, game, entry, names) {
  const who = TOLD_WHOLE.has(entry.kind) ? "" : (names[entry.seat] ?? "");
  const events = entry.events.map(({ type, ...values }) => gameText(say, game, `event.${type}`, values, names));
  if (entry.kind === "move") return { who, did: moveText(say, game, entry.move, entry), events };
  const did = {
    resign: () => (entry.by === "service" ? say("did.timeout") : say("did.resign")),
    skip: () => say("did.skip"),
    announce: () => say("did.announce", { n: entry.throws }),
    claim: () => say("did.claim"),
    seed: () => say("did.seed"),
    abandon: () => say("did.abandon"),
    undo: () => say("did.undo", { n: entry.undoes }),
  }[entry.kind];
  return { who, did: did ? did() : words(entry.kind), events };
}

/** That a press came too late to be what was meant, and what had happened by then: entries of the record. */
export function overtaken(say, game, meanwhile, names) {
  const told = meanwhile.slice(-MOST_TOLD).map((entry) => {
    const { who, did, events } = entryText(say, game, entry, names);
    return `${[who, did].filter(Boolean).join(" ")}${events.map((event) => ` (${event})`).join("")}`;
  });
  return told.length ? say("fault.overtaken", { what: told.join("; ") }) : say("fault.late");
}
