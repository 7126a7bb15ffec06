/** The table: the page's start, and which view is shown. */

import { Api, ServiceTime } from "./api.js";
import { Context, useAsked } from "./context.js";
import { keepFocus } from "./focus.js";
import { Keys, openStorage } from "./keys.js";
import { loadView, preload } from "./loading.js";
import { useRoute } from "./route.js";
import { chooseLanguage, chosenLanguage, loadTexts } from "./texts.js";
import { bearTranslation } from "./translated.js";
import { html, render, useMemo, useRef, useState } from "./vendor/preact-htm.js";
import { Bar, Unloaded } from "./views/parts.js";

function Page({ storage, first }) {
  const [say, setSay] = useState(() => first);
  const keys = useMemo(() => new Keys(storage), [storage]);
  const route = useRoute(keys);
  const page = useMemo(() => {
    document.documentElement.lang = say.language;
    async function setLanguage(language) {
      chooseLanguage(storage, language);
      const next = await loadTexts(language);
      setSay(() => next);
    }
    return { api: new Api(say.language, time), say, keys, storage, setLanguage };
  }, [say]);
  const { value: loaded, error } = useAsked(
    async () => ({ view: route.view, View: await loadView(route.view) }),
    [route.view],
  );
  // Until a view has come, the one before it stays as it was.
  const shown = useRef(null);
  if (loaded?.view === route.view) shown.current = { View: loaded.View, at: route };
  const { View, at } = shown.current ?? {};
  return html`<${Context.Provider} value=${page}>
    ${
      View && !error
        ? html`<${View} key=${at.offered?.secret ?? at.session ?? [at.view, at.game, at.preset, at.packed].join()} ...${at} />`
        : html`<${Bar} />${error && html`<${Unloaded} />`}`
    }
  <//>`;
}

const storage = openStorage();
const time = new ServiceTime();
const root = document.getElementById("page");
keepFocus(root);
bearTranslation(root);
// Asked for together with the texts.
preload(/^#\/s\//.test(location.hash) ? "session" : /^#\/new\//.test(location.hash) ? "new" : "start");
loadTexts(chosenLanguage(storage, navigator.languages)).then((first) => {
  render(html`<${Page} storage=${storage} first=${first} />`, root);
});
