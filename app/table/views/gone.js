/** Where nothing is to be seen, or not by this browser. */

import { usePage } from "../context.js";
import { html } from "../vendor/preact-htm.js";
import { Fault, Sheaf } from "./parts.js";

export function Gone({ error = null }) {
  const { say } = usePage();
  return html`<${Sheaf} title=${say("session.title")}>
    ${error ? html`<${Fault} error=${error} />` : html`<p role="alert">${say("session.gone")}</p>`}
    <p><a href="#/">${say("session.back")}</a></p>
  <//>`;
}
