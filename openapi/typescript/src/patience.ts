/** How often and how long after a failure the same request is sent again. */

import { NetworkError, Problem } from "./problem.js";

export interface Patience {
  /** How often a request is sent at most. */
  attempts: number;
  /** The wait after the first failure; it doubles with each further one. */
  firstSeconds: number;
  /** No wait is longer. Where the service asks for a longer one, the problem is thrown instead. */
  longestSeconds: number;
}

export const PATIENCE: Patience = { attempts: 6, firstSeconds: 0.5, longestSeconds: 30 };

/** The failures of one request, or of one stream since it last told anything. */
export class Failures {
  readonly #patience: Patience;
  readonly #endless: boolean;
  #count = 0;

  /** `endless`: for a stream, which is connected again however often that fails. */
  constructor(patience: Patience, endless = false) {
    this.#patience = patience;
    this.#endless = endless;
  }

  forget(): void {
    this.#count = 0;
  }

  /** How many seconds to wait after one more failure; throws it where there is no use in waiting. */
  wait(failure: unknown): number {
    this.#count += 1;
    const { attempts, firstSeconds, longestSeconds } = this.#patience;
    const passing = failure instanceof NetworkError || (failure instanceof Problem && failure.passing);
    if (!passing || (!this.#endless && this.#count >= attempts)) throw failure;
    const asked = failure instanceof Problem ? failure.retryAfter : undefined;
    if (asked !== undefined) {
      if (asked > longestSeconds) throw failure;
      return asked + Math.random() * firstSeconds;
    }
    return Math.min(longestSeconds, firstSeconds * 2 ** (this.#count - 1)) * (0.5 + Math.random() / 2);
  }
}

/** Wait, unless the signal says that it is over: then its reason is thrown. */
export function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
