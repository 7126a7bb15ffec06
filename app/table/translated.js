/**
 * Translations by the browser or an extension: they put a node of theirs in the place of a text, though the page says
 * that it speaks its reader's language. The text that was there goes back beside it, empty, since what renders the page
 * keeps hold of it: it is written anew, moved and taken away as if nothing had been, and what stood for it goes then.
 */

export function bearTranslation(root) {
  const standIns = new WeakMap(); // by text: `{node, data}`, what is shown in its place and what stood in it

  function forget(text) {
    standIns.get(text)?.node.remove();
    standIns.delete(text);
  }

  function takenOut(text, node) {
    forget(text);
    standIns.set(text, { node, data: text.data });
    if (node.contains(text)) text.replaceWith(text.cloneNode());
    text.data = "";
    node.before(text);
  }

  function childrenChanged({ target, addedNodes, removedNodes, previousSibling: before }) {
    const put = [...addedNodes, before].find((node) => node?.nodeName === "FONT" && node.parentNode === target);
    for (const text of removedNodes) {
      if (text.nodeType !== Node.TEXT_NODE) continue;
      if (put && (!text.parentNode || put.contains(text))) takenOut(text, put);
      else if (!text.parentNode) forget(text);
    }
    // Whoever translated may show what was there again.
    for (const text of addedNodes) {
      const { node, data } = standIns.get(text) ?? {};
      if (!node || node.parentNode) continue;
      standIns.delete(text);
      if (!text.data) text.data = data;
    }
  }

  const observer = new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === "childList") childrenChanged(record);
      else if (record.target.data) forget(record.target); // it says something new
    }
    observer.takeRecords(); // what was done here
  });
  observer.observe(root, { childList: true, characterData: true, subtree: true });
}
