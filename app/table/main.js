/** The table: the page's start, and which view is shown. */

import { Api } from "./api.js";
import { Context } from "./context.js";
import { Keys, openStorage } from "./keys.js";
import { useRoute } from "./route.js";
import { chooseLanguage, chosenLanguage, loadTexts } from "./texts.js";
import { html, render, useMemo, useState } from "./vendor/preact-htm.js";
import { Check } from "./views/check.js";
import { Session } from "./views/session.js";
import { Setup } from "./views/setup.js";
import { Start } from "./views/start.js";

const VIEWS = { start: Start, new: Setup, session: Session, check: Check };

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
    return { api: new Api(say.language), say, keys, storage, setLanguage };
  }, [say]);
  const View = VIEWS[route.view];
  return html`<${Context.Provider} value=${page}>
    <${View} key=${route.secret ?? route.session ?? route.game ?? route.view} ...${route} />
  <//>`;
}

const storage = openStorage();
loadTexts(chosenLanguage(storage, navigator.languages)).then((first) => {
  render(html`<${Page} storage=${storage} first=${first} />`, document.getElementById("page"));
});
