/**
 * A session as it happens: Server-Sent Events that resume where they were cut off.
 *
 * Read with fetch and not with EventSource, because that can send no token, which a private session asks for, and
 * because it does not notice a connection that died silently.
 */

import { address } from "./api.js";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;

/** The service sends at least a comment within this time; when it does not, the connection is dead. */
const SILENCE_MS = 45_000;

/** Blocks of a stream as `{event, id, data}`; comments come as null, as a sign of life. */
async function* blocks(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop();
    for (const part of parts) yield parsed(part);
  }
}

function parsed(block) {
  const fields = {};
  for (const line of block.split("\n")) {
    const colon = line.indexOf(": ");
    if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 2);
  }
  return fields.event ? { event: fields.event, id: fields.id, data: JSON.parse(fields.data) } : null;
}

/**
 * Follow a session from after `version`.
 *
 * told(event): called with each `{event, id, data}`. state(now): "live", "lost", "over" (nothing more will come) or
 * "gone" (the session or the token is no more). Returns `{stop, again}`: to follow no longer, and to connect at once where the connection is
 * lost.
 */
export function follow(session, { version, token, told, state }) {
  let seen = String(version);
  let wait = FIRST_WAIT_MS;
  let stopped = false;
  let current = null;
  let hurry = () => {};

  function again() {
    wait = FIRST_WAIT_MS;
    hurry();
  }
  function cut() {
    current?.abort(); // the browser knows first that the network is gone
  }

  async function once() {
    current = new AbortController();
    const headers = { Accept: "text/event-stream", "Last-Event-ID": seen };
    if (token) headers.Authorization = `Bearer ${token}`;
    const url = address(`sessions/${session}/events?legal=all`);
    const answer = await fetch(url, { headers, signal: current.signal, cache: "no-store" });
    if (answer.status === 204) return "over";
    if (answer.status === 401 || answer.status === 404) return "gone";
    if (!answer.ok) throw new Error(answer.statusText);
    state("live");
    wait = FIRST_WAIT_MS;
    let alarm = setTimeout(cut, SILENCE_MS);
    try {
      for await (const block of blocks(answer.body)) {
        clearTimeout(alarm);
        alarm = setTimeout(cut, SILENCE_MS);
        if (!block) continue;
        if (block.id) seen = block.id;
        told(block);
        if (block.event === "end") return "over";
      }
    } finally {
      clearTimeout(alarm);
    }
    return "lost";
  }

  async function run() {
    while (!stopped) {
      const how = await once().catch(() => "lost");
      if (stopped) return;
      state(how);
      if (how !== "lost") return;
      await new Promise((resolve) => {
        hurry = resolve;
        setTimeout(resolve, wait);
      });
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  }

  addEventListener("online", again);
  addEventListener("offline", cut);
  run();
  function stop() {
    stopped = true;
    removeEventListener("online", again);
    removeEventListener("offline", cut);
    cut();
  }
  return { stop, again };
}
