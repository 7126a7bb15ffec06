/** A link to be passed on: copied, shared through the device, or shown as a QR code to a telephone's camera. */

import { usePage } from "../context.js";
import { html, useRef, useState } from "../vendor/preact-htm.js";
import { Later } from "./parts.js";

/** `text` says to whoever is sent the link what it is for. */
export function Passed({ label, href, text = label }) {
  const { say } = usePage();
  const [copied, setCopied] = useState(false);
  const [shown, setShown] = useState(false);
  const field = useRef(null);
  async function copy() {
    field.current.select();
    await navigator.clipboard?.writeText(href).catch(() => {}); // refused: the text is selected for the keyboard
    setCopied(true);
  }
  const share = () => navigator.share({ title: "Rollwright", text, url: href }).catch(() => {}); // closed again
  return html`<div class="passing">
    <div class="passed">
      <label
        >${label}<input readonly value=${href} ref=${field} onFocus=${(event) => event.target.select()}
      /></label>
      <button type="button" onClick=${copy}>${copied ? say("copied") : say("copy")}</button>
      ${navigator.share && html`<button type="button" onClick=${share}>${say("share")}</button>`}
      <button type="button" aria-expanded=${shown} onClick=${() => setShown(!shown)}>
        <span class="qr-mark" aria-hidden="true"></span>${say("qr")}
      </button>
    </div>
    ${shown && html`<${Later} load=${() => import("../vendor/lean-qr.js").then(drawing)} href=${href} label=${label} />`}
  </div>`;
}

const QUIET = 4; // modules of white around it, as ISO/IEC 18004 asks for

/** The component that draws a QR code. */
function drawing({ generate }) {
  return function QrCode({ href, label }) {
    const code = generate(href);
    let path = "";
    for (let y = 0; y < code.size; y += 1)
      for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`;
    const size = code.size + 2 * QUIET;
    return html`<svg
      class="qr"
      role="img"
      aria-label=${label}
      viewBox=${`${-QUIET} ${-QUIET} ${size} ${size}`}
      shape-rendering="crispEdges"
    >
      <path d=${path} />
    </svg>`;
  };
}
