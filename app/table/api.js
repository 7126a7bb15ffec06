/**
 * Calls to the service: JSON in, JSON out, errors as `Refusal`, retries that never do a thing twice.
 *
 * Addresses are relative to this file, so the page works wherever the service is mounted.
 */

const ROOT = new URL("../v1/", import.meta.url);
const TRIES = 8;
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;
const MOST_SEEN = 32;
const COARSE_MS = 2000;

/** What a person did not cause and what may be over in a moment: the same request is sent again. */
const PASSING = new Set([429, 502, 503, 504]);

/** The code of what the service cannot answer yet, as it is solving a table for it. */
const PREPARING = "advice-preparing";

/** The service said no: a problem document (RFC 9457) with its stable `code`. */
export class Refusal extends Error {
  constructor(problem, status) {
    super(problem.detail ?? problem.title ?? `HTTP ${status}`);
    this.problem = problem;
    this.status = status;
    this.code = problem.code ?? String(status);
  }
}

/** Nobody answered, however often it was tried. */
export class Unreachable extends Error {}

export function address(path) {
  return new URL(path, ROOT);
}

/** A key that nobody guesses. (A page that came over plain HTTP from another machine has no crypto.randomUUID.) */
export function randomKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Wait, but no longer than until the signal is aborted. */
function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", resolve, { once: true });
  });
}

/** A problem document, or one made of the status where something in between has answered. */
async function refusal(answer) {
  let problem = {};
  try {
    problem = await answer.json();
  } catch {
    // not JSON: a proxy's page
  }
  return new Refusal(problem, answer.status);
}

/**
 * The service's time: its clock as its answers tell it, so that a device whose own clock is wrong counts down aright.
 *
 * What is kept are bounds of the service's time minus this page's steady clock. A `Date` header (RFC 9110, 6.6.1) has
 * whole seconds and may have been written a second before: the truth lies from it to two seconds later, at some moment
 * between the sending and the answer. Each answer narrows that.
 */
export class ServiceTime {
  #least = -Infinity;
  #most = Infinity;

  /** An answer with this `Date`, to a request `sent` and `received` at these times of `performance.now()`. */
  heard(date, sent, received) {
    const told = Date.parse(date ?? "");
    if (Number.isNaN(told)) return;
    const [least, most] = [told - received, told + COARSE_MS - sent];
    this.#least = Math.max(this.#least, least);
    this.#most = Math.min(this.#most, most);
    // They contradict each other where one of the clocks was set or stood still: what was heard last counts.
    if (this.#least > this.#most) [this.#least, this.#most] = [least, most];
  }

  /** Milliseconds since 1970; by the device's clock until the service was heard. */
  now() {
    if (this.#least === -Infinity) return Date.now();
    return performance.now() + (this.#least + this.#most) / 2;
  }
}

/** The service's calls in one language; `new Api("de")`. */
export class Api {
  constructor(language, time = new ServiceTime()) {
    this.language = language;
    this.time = time;
    this.seen = new Map(); // address -> {etag, value}, so that what has not changed is not sent again
  }

  /** The JSON at the path. `preparing` and `signal` are as in `post`. */
  async get(path, { token, preparing, signal } = {}) {
    const url = address(path);
    const known = this.seen.get(url.href);
    const headers = known ? { "If-None-Match": known.etag } : {};
    const answer = await this.#send(url, { headers, token, preparing, signal });
    if (answer.status === 304) return known.value;
    const value = await answer.json();
    const etag = answer.headers.get("ETag");
    if (etag) this.#keep(url.href, { etag, value });
    return value;
  }

  /**
   * Post once: the key makes every further try of this call a question what became of the first.
   *
   * Where the service first has to solve a table, `preparing` is called before each further try with `{progress,
   * seconds}`, and there may be any number of these; it ends them by an error. So does `signal` once it is aborted.
   */
  async post(path, body = {}, { token, version, preparing, signal } = {}) {
    const headers = { "Content-Type": "application/json", "Idempotency-Key": randomKey() };
    if (version !== undefined) headers["If-Match"] = `"${version}"`;
    const sent = { method: "POST", headers, token, body: JSON.stringify(body), preparing, signal };
    const answer = await this.#send(address(path), sent);
    return answer.json();
  }

  /** Delete; what is gone already was deleted by a try whose answer was lost, or by another window. */
  async delete(path, { token } = {}) {
    try {
      await this.#send(address(path), { method: "DELETE", headers: {}, token });
    } catch (error) {
      if (error.code !== "unknown-session") throw error;
    }
  }

  #keep(address, answer) {
    this.seen.delete(address);
    this.seen.set(address, answer);
    if (this.seen.size > MOST_SEEN) this.seen.delete(this.seen.keys().next().value);
  }

  async #send(url, { method = "GET", headers, token, body, preparing, signal }) {
    headers["Accept-Language"] = this.language;
    if (token) headers.Authorization = `Bearer ${token}`;
    for (let attempt = 1; ; attempt += 1) {
      let answer = null;
      const sent = performance.now();
      try {
        // The page keeps what it knows in `seen`; a browser's own cache would only be one more to be wrong.
        answer = await fetch(url, { method, headers, body, cache: "no-store" });
      } catch {
        if (attempt === TRIES) throw new Unreachable();
      }
      this.time.heard(answer?.headers.get("Date"), sent, performance.now());
      if (answer && (answer.ok || answer.status === 304)) return answer;
      const refused = answer && (await refusal(answer));
      const seconds = Number(answer?.headers.get("Retry-After"));
      if (preparing && refused?.code === PREPARING) {
        preparing({ progress: refused.problem.progress, seconds, refused });
        attempt = 0;
      } else if (refused && (!PASSING.has(refused.status) || attempt === TRIES)) throw refused;
      await pause(Math.min(seconds * 1000 || FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS), signal);
      signal?.throwIfAborted();
    }
  }
}
