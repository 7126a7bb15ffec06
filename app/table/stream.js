/**
 * Live events of a session: Server-Sent Events that resume where they were cut off; or looking again and again, for
 * those that find no stream free.
 *
 * Read with fetch and not with EventSource, because that can send no token, which a private session asks for, and
 * because it does not notice a connection that died silently.
 */

import { address } from "./api.js";

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;
const LOOK_MS = 4000;

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
 * "gone" (the session or the token is no more). Returns `{stop, again}`: to follow no longer, and to connect at once
 * where the connection is lost.
 */
export function stream(session, { version, token, told, state }) {
  let seen = String(version);
  return kept(state, async (signal, live, cut) => {
    const headers = { Accept: "text/event-stream", "Last-Event-ID": seen };
    const answer = await ask(`sessions/${session}/events?legal=all`, headers, token, signal);
    if (answer.status === 204) return "over";
    if (!answer.ok) return refused(answer);
    live();
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
  });
}

/** The same without a connection of its own: every few seconds the view, as an event `session`, where it is new. */
export function look(session, { version, token, told, state }) {
  let seen = String(version);
  return kept(state, async (signal, live) => {
    const answer = await ask(`sessions/${session}?legal=all`, { "If-None-Match": `"${seen}"` }, token, signal);
    if (answer.ok) {
      const data = await answer.json();
      seen = String(data.version);
      told({ event: "session", id: seen, data });
    } else if (answer.status !== 304) return refused(answer);
    live();
    return "again";
  });
}

function ask(path, headers, token, signal) {
  const authorization = token ? { Authorization: `Bearer ${token}` } : {};
  return fetch(address(path), { headers: { ...headers, ...authorization }, signal, cache: "no-store" });
}

function refused({ status }) {
  return status === 401 || status === 404 ? "gone" : "lost";
}

/** Go on with `once` until it says "over" or "gone": after a pause where it says "again", longer ones where "lost". */
function kept(state, once) {
  let wait = FIRST_WAIT_MS;
  let stopped = false;
  let current = null;
  let hurry = () => {};
  let told = null;

  function tell(now) {
    if (now !== told) state(now);
    told = now;
  }
  function live() {
    wait = FIRST_WAIT_MS;
    tell("live");
  }
  async function run() {
    while (!stopped) {
      current = new AbortController();
      const cut = () => current.abort();
      const how = await once(current.signal, live, cut).catch(() => "lost");
      if (stopped) return;
      if (how !== "again") tell(how);
      if (how === "over" || how === "gone") return;
      await new Promise((resolve) => {
        hurry = resolve;
        setTimeout(resolve, how === "again" ? LOOK_MS : wait);
      });
      if (how === "lost") wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  }
  run();
  return {
    stop() {
      stopped = true;
      current.abort();
    },
    again() {
      wait = FIRST_WAIT_MS;
      hurry();
    },
  };
}
