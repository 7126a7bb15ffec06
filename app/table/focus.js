/**
 * Keeping the focus: where an element that had it goes away, whoever plays by keyboard or hears the page goes on near
 * it, not at the top of the document.
 */

const FOCUSABLE = "button:not([tabindex='-1']), a[href], input, select, textarea, [tabindex='0']";

/** What can take the focus within the element: something to press, else its heading. */
function within(element) {
  return element.querySelector(FOCUSABLE) ?? element.querySelector("h1, h2");
}

/** Watch over the focus below `root` for as long as the page is open. */
export function keepFocus(root) {
  let path = []; // the element that has the focus and what it stands in, from inside to outside

  root.addEventListener("focusin", ({ target }) => {
    path = [];
    for (let at = target; at && at !== root; at = at.parentElement) path.push(at);
  });
  root.addEventListener("pointerdown", ({ target }) => {
    if (!target.closest(FOCUSABLE)) path = []; // the focus was left on purpose
  });
  new MutationObserver(() => {
    if (!path.length || path[0].isConnected || document.activeElement !== document.body) return;
    const near = path.find((each) => each.isConnected && each.matches("fieldset, section, form, dialog, li, ol, div"));
    const next = (near && within(near)) ?? root.querySelector("h1");
    if (!next) return; // the next view is on its way
    if (!next.matches(FOCUSABLE)) next.tabIndex = -1;
    next.focus({ preventScroll: next.matches("h1") });
  }).observe(root, { childList: true, subtree: true });
}
