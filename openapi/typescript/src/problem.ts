/** What went wrong: a problem document of the service (RFC 9457), or no answer at all. */

import type { components } from "./contract.js";
import type { Played, Session } from "./types.js";

export type ProblemDetails = components["schemas"]["ProblemDetails"];

/** A stable code of the contract, or "unexplained" where an answer was no problem document (such as a proxy's). */
export type ProblemCode = ProblemDetails["code"] | "unexplained";

/** Statuses after which the same request may succeed: limits, and proxies (Cloudflare's among them) that got no answer. */
const PASSING = new Set([429, 502, 503, 504, 520, 521, 522, 523, 524]);

/** The service said no. `message` is a sentence for developers; decide by `code`. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: number;
  readonly code: ProblemCode;
  /** The document as it came; its members are those that the code has. */
  readonly details: Partial<ProblemDetails>;
  /** The session as it is now, where the request came too late or broke the rules. */
  readonly session: Session | undefined;
  /** What had happened, where a move came too late for the version it was meant for: the first entries of many. */
  meanwhile: Played[] = [];
  /** How many seconds the service wants to be left alone. */
  readonly retryAfter: number | undefined;

  constructor(status: number, details: Partial<ProblemDetails> & { session?: Session }, retryAfter?: number) {
    const told = details.detail ?? details.title ?? `HTTP status ${status}`;
    const faults = details.errors?.map(({ pointer, parameter, detail }) => `${pointer ?? parameter}: ${detail}`) ?? [];
    super([told, ...faults].join("; "));
    const { session, ...document } = details;
    this.status = status;
    this.code = document.code ?? "unexplained";
    this.details = document;
    this.session = session;
    this.retryAfter = retryAfter;
  }

  /** The problem that an answer tells of. */
  static async of(response: Response): Promise<Problem> {
    const told: unknown = await response.json().catch(() => null);
    const details = typeof told === "object" && told !== null && "code" in told ? told : {};
    const header = response.headers.get("Retry-After") ?? "";
    return new Problem(response.status, details, /^\d+$/.test(header) ? Number(header) : undefined);
  }

  /** Add what had happened before the request came. */
  overtaken(meanwhile: Played[]): void {
    this.meanwhile = meanwhile;
    if (meanwhile.length) this.message += `; meanwhile: ${meanwhile.map(saidOf).join(", ")}`;
  }

  /** Whether the same request may well succeed a little later. */
  get passing(): boolean {
    return PASSING.has(this.status) && this.code !== "game-unavailable";
  }
}

function saidOf({ version, kind, seat, move }: Played): string {
  return `${version} ${move?.type ?? kind}${seat === null ? "" : ` (seat ${seat})`}`;
}

/** No answer came, or only a part of one: the service cannot be reached, or the connection was cut. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
}
