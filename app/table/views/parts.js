/** Small parts that every view uses: the frame with its heading, dialogs, notices, buttons that wait. */

import { Refusal, Unreachable } from "../api.js";
import { useAsked, usePage } from "../context.js";
import { LANGUAGES } from "../texts.js";
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";

/** The bar at the top, as index.html has it. `children` stand at its end. `tab` is the window's title, else `title`. */
export function Bar({ title, tab = title, children }) {
  const { say, setLanguage } = usePage();
  useEffect(() => {
    document.title = tab ? `${tab} · Rollwright` : "Rollwright";
  }, [tab]);
  return html`<header class="bar">
    <a class="home" href="#/"><img src="icon.svg" alt="" width="28" height="28" /><span>Rollwright</span></a>
    <div class="bar-end">
      ${children}
      <label class="language">
        <span class="hidden">${say("language")}</span>
        <select value=${say.language} onChange=${(event) => setLanguage(event.target.value)}>
          ${Object.entries(LANGUAGES).map(
            ([tag, name]) =>
              html`<option key=${tag} value=${tag} lang=${tag} selected=${tag === say.language}>${name}</option>`,
          )}
        </select>
      </label>
    </div>
  </header>`;
}

/** A page that scrolls as one, with its heading. */
export function Sheaf({ title, wide, children }) {
  return html`<${Bar} title=${title} />
    <main class=${wide ? "sheaf wide" : "sheaf"}>
      <h1>${title}</h1>
      ${children}
    </main>`;
}

/** Why something failed, in words; nothing for no error. */
export function useFault() {
  const { say } = usePage();
  return (error) => {
    if (error instanceof Refusal) {
      const details = (error.problem.errors ?? []).map((each) => each.detail);
      return details.length ? `${error.message}: ${details.join(" ")}` : error.message;
    }
    if (error instanceof Unreachable) return say("fault.unreachable");
    throw error;
  };
}

/** A fault that screen readers tell at once, in words of its own or in those `instead`. */
export function Fault({ error, instead }) {
  const fault = useFault();
  return html`<div role="alert">${error && html`<p class="fault">${instead ?? fault(error)}</p>`}</div>`;
}

/** Says it where the browser will have forgotten the tokens as soon as the page is closed. */
export function Fleeting() {
  const { say, storage } = usePage();
  return storage.fleeting && html`<p class="hint">${say("storage.fleeting")}</p>`;
}

/**
 * A button that does one thing at a time: while it waits, further presses do nothing. Neither does the second half of a
 * double click, which would press what the first half has brought there, unless it may be pressed `often`.
 */
export function Act({ act, failed, often = false, children, ...rest }) {
  const [busy, setBusy] = useState(false);
  async function press(event) {
    if (busy || (event.detail > 1 && !often)) return;
    setBusy(true);
    try {
      await act();
    } catch (error) {
      if (!failed) throw error;
      failed(error);
    } finally {
      setBusy(false);
    }
  }
  // Not `disabled` while it waits: the focus would be lost.
  return html`<button type="button" aria-busy=${busy} ...${rest} onClick=${press}>${children}</button>`;
}

/** A part whose module is loaded when it is first shown: `load` gives the component. */
export function Later({ load, ...rest }) {
  const { value, error } = useAsked(async () => ({ Part: await load() }), []);
  if (error) return html`<${Unloaded} />`;
  return value ? html`<${value.Part} ...${rest} />` : null;
}

/** What is said where a part of the page itself did not come. */
export function Unloaded() {
  const { say } = usePage();
  return html`<div class="sheaf" role="alert">
    <p class="fault">${say("fault.unreachable")}</p>
    <button type="button" onClick=${() => location.reload()}>${say("fault.again")}</button>
  </div>`;
}

/** A dialog over the page, open as long as it is rendered; Escape and its cross close it. */
export function Dialog({ title, close, children, wide }) {
  const { say } = usePage();
  const box = useRef(null);
  useEffect(() => {
    const dialog = box.current;
    dialog.showModal();
    return () => dialog.close();
  }, []);
  return html`<dialog class=${wide ? "dialog wide" : "dialog"} ref=${box} onClose=${close} aria-label=${title}>
    <div class="dialog-head">
      <h2>${title}</h2>
      <button type="button" class="quiet" onClick=${close} aria-label=${say("close")}>✕</button>
    </div>
    <div class="dialog-body">${children}</div>
  </dialog>`;
}

/** Who is where: `ranking` from the first place on, told again as it changes where it is `live`. */
export function Ranking({ ranking, names, winners = [], live = false }) {
  const { say } = usePage();
  return html`<table class="ranking" aria-live=${live ? "polite" : null}>
    <caption class="hidden">
      ${say("outcome.ranking")}
    </caption>
    <thead class="hidden">
      <tr>
        <th scope="col">${say("outcome.rank")}</th>
        <th scope="col">${say("outcome.player")}</th>
        <th scope="col">${say("sheet.total")}</th>
      </tr>
    </thead>
    <tbody>
      ${ranking.map(
        ({ seat, total, rank }) =>
          html`<tr key=${seat} class=${winners.includes(seat) ? "won" : ""}>
            <td>${rank}.</td>
            <th scope="row">${names[seat]}</th>
            <td>${say.number(total)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
