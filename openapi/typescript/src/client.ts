/** The service as its users see it: games, sessions, seats. */

import { Connection, type How, sent } from "./connection.js";
import { PATIENCE, type Patience } from "./patience.js";
import { Problem } from "./problem.js";
import { follow } from "./sse.js";
import { Table } from "./table.js";
import type {
  Catalogue,
  CheckRequestOf,
  Checked,
  Game,
  GameDetails,
  Language,
  MySeat,
  Opened,
  OptionsFindingsOf,
  OptionsRequestOf,
  PresetList,
  PresetsAsked,
  RequestOf,
  ScoreOf,
  ScoreRequestOf,
  SeatEvent,
  SeatState,
  TranscriptRequest,
} from "./types.js";

export interface ClientOptions {
  /** Needed for opening sessions where the operator asks for one. */
  apiKey?: string;
  patience?: Partial<Patience>;
  /** After so long without an answer a request counts as lost, and is sent again. */
  timeoutSeconds?: number;
  fetch?: typeof fetch;
}

export class Client {
  readonly #connection: Connection;
  readonly #apiKey: string | undefined;

  /** `address` is the service's, such as "http://127.0.0.1:8000". */
  constructor(address: string, options: ClientOptions = {}) {
    const { apiKey, patience, timeoutSeconds = 20, fetch: fetcher = (...asked) => fetch(...asked) } = options;
    this.#connection = new Connection(address, { ...PATIENCE, ...patience }, timeoutSeconds, fetcher);
    this.#apiKey = apiKey;
  }

  async games({ lang }: { lang?: Language } = {}): Promise<Catalogue> {
    return (await this.#connection.json({ method: "GET", path: "/v1/games", query: { lang } })) as Catalogue;
  }

  /** A game's options, presets, categories and rules text. */
  async game(game: Game, { lang }: { lang?: Language } = {}): Promise<GameDetails> {
    return (await this.#connection.json({ method: "GET", path: `/v1/games/${game}`, query: { lang } })) as GameDetails;
  }

  /** Published games and sheets as named options, of all games. */
  async presets({ words: q, ...query }: PresetsAsked = {}): Promise<PresetList> {
    return (await this.#connection.json({ method: "GET", path: "/v1/presets", query: { q, ...query } })) as PresetList;
  }

  /** Whether options can be played, and what is wrong with them. Nothing is stored. */
  async checkOptions<G extends Game>(
    game: G,
    request: OptionsRequestOf<G>,
    { lang }: { lang?: Language } = {},
  ): Promise<OptionsFindingsOf<G>> {
    const call = { method: "POST" as const, path: `/v1/games/${game}/options`, query: { lang }, body: request };
    return (await this.#connection.json(call)) as OptionsFindingsOf<G>;
  }

  /** Every way to score loose dice. Nothing is stored. */
  async score<G extends Game>(game: G, request: ScoreRequestOf<G>): Promise<ScoreOf<G>> {
    const path = `/v1/games/${game}/score`;
    return (await this.#connection.json({ method: "POST", path, body: request })) as ScoreOf<G>;
  }

  /** Every fault of a transcript or of filled sheets. Nothing is stored. */
  async check<G extends Game>(
    game: G,
    request: CheckRequestOf<G>,
    { lang }: { lang?: Language } = {},
  ): Promise<Checked> {
    const call = { method: "POST" as const, path: `/v1/games/${game}/check`, query: { lang }, body: request };
    return (await this.#connection.json(call)) as Checked;
  }

  /** Open a session. The tokens and invitations in the answer are shown this once. */
  async open<G extends Game>(
    request: { game: G } & RequestOf<G>,
    how?: Pick<How, "key" | "signal">,
  ): Promise<Opened<G>>;
  /** Open a session where a transcript ends. */
  async open(request: TranscriptRequest, how?: Pick<How, "key" | "signal">): Promise<Opened>;
  async open(request: RequestOf | TranscriptRequest, how: Pick<How, "key" | "signal"> = {}): Promise<Opened> {
    const call = { method: "POST" as const, path: "/v1/sessions", body: request, token: this.#apiKey, ...sent(how) };
    return (await this.#connection.json(call)) as Opened;
  }

  /**
   * A session to play in, with a token of the host or of a seat, or to look at, without one. Given a view it knows
   * the game, given an id it is told: `client.table<"sand">(id)`. Of a view, and of what a stream of seats tells, it
   * knows the version for which moves are meant.
   */
  table<G extends Game = Game>(
    session: string | { id: string; game: G; version?: number } | Pick<SeatState, "session" | "version">,
    token?: string,
  ): Table<G> {
    if (typeof session === "string") return new Table<G>(this.#connection, session, token);
    const id = "id" in session ? session.id : session.session;
    return new Table<G>(this.#connection, id, token, session.version);
  }

  /** Whose a token is. */
  async mySeat(token: string): Promise<MySeat> {
    return (await this.#connection.json({ method: "GET", path: "/v1/seats/me", token })) as MySeat;
  }

  /**
   * All seats that the tokens act for, in one stream: each as it is at first, and whenever that is news. After a lost
   * connection each is told again as it is then. A token that has been replaced or whose session was deleted by then
   * is let go. `end` comes once for a seat; the stream is over when none is left.
   */
  async *seatEvents(
    tokens: Iterable<string>,
    how: { silenceSeconds?: number; signal?: AbortSignal } = {},
  ): AsyncGenerator<SeatEvent, void, undefined> {
    let followed = [...tokens];
    let told = false;
    const open = new Set<string>();
    const ended = new Set<string>();
    const next = () => {
      const over = followed.length === 0 || (told && open.size === 0);
      return over ? null : { method: "POST" as const, path: "/v1/seats/events", body: { tokens: followed } };
    };
    const mend = (problem: Problem) => {
      const unknown = unknownTokens(problem);
      followed = followed.filter((_, index) => !unknown.has(index));
      told = false;
      open.clear();
      return unknown.size > 0;
    };
    const following = { next, mend, silenceSeconds: how.silenceSeconds ?? 60, signal: how.signal };
    for await (const { event, data } of follow(this.#connection, following)) {
      const news = { event, data: JSON.parse(data) } as SeatEvent;
      const seat = `${news.data.session}/${news.data.seat}`;
      told = true;
      if (ended.has(seat)) continue;
      if (news.event === "end") {
        ended.add(seat);
        open.delete(seat);
      } else {
        open.add(seat);
      }
      yield news;
    }
  }
}

/** The places of the tokens that the service does not know (any more). */
function unknownTokens(problem: Problem): Set<number> {
  const places = (problem.details.errors ?? [])
    .filter(({ code }) => code === "unknown_token")
    .map(({ pointer }) => Number(/^\/tokens\/(\d+)$/.exec(pointer ?? "")?.[1]));
  return new Set(places);
}
