/**
 * The shared worker: follows sessions for all of a browser's tabs, since over HTTP/1.1 a browser has six connections to
 * a service, and a stream takes one for as long as it lasts.
 *
 * A tab tells what it wants to follow as `{session, token, version, shown, hurry}`, again and again as a sign of life,
 * and null when it is done. It is told `{event}` and `{state}`, as by `stream`.
 */

import { look, stream } from "./stream.js";

/** So many sessions have a stream, those that were looked at last; the others are asked for. */
const STREAMS = 3;

/** A tab that was silent for so long is gone. (One in the background may speak once a minute.) */
const SILENCE_MS = 180_000;

const followings = new Map();

/** One session, for whoever reads it with the same token. */
class Following {
  constructor({ session, token, version }) {
    this.session = session;
    this.token = token;
    this.version = version;
    this.ports = new Map(); // port -> {shown, heard}
    this.view = null; // the newest
    this.state = null;
    this.by = null;
    this.source = null;
  }

  get shown() {
    return Math.max(...[...this.ports.values()].map(({ shown }) => shown));
  }

  /** Be told by `stream` or `look` from now on. */
  through(by) {
    if (this.by === by) return;
    this.source?.stop();
    this.by = by;
    this.source = by(this.session, {
      version: this.version,
      token: this.token,
      told: (event) => {
        if (event.id) this.version = Number(event.id);
        if (event.event !== "end") this.view = event.data.session ?? event.data;
        this.tell({ event });
      },
      state: (state) => {
        this.state = state;
        this.tell({ state });
      },
    });
  }

  tell(news) {
    for (const port of this.ports.keys()) port.postMessage(news);
  }

  /** A tab that comes later is told what it missed: the view as it is now, from which it sees what it lacks. */
  join(port, { version, shown, hurry }) {
    const known = this.ports.has(port);
    this.ports.set(port, { shown, heard: Date.now() });
    if (hurry) this.source?.again();
    if (known) return;
    if (this.view?.version > version) port.postMessage({ event: { event: "session", data: this.view } });
    if (this.state) port.postMessage({ state: this.state });
  }
}

/** Who has a stream now. */
function arrange() {
  for (const [key, following] of followings) {
    for (const [port, { heard }] of following.ports) {
      if (Date.now() - heard > SILENCE_MS) following.ports.delete(port);
    }
    if (following.ports.size) continue;
    following.source?.stop();
    followings.delete(key);
  }
  const latest = [...followings.values()].sort((a, b) => b.shown - a.shown);
  for (const [place, following] of latest.entries()) following.through(place < STREAMS ? stream : look);
}

function heard(port, wanted) {
  if (wanted) {
    const key = JSON.stringify([wanted.session, wanted.token]);
    if (!followings.has(key)) followings.set(key, new Following(wanted));
    followings.get(key).join(port, wanted);
  } else {
    for (const following of followings.values()) following.ports.delete(port);
  }
  arrange();
}

addEventListener("connect", ({ ports: [port] }) => {
  port.onmessage = ({ data }) => heard(port, data);
});
