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

async function fetched(path) {
  return (await fetch(new URL(`texts/${path}.json`, import.meta.url))).json();
}

/**
 * Load a language; the value is `say(key, values)` with `say.number(n, options)` (those of Intl.NumberFormat),
 * `say.plural(n)` and `say.language`. `say.more()` loads what is said about right play, which most never read; it gives
 * `say`.
 *
 * A message with a number in it may have forms by CLDR plural category, chosen by `values.n`.
 */
export async function loadTexts(language) {
  const messages = await fetched(language);
  let more = null;
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);

  function say(key, values = {}) {
    const message = messages[key];
    const form = typeof message === "object" ? (message[plurals.select(values.n)] ?? message.other) : message;
    return filled(form, values);
  }
  say.plural = (value) => plurals.select(value);
  say.number = (value, options) =>
    (options ? new Intl.NumberFormat(language, options) : numbers).format(value).replace("-", "−");
  say.language = language;
  say.more = () => {
    more ??= fetched(`advice/${language}`).then(
      (loaded) => {
        Object.assign(messages, loaded);
        return say;
      },
      (error) => {
        more = null; // the next time it is wanted it is tried again
        throw error;
      },
    );
    return more;
  };
  return say;
}
