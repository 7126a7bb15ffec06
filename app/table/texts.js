/** What a person reads: the page's own messages and those of the games, in one language. */

export const LANGUAGES = { en: "English", de: "Deutsch", da: "Dansk", bg: "Български" };
const CHOICE = "rollwright.language";

/** The language that was chosen here, else the browser's, else English. */
export function chosenLanguage(storage, wished) {
  const asked = new URLSearchParams(location.search).get("lang");
  const candidates = [asked, storage.getItem(CHOICE), ...wished.map((tag) => tag.split("-")[0])];
  return candidates.find((candidate) => candidate in LANGUAGES) ?? "en";
}

export function chooseLanguage(storage, language) {
  storage.setItem(CHOICE, language);
}

/** Put values into `{name}` places. */
export function filled(message, values) {
  return message.replace(/\{(\w+)\}/g, (place, name) => (name in values ? String(values[name]) : place));
}

/** A code as words, for what has no message: `full_house` -> `Full house`. */
export function words(code) {
  const text = String(code).replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Load a language; the value is `say(key, values)` with `say.number(n)`, `say.plural(n)` and
 * `say.language`.
 *
 * A message with a number in it may have forms by CLDR plural category, chosen by `values.n`.
 */
export async function loadTexts(language) {
  const answer = await fetch(new URL(`texts/${language}.json`, import.meta.url));
  const messages = await answer.json();
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);

  function say(key, values = {}) {
    const message = messages[key];
    const form = typeof message === "object" ? (message[plurals.select(values.n)] ?? message.other) : message;
    return filled(form, values);
  }
  say.plural = (value) => plurals.select(value);
  say.number = (value) => numbers.format(value).replace("-", "−");
  say.language = language;
  return say;
}
