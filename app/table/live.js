/**
 * A session as it happens, in a browser with any number of tabs: by the shared worker where there is one, else by a
 * stream of the tab's own, which it lets go of while it is hidden. (Browsers without such workers are those of
 * telephones, which show one tab at a time.)
 */

import { stream } from "./stream.js";

/** Raised with what the page and its worker say to each other: tabs of before keep the worker they have. */
const WORKER = "rollwright.1";
const ALIVE_MS = 25_000;

/**
 * Follow a session from after `version()`. `told`, `state` and what it returns are as in `stream`; an event `session`
 * may come at any time, and then entries before it have not been told.
 */
export function follow(session, how) {
  let source = null;
  let shown = document.hidden ? 0 : Date.now();
  let workers = "SharedWorker" in globalThis;

  function start() {
    if (source) return;
    try {
      if (workers) source = shared(session, how, () => shown, instead);
    } catch {
      workers = false; // forbidden here
    }
    if (!workers && !document.hidden) source = stream(session, { ...how, version: how.version() });
  }
  function stop() {
    source?.stop();
    source = null;
  }
  /** The worker could not be loaded. */
  function instead() {
    workers = false;
    stop();
    start();
  }
  function seen() {
    shown = document.hidden ? 0 : Date.now();
    if (!workers && document.hidden) stop();
    again();
  }
  function again() {
    start();
    source?.again();
  }
  const cut = () => {
    stop(); // the browser knows first that the network is gone
    how.state("lost");
  };
  const heard = [
    [document, "visibilitychange", seen],
    [globalThis, "focus", seen],
    [globalThis, "online", again],
    [globalThis, "offline", cut],
    [globalThis, "pagehide", stop],
    [globalThis, "pageshow", start],
  ];
  for (const [where, event, heed] of heard) where.addEventListener(event, heed);
  start();
  return {
    stop() {
      for (const [where, event, heed] of heard) where.removeEventListener(event, heed);
      stop();
    },
    again: () => source?.again(),
  };
}

/** Followed by the shared worker. */
function shared(session, { version, token, told, state }, shown, failed) {
  const worker = new SharedWorker(new URL("shared.js", import.meta.url), { type: "module", name: WORKER });
  const { port } = worker;
  const ask = (hurry) => port.postMessage({ session, token, version: version(), shown: shown(), hurry });
  port.onmessage = ({ data }) => (data.event ? told(data.event) : state(data.state));
  worker.onerror = failed;
  const timer = setInterval(ask, ALIVE_MS, false);
  ask(false);
  return {
    stop() {
      clearInterval(timer);
      port.onmessage = null;
      port.postMessage(null);
      port.close();
    },
    again: () => ask(true),
  };
}
