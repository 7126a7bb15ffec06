/** One session as its players and spectators use it. */

import { type Connection, type How, sent } from "./connection.js";
import { Problem } from "./problem.js";
import { follow } from "./sse.js";
import type {
  Answer,
  BodyOf,
  Chosen,
  Claimed,
  Fairness,
  Game,
  Language,
  LegalMoveOf,
  MoveOf,
  NewToken,
  RecordPage,
  ScoreSheet,
  SessionEvent,
  SessionOf,
  TableRules,
  TranscriptOf,
} from "./types.js";

/** The arguments of a verb: none that would compile in a game without it, an optional body where no field is needed. */
type VerbOf<G extends Game, T extends MoveOf["type"]> = [BodyOf<G, T>] extends [never]
  ? [body: never, how: never]
  : {} extends BodyOf<G, T>
    ? [body?: BodyOf<G, T>, how?: How]
    : [body: BodyOf<G, T>, how?: How];

export class Table<G extends Game = Game> {
  /** The session's id. */
  readonly id: string;
  readonly #connection: Connection;
  readonly #token: string | undefined;
  #version: number | undefined;

  /** Made by `Client.table`. */
  constructor(connection: Connection, id: string, token: string | undefined, version?: number) {
    this.id = id;
    this.#connection = connection;
    this.#token = token;
    this.#version = version;
  }

  /**
   * The last version that this table has shown, by a view, an answer, a problem or an event. A move is meant for it
   * unless it says otherwise: if more has happened by then nothing is changed, and the `Problem` that is thrown has
   * that as its `meanwhile`. Only where that changes no choice is the move sent again: where it was claims and seeds, or
   * where other seats alone have moved and an entry of `legal_moves`, played as it stands, is still listed just so.
   */
  get version(): number | undefined {
    return this.#version;
  }

