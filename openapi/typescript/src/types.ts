/** The contract's types by game: what a session's moves, views and answers are once its game is known. */

import type { components, operations } from "./contract.js";

type Schemas = components["schemas"];

export type Session = Schemas["Session"];
export type Played = Schemas["Played"];
export type Outcome = Schemas["Outcome"];
export type Catalogue = Schemas["Catalogue"];
export type GameDetails = Schemas["GameDetails"];
export type PresetList = Schemas["PresetList"];
export type TableRules = Schemas["TableRules"];
export type RecordPage = Schemas["RecordPage"];
export type Fairness = Schemas["Fairness"];
export type MySeat = Schemas["MySeat"];
export type NewToken = Schemas["NewToken"];
export type Checked = Schemas["Checked"];
export type ScoreSheet = Schemas["ScoreSheet"];
export type SeatState = Schemas["SeatState"];
export type SeatEnd = Schemas["SeatEnd"];
export type SessionEnd = Schemas["SessionEnd"];

/** Of what a person reads. */
export type Language = NonNullable<NonNullable<operations["listGames"]["parameters"]["query"]>["lang"]>;

/** What presets are asked for by. */
export interface PresetsAsked {
  /** What their names or ids have among them. */
  words?: string;
  /** The language whose names are looked at; any without it. */
  language?: Language;
  dice?: number;
  kind?: NonNullable<Schemas["PresetSummary"]["kind"]>;
}

/** The name of a game, such as "yatzy-bg". */
export type Game = Session["game"];

/** The view of a session of the game. */
export type SessionOf<G extends Game = Game> = Extract<Session, { game: G }>;

/** An entry of `legal_moves`: a move with what it is worth. */
export type LegalMoveOf<G extends Game = Game> = SessionOf<G>["legal_moves"][number];

/** A move of the game, told apart by `type`. */
export type MoveOf<G extends Game = Game> = LegalMoveOf<G>["move"];

/** An entry of the record of a session of the game. */
export type PlayedOf<G extends Game = Game> = Extract<Played, { move: MoveOf<G> | null }>;

/** What opens a session of the game. */
export type RequestOf<G extends Game = Game> = Extract<Schemas["OpeningRequest"], { game: G }>;

/** What opens a session where a transcript ends. */
export type TranscriptRequest = Schemas["TranscriptSessionRequest"];

/** Options of the game to be looked at. */
export type OptionsRequestOf<G extends Game = Game> = Schemas[`${SchemaName<G>}OptionsRequest` & keyof Schemas];

/** What was found in them. */
export type OptionsFindingsOf<G extends Game = Game> = Schemas[`${SchemaName<G>}OptionsFindings` & keyof Schemas];

/** A game as a table wrote it down. */
export type TranscriptOf<G extends Game = Game> = Extract<Schemas["Transcript"], { game: G }>;

/** What a judge can look at: a transcript, its text, or filled sheets. */
export type CheckRequestOf<G extends Game = Game> =
  | TranscriptOf<G>
  | string
  | Schemas[`${SchemaName<G>}SheetsRequest` & keyof Schemas];

/** Loose dice to be scored by the game's rules, with the options and the sheet that the game takes. */
export type ScoreRequestOf<G extends Game = Game> = Schemas[`${SchemaName<G>}ScoreRequest` & keyof Schemas];

/** Every way to score loose dice. */
export type ScoreOf<G extends Game = Game> = Schemas[`${SchemaName<G>}Score` & keyof Schemas];

/** The body of a verb: the move's own fields, and the seat where a host's token could mean several. */
export type BodyOf<G extends Game, T extends MoveOf["type"]> =
  Extract<MoveOf<G>, { type: T }> extends infer M
    ? M extends object
      ? Omit<M, "type"> & { seat?: number } & AsideOf<G, T>
      : never
    : never;

/** A roll may name what is set aside first, in games that know setting aside. */
type AsideOf<G extends Game, T> = T extends "roll"
  ? "set_aside" extends MoveOf<G>["type"]
    ? { set_aside?: number[] }
    : {}
  : {};

/** A move with its seat, or an entry of `legal_moves` as it stands. */
export type Chosen<G extends Game = Game> = LegalMoveOf<G> | { move: MoveOf<G>; seat?: number | null };

/**
 * The answer to whatever happened in a session: the entry of the record, and the view after it. `before` is the entry
 * before that, where a roll has named what to set aside first.
 */
export type Answer<G extends Game = Game> = G extends Game
  ? { before?: PlayedOf<G>; played: PlayedOf<G>; session: SessionOf<G> }
  : never;

/** The answer that opened a session. Its tokens are shown this once. */
export type Opened<G extends Game = Game> = Omit<Schemas["OpenedSession"], "session"> & { session: SessionOf<G> };

/** The answer that gave a seat. `played` is absent where the seat was taken by an earlier sending of the request. */
export type Claimed<G extends Game = Game> = Omit<Schemas["ClaimedSeat"], "session" | "played"> & {
  session: SessionOf<G>;
  played?: PlayedOf<G> | null;
};

/** An event of a session's stream. `version` is the id by which the stream can be resumed. */
export type SessionEvent<G extends Game = Game> =
  | { event: Schemas["SessionStartEvent"]["event"]; version: number; data: SessionOf<G> }
  | { event: Schemas["SessionEntryEvent"]["event"]; version: number; data: Answer<G> }
  | { event: Schemas["SessionEndEvent"]["event"]; data: SessionEnd };

/** An event of a stream of seats. */
export type SeatEvent =
  | { event: Schemas["SeatStateEvent"]["event"]; data: SeatState }
  | { event: Schemas["SeatEndEvent"]["event"]; data: SeatEnd };

/** "yatzy-bg" as the contract writes it in the names of types: "YatzyBg". */
type SchemaName<G extends string> = G extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${SchemaName<Rest>}`
  : Capitalize<G>;
