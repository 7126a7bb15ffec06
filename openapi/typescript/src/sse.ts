/** Server-Sent Events (WHATWG HTML, 9.2): reading them, and coming back where a connection is lost. */

import type { Call, Connection } from "./connection.js";
import { Failures, pause } from "./patience.js";
import { NetworkError, Problem } from "./problem.js";

/** One event. `id` is the last that was sent, with this event or before it. */
export interface ServerEvent {
  event: string;
  data: string;
  id: string;
}

/** Makes events of text as it arrives. */
export class EventParser {
  /** How many seconds the service asked to wait before coming back. */
  retrySeconds: number | undefined;
  #text = "";
  #event = "";
  #data: string[] = [];
  #id = "";

  /** The events that this text completes. */
  *feed(text: string): Generator<ServerEvent> {
    this.#text += text;
    // A CR at the end may be half of a line break.
    const lines = this.#text.split(/\r\n|\n|\r(?!$)/);
    this.#text = lines.pop() ?? "";
    for (const line of lines) {
      const event = this.#line(line);
      if (event) yield event;
    }
  }

  #line(line: string): ServerEvent | undefined {
    if (line === "") {
      const event = { event: this.#event || "message", data: this.#data.join("\n"), id: this.#id };
      const complete = this.#data.length > 0;
      this.#event = "";
      this.#data = [];
      return complete ? event : undefined;
    }
    const [, field = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === "event") this.#event = value;
    else if (field === "data") this.#data.push(value);
    else if (field === "id" && !value.includes("\0")) this.#id = value;
    else if (field === "retry" && /^\d+$/.test(value)) this.retrySeconds = Number(value) / 1000;
    return undefined;
  }
}

export interface Following {
  /** The request of the next connection; null where there is no more to come. */
  next(): Call | null;
  /** Whether a refusal to connect again has been dealt with, so that `next` has another request or null. */
  mend?(problem: Problem): boolean;
  /** After so much silence a connection counts as lost. */
  silenceSeconds: number;
  signal?: AbortSignal | undefined;
}

/**
 * The events of one connection after another. Until the first of them stands, failures count as those of any request;
 * from then on it is tried again for as long as the stream is read.
 */
export async function* follow(connection: Connection, following: Following): AsyncGenerator<ServerEvent> {
  let stood = false;
  let failures = new Failures(connection.patience);
  let retrySeconds = 0;
  for (let call = following.next(); call !== null; call = following.next()) {
    const hangUp = new AbortController();
    const signal = following.signal ? AbortSignal.any([following.signal, hangUp.signal]) : hangUp.signal;
    let failure: unknown = new NetworkError("The stream was closed");
    try {
      const response = await heard(connection.open({ ...call, signal }), hangUp, following.silenceSeconds);
      if (response.status === 204) return;
      if (!stood) failures = new Failures(connection.patience, true);
      stood = true;
      const parser = new EventParser();
      for await (const text of texts(response, hangUp, following.silenceSeconds)) {
        for (const event of parser.feed(text)) {
          failures.forget();
          yield event;
        }
        retrySeconds = parser.retrySeconds ?? retrySeconds;
      }
    } catch (error) {
      if (following.signal?.aborted) throw following.signal.reason;
      failure = error;
    } finally {
      hangUp.abort();
    }
    if (following.next() === null) return;
    if (stood && failure instanceof Problem && following.mend?.(failure)) continue;
    const seconds = failures.wait(failure);
    await pause(Math.max(seconds, retrySeconds), following.signal);
  }
}

/** The answer, if it begins in time. */
async function heard(response: Promise<Response>, hangUp: AbortController, seconds: number): Promise<Response> {
  const timer = setTimeout(() => hangUp.abort(new NetworkError("No answer in time")), seconds * 1000);
  return response.finally(() => clearTimeout(timer));
}

/** The text of an answer as it comes; a `NetworkError` where it is cut off or goes silent. */
async function* texts(response: Response, hangUp: AbortController, silenceSeconds: number): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  for (;;) {
    const timer = setTimeout(() => hangUp.abort(), silenceSeconds * 1000);
    let part: ReadableStreamReadResult<string>;
    try {
      part = await reader.read();
    } catch (error) {
      throw new NetworkError("The stream was cut off", { cause: error });
    } finally {
      clearTimeout(timer);
    }
    if (part.done) return;
    yield part.value;
  }
}