  /** The view as it is now; `legal` says whose legal moves it lists. */
  async view({ legal, signal }: Pick<How, "legal" | "signal"> = {}): Promise<SessionOf<G>> {
    const view = (await this.#get("", { legal }, signal)) as SessionOf<G>;
    this.#shown(view.version);
    return view;
  }

  /** Throw the dice in the cup; what `set_aside` names is set aside first. */
  async roll(...[body, how]: VerbOf<G, "roll">): Promise<Answer<G>> {
    return this.#move("/roll", body, how);
  }

  async setAside(...[body, how]: VerbOf<G, "set_aside">): Promise<Answer<G>> {
    return this.#move("/set-aside", body, how);
  }

  async chooseCategory(...[body, how]: VerbOf<G, "choose_category">): Promise<Answer<G>> {
    return this.#move("/choose-category", body, how);
  }

  async bank(...[body, how]: VerbOf<G, "bank">): Promise<Answer<G>> {
    return this.#move("/bank", body, how);
  }

  /** Any move of the game, such as an entry of `legal_moves` as it stands. */
  async play(chosen: Chosen<G>, how?: How): Promise<Answer<G>> {
    return this.#move("/moves", chosen, how);
  }

  /** Leave the game. */
  async resign(body: { seat?: number } = {}, how?: How): Promise<Answer<G>> {
    return this.#change("/resign", body, how);
  }

  /** Skip the turn of a player who is away: for the host, once the table has waited for `absent_seconds`. */
  async skip(body: { seat?: number } = {}, how?: How): Promise<Answer<G>> {
    return this.#change("/skip", body, how);
  }

  /** What stands last is taken back: by the host where the players throw, by a seat its own last tap. */
  async undo(how: How & { version: number }): Promise<Answer<G>> {
    return this.#change("/undo", {}, how);
  }

  /** Add a seat's part to the secret of the dice, before its first throw. */
  async seed(body: { seed: string; seat?: number }, how?: How): Promise<Answer<G>> {
    return this.#change("/seed", body, how);
  }

  /** Take an open seat. The token in the answer is shown this once. */
  async claim(seat: number, body: { name: string; invitation: string }, how: How = {}): Promise<Claimed<G>> {
    return (await this.#post(`/seats/${seat}/claim`, body, how)) as Claimed<G>;
  }

  /** Replace the token that this table was made with, or as host a seat's. The old one is dead at once. */
  async replaceToken(body: { seat?: number } = {}, how: How = {}): Promise<NewToken> {
    return (await this.#post("/tokens", body, how)) as NewToken;
  }

  /** A page of what happened, after a version; `next` is the `after` of the next one. */
  async record(page: { after?: number; limit?: number } = {}): Promise<RecordPage> {
    return (await this.#get("/record", page)) as RecordPage;
  }

  /** What stands in the record, to be checked or played on. */
  async transcript(): Promise<TranscriptOf<G>> {
    return (await this.#get("/transcript", { format: "json" })) as TranscriptOf<G>;
  }

  /** The transcript in the notation that people type. */
  async transcriptText(): Promise<string> {
    const path = this.#path("/transcript");
    return (await this.#connection.send({ method: "GET", path, query: { format: "text" }, token: this.#token })).text();
  }

  /** The score sheet as players write it. */
  async sheet({ lang }: { lang?: Language } = {}): Promise<ScoreSheet> {
    return (await this.#get("/sheet", { format: "json", lang })) as ScoreSheet;
  }

  /** The rules page that refusals cite: of house rules what the table agreed on. */
  async rules({ lang }: { lang?: Language } = {}): Promise<TableRules> {
    return (await this.#get("/rules", { lang })) as TableRules;
  }

  /** Where the dice come from; with the secret once the session is over. */
  async fairness(): Promise<Fairness> {
    return (await this.#get("/fairness", {})) as Fairness;
  }

  /** Remove the session with all that belongs to it. One that is gone already is no error. */
  async delete(): Promise<void> {
    const call = { method: "DELETE" as const, path: this.#path(""), token: this.#token };
    await this.#connection.send(call).catch((error: unknown) => {
      if (!(error instanceof Problem && error.code === "unknown-session")) throw error;
    });
  }

  /**
   * What happens, as it happens: first `session`, the view as it is, then each entry of the record, at last `end`.
   * Where the connection is lost it is made anew, with no event missing and none twice; `after` begins behind the
   * version that was seen last. The stream is over after `end`, and hung up where the reading loop is left.
   */
  async *events(
    how: { legal?: How["legal"]; after?: number; silenceSeconds?: number; signal?: AbortSignal } = {},
  ): AsyncGenerator<SessionEvent<G>, void, undefined> {
    let seen = how.after;
    let over = false;
    const next = () =>
      over
        ? null
        : {
            method: "GET" as const,
            path: this.#path("/events"),
            query: { legal: how.legal },
            headers: { "Last-Event-ID": seen === undefined ? undefined : `${seen}` },
            token: this.#token,
          };
    const following = { next, silenceSeconds: how.silenceSeconds ?? 60, signal: how.signal };
    for await (const { event, data, id } of follow(this.#connection, following)) {
      if (event === "end") over = true;
      else this.#shown((seen = Number(id)));
      yield { event, ...(over ? {} : { version: seen }), data: JSON.parse(data) } as SessionEvent<G>;
    }
  }

  #path(rest: string): string {
    return `/v1/sessions/${encodeURIComponent(this.id)}${rest}`;
  }

  async #get(path: string, query: Record<string, string | number | undefined>, signal?: AbortSignal): Promise<unknown> {
    return this.#connection.json({ method: "GET", path: this.#path(path), query, token: this.#token, signal });
  }

  async #post(path: string, body: unknown, how: How): Promise<unknown> {
    return this.#connection.json({ method: "POST", path: this.#path(path), body, token: this.#token, ...sent(how) });
  }

  async #change(path: string, body: unknown = {}, how: How = {}): Promise<Answer<G>> {
    try {
      const answer = (await this.#post(path, body, how)) as Answer<G>;
      this.#shown(answer.session.version);
      return answer;
    } catch (error) {
      if (error instanceof Problem && error.session) this.#shown(error.session.version);
      throw error;
    }
  }

  async #move(path: string, body: unknown = {}, how: How = {}): Promise<Answer<G>> {
    for (let meant = how.version ?? this.#version; ; ) {
      try {
        return await this.#change(path, body, meant === undefined ? how : { ...how, version: meant });
      } catch (error) {
        if (!(error instanceof Problem && error.code === "version-mismatch" && typeof meant === "number")) throw error;
        // The move was refused all the same, and that is what has to be told.
        const { entries } = await this.record({ after: meant }).catch(() => ({ entries: [] }));
        error.overtaken(entries);
        if (how.version !== undefined || !stillMeant(body, error, meant)) throw error;
        meant = error.session?.version;
      }
    }
  }

  #shown(version: number): void {
    this.#version = Math.max(version, this.#version ?? 0);
  }
}

/**
 * Whether a move that came too late is just as it was chosen at the version: where nothing has happened since but claims
 * and seeds; and where it was sent as it stood in `legal_moves`, is listed there for the same points and as many dice,
 * and other seats alone have moved.
 */
function stillMeant(body: unknown, { session, meanwhile }: Problem, version: number): boolean {
  if (!session || meanwhile.length < session.version - version) return false;
  const moved = meanwhile.filter(({ kind }) => kind !== "claim" && kind !== "seed");
  if (moved.length === 0) return true;
  const chosen = body as Partial<LegalMoveOf>;
  if (!chosen.move || chosen.points === undefined || chosen.throws === undefined) return false;
  if (moved.some(({ kind, seat }) => kind !== "move" || seat === chosen.seat)) return false;
  // The players' dice are none of the choice.
  const move = chosen.move.type === "roll" ? { ...chosen.move, dice: undefined } : chosen.move;
  const wanted = canonical({ ...chosen, move });
  return session.legal_moves.some((each) => canonical(each) === wanted);
}

/** JSON whose fields are in the order of their names. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
