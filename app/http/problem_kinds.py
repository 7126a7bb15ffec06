"""Problem kinds: every error of the service, declared once: code, status, and what its page tells."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """A kind of error: its stable code, its status, and what its page tells: what happened and what to do.

    is_failure: whether an operator should hear of it if its status is 500 or above (the log has it as an error).
    """

    code: str
    status: int
    title: str
    meaning: str
    remedy: str
    is_failure: bool = True


MALFORMED_JSON = ProblemKind(
    "malformed-json",
    400,
    "The body is not JSON",
    "The request needs a JSON object as its body, and what arrived could not be read as JSON (RFC 8259).",
    "`detail` says where reading stopped. Check quotes and commas, and that a body was sent at all.",
)
MALFORMED_REQUEST = ProblemKind(
    "malformed-request",
    400,
    "This is no proper HTTP request",
    "What arrived is not HTTP/1.1 (RFC 9112), or its head does not have exactly one `Host` field.",
    "Use an HTTP library, and send no more after it has failed: the connection is closed.",
)
UNAUTHORIZED = ProblemKind(
    "unauthorized",
    401,
    "A token of this session is needed",
    "The request carried no `Authorization: Bearer ...` header, or its token is none of this session's.",
    "Send the `host_token` or a seat's `token` from the answer that created the session. Tokens are shown once; "
    "the service stores only their hashes and cannot show them again.",
)
API_KEY_NEEDED = ProblemKind(
    "api-key-needed",
    401,
    "An API key is needed",
    "This service lets only holders of an API key open sessions, and the request carried none that is valid.",
    "Send `Authorization: Bearer rw_key_...`. The operator makes keys with `rollwright keys add`.",
)
NOT_THE_HOST = ProblemKind(
    "not-the-host",
    403,
    "Only the host may do this",
    "The token belongs to a seat, and what was asked for is the host's to do.",
    "Send the `host_token` from the answer that opened the session.",
)
WRONG_INVITATION = ProblemKind(
    "wrong-invitation",
    403,
    "The invitation is not for this seat",
    "A seat that is open is claimed with the invitation code that the host was given for it.",
    "Ask the host for the seat's `invitation`, and send it as it stands.",
)
NOT_YOUR_SEAT = ProblemKind(
    "not-your-seat",
    403,
    "This token does not act for that seat",
    "A seat's token acts for its own seat only.",
    "Leave `seat` out, or send the token of the seat that is meant (or the host's).",
)
HINTS_OFF = ProblemKind(
    "hints-off",
    403,
    "The table has agreed to no hints",
    "The session was opened with `hints: off`, or with open seats and no word about hints.",
    "Open a session with `hints` `own` or `all`. A position is asked about without a session at "
    "`POST /v1/games/{game}/advise`.",
)
NOT_FOUND = ProblemKind(
    "not-found",
    404,
    "Nothing is here",
    "No call of this service has that address.",
    "`/docs` and `/openapi.json` list every address.",
)
UNKNOWN_SEAT = ProblemKind(
    "unknown-seat",
    404,
    "No such seat",
    "The session has no seat of that number.",
    "`session.seats` lists the seats; the first is 0.",
)
NOT_PROVABLE = ProblemKind(
    "not-provable",
    404,
    "There is nothing to prove",
    "The players throw the dice of this session, or it is older than the service's commitments.",
    "Only sessions that were opened with `dice_source: server` have a `commitment` in their view.",
)
UNKNOWN_GAME = ProblemKind(
    "unknown-game",
    404,
    "No such game",
    "The service has no game of that name.",
    "`GET /v1/games` lists the games.",
)
NO_ADVICE = ProblemKind(
    "no-advice",
    404,
    "Nobody knows right play of this game",
    "The game brings no adviser, so that there is no advice on it and no analysis.",
    "The built-in games have advisers. The author of a game from outside can bring one (`docs/your-own-game.md`).",
)
UNKNOWN_SESSION = ProblemKind(
    "unknown-session",
    404,
    "No such session",
    "There is no session with that id.",
    "Check the id against the `Location` header or the `session.id` of the answer that created it.",
)
METHOD_NOT_ALLOWED = ProblemKind(
    "method-not-allowed",
    405,
    "This address does not take that method",
    "The address exists, but not for this HTTP method.",
    "The `Allow` header names the methods it takes.",
)
REQUEST_TIMEOUT = ProblemKind(
    "request-timeout",
    408,
    "The request did not arrive in time",
    "A part of a request came, and the rest was waited for in vain. Nothing was changed.",
    "Send the request again, all of it at once; for long bodies over slow networks the operator can give more time "
    "(`ROLLWRIGHT_BODY_SECONDS`).",
)
ILLEGAL_MOVE = ProblemKind(
    "illegal-move",
    409,
    "The rules do not allow this move now",
    "The move is part of the game, but not legal in the session's present state. Nothing was changed.",
    "`reason` is a stable code and `rule` the paragraph of the game's rules page that forbids the move "
    "(`GET /v1/games/{game}` holds the page); `session` is the view as it is now, with the legal moves.",
)
NOT_YOUR_TURN = ProblemKind(
    "not-your-turn",
    409,
    "The seat is not to move",
    "Another seat is to move. Nothing was changed.",
    "`session.to_move` names the seats that may act now.",
)
WAITING = ProblemKind(
    "waiting",
    409,
    "Seats are still open",
    "Play starts when every open seat has been claimed. Nothing was changed.",
    "`session.seats` shows which are `open`; their invitations are claimed at `POST .../seats/{seat}/claim`.",
)
SEAT_TAKEN = ProblemKind(
    "seat-taken",
    409,
    "The seat is taken",
    "The seat was named by the host or claimed before. Nothing was changed.",
    "`session.seats` shows which seats are `open`.",
)
RESIGNED = ProblemKind(
    "resigned",
    409,
    "The seat has left the game",
    "The seat resigned before, or let its time pass. Nothing was changed.",
    "`session.seats` shows which seats have `resigned`.",
)
TOKEN_REPLACED = ProblemKind(
    "token-replaced",
    409,
    "A token was replaced since",
    "A request that brought a token was sent again under its `Idempotency-Key`, but that token has been replaced in "
    "the meantime. Answering with another one would take the seat from whoever holds it now. Nothing was changed.",
    "Use the token that replaced it.",
)
SEED_LOCKED = ProblemKind(
    "seed-locked",
    409,
    "Seeds can no longer be set",
    "A seat sets its seed once, before the session's first throw, and only where the service throws the dice.",
    "`GET .../fairness` shows the seeds that count.",
)
ABANDONED = ProblemKind(
    "abandoned",
    409,
    "The session was abandoned",
    "Nobody touched the session for as long as the operator keeps idle sessions open.",
    "Open a new session to play again. The record can be read until the session is deleted.",
)
FINISHED = ProblemKind(
    "finished",
    409,
    "The game is over",
    "The session has its outcome and takes no more moves.",
    "`session.outcome` holds the ranking. Open a new session to play again.",
)
NOT_OVER = ProblemKind(
    "not-over",
    409,
    "The game is not over",
    "A rematch follows a game that is over, and so does its analysis.",
    "`session.status` of the view says how it stands; play on, or let the others leave.",
)
SERVER_DICE = ProblemKind(
    "server-dice",
    409,
    "The service's dice are not taken back",
    "What the service threw is known, so that a throw stands, with all that came before it, and so does a game that "
    "is over. Only the last move is taken back, if it threw nothing. Nothing was changed.",
    "Take back before anybody throws. A session opened with `dice_source: players` takes back everything.",
)
NOTHING_TO_UNDO = ProblemKind(
    "nothing-to-undo",
    409,
    "Nothing is left to be taken back",
    "No move and no resignation of the session stands, or the seat has taken back three times since the last throw. "
    "Nothing was changed.",
    "`GET .../record` shows what happened and what was taken back.",
)
NOT_ABSENT = ProblemKind(
    "not-absent",
    409,
    "The seat is still waited for",
    "What was asked for may be done for a seat that is to move only once the table has waited for it as long as it "
    "agreed to when the session was opened (`absent_seconds`). Nothing was changed.",
    "`absent_from` of a seat in the view says from when on; null: nobody waits for it.",
)
RECORD_FULL = ProblemKind(
    "record-full",
    409,
    "The record is full",
    "A session's record may have 20,000 entries, many times what any game takes, and this one has them. Nothing was "
    "changed.",
    "Resign, or leave the session as it is: its record, its transcript and its sheet can be read. Open a new one to "
    "play on.",
)
VERSION_MISMATCH = ProblemKind(
    "version-mismatch",
    412,
    "The session has moved on",
    "The request carried `If-Match` with a version that is not the session's present one: somebody else's move "
    "came first. Nothing was changed.",
    "`session` is the view as it is now; decide again from it and send its version.",
)
BODY_TOO_LARGE = ProblemKind(
    "body-too-large",
    413,
    "The body is too large",
    "A request's body may have at most 65,536 bytes, and 1,048,576 where it opens a session with a transcript or is "
    "to be checked.",
    "Send less.",
)
UNSUPPORTED_ENCODING = ProblemKind(
    "unsupported-encoding",
    415,
    "The body is encoded in a way that is not taken",
    "The request's `Content-Encoding` says that its body is compressed or otherwise encoded, and the service takes "
    "bodies as they are. Nothing was changed.",
    "Send the body as it is, without `Content-Encoding`.",
)
BATCH_TOO_LARGE = ProblemKind(
    "batch-too-large",
    413,
    "The batch is too large",
    "A batch may have at most 10,000 lines and 33,554,432 bytes, and a line as many bytes as a body that is checked.",
    "What was answered before stands. Send the rest as a batch of its own.",
)
KEY_REUSED = ProblemKind(
    "key-reused",
    422,
    "The key was used for another request",
    "The `Idempotency-Key` came before with another request. Nothing was changed.",
    "Make a new key for each new request, and send the old one only with the very request it was made for.",
)
VERSION_NEEDED = ProblemKind(
    "version-needed",
    428,
    "The version that is meant is needed",
    "Taking back takes back whatever came last, so the request has to say by `If-Match` which version it has seen. "
    "Nothing was changed.",
    'Send the session\'s `version` in quotes, such as `If-Match: "7"`. `*` says nothing and will not do.',
)
UNPLAYABLE_TRANSCRIPT = ProblemKind(
    "unplayable-transcript",
    422,
    "The transcript breaks the rules",
    "A session opens with a transcript only if every entry is legal and every claim in it is right. Nothing was "
    "opened.",
    "`pointer` names the first entry or total at fault, and of a transcript in text `line` and `column`; `reason` is "
    "a stable code and `rule` the paragraph that an illegal move breaks. `POST /v1/games/{game}/check` tells every "
    "fault.",
)
RATE_LIMITED = ProblemKind(
    "rate-limited",
    429,
    "Too many requests",
    "A limit that the operator set was reached; `limit` names it and `Retry-After` says how many seconds to wait.",
    "Wait, and send the request again. The `RateLimit` headers tell how much is left before it comes to this.",
)
TOO_MANY_STREAMS = ProblemKind(
    "too-many-streams",
    429,
    "Too many open streams",
    "This address holds as many event streams open as one client may.",
    "Close streams that are no longer read. Bots follow many seats on one stream: `POST /v1/seats/events`.",
)
HEADERS_TOO_LARGE = ProblemKind(
    "headers-too-large",
    431,
    "The headers are too large",
    "A request's target and headers may have at most 16,384 bytes together.",
    "Send less.",
)
INVALID_FIELDS = ProblemKind(
    "invalid-fields",
    422,
    "Some fields are not what they should be",
    "The JSON could be read, but a field is missing, unknown, of the wrong type or out of range. "
    "Nothing was changed.",
    "`errors` holds one entry a fault: `pointer` (a JSON Pointer, RFC 6901, into the body) or `parameter` (of the "
    "address), a sentence and a code.",
)
POSITION_IMPOSSIBLE = ProblemKind(
    "position-impossible",
    422,
    "No game leads to this position",
    "The position is well formed, but no game by these options comes to it, or it is over there.",
    "`pointer` names what cannot be, and `detail` says why. Without `options` the game's defaults hold.",
)
INTERNAL = ProblemKind(
    "internal",
    500,
    "The service failed",
    "Something went wrong inside the service. Nothing was changed.",
    "Try again; if it happens again, tell the operator when it happened.",
)
ADVICE_UNAVAILABLE = ProblemKind(
    "advice-unavailable",
    501,
    "This service has no table for that",
    "What was asked takes a table that is solved beforehand. It is not here, and the service does not solve it: it "
    "lacks the extra `advice`, or the table takes more time or room than a request may take.",
    "Ask about a position with fewer open boxes, or for another `objective`. The operator can solve the table by "
    "`rollwright solve`, or copy it into `ROLLWRIGHT_TABLES`.",
    is_failure=False,
)
ADVICE_PREPARING = ProblemKind(
    "advice-preparing",
    503,
    "The table is being solved",
    "What was asked takes a table that is solved once for these options, and that is being done.",
    "Send the request again after the seconds that `Retry-After` says; `progress` tells how much is done, up to 1.",
    is_failure=False,
)
GAME_FAILED = ProblemKind(
    "game-failed",
    500,
    "The game failed",
    "The game's own code, a package from outside the service, went wrong. Nothing was changed, and sessions of other "
    "games are as they were.",
    "Tell the operator which game it was; the log says what happened. `rollwright conformance` tells its author what "
    "to mend.",
)
GAME_UNAVAILABLE = ProblemKind(
    "game-unavailable",
    503,
    "The session's rules are not installed",
    "The session was played under a game, or a version of its rules, that this service does not have at present.",
    "Ask the operator to install the game's package again. The session is kept as it is.",
)
SECRET_UNAVAILABLE = ProblemKind(
    "secret-unavailable",
    503,
    "The session's dice cannot be opened",
    "The secret that the session's dice come from is encrypted, and the service does not have the key at present. "
    "Nothing was changed.",
    "Ask the operator to set `ROLLWRIGHT_SECRET_KEY` to what it was when the session was opened. The "
    "session can be read meanwhile.",
)
STORE_UNAVAILABLE = ProblemKind(
    "store-unavailable",
    503,
    "The store does not answer",
    "The database could not be reached, was busy for too long or refused the write. Almost always nothing was "
    "changed; only if the connection to it broke during the commit, the service cannot know.",
    "Wait as long as `Retry-After` says and send the request again, with the `Idempotency-Key` it had: then it "
    "takes effect once, whatever happened.",
)
NOT_READY = ProblemKind(
    "not-ready",
    503,
    "The service is not ready",
    "The database cannot be reached, or its schema is not the one of this version.",
    "Wait; the service recovers by itself once the database answers. A schema is renewed by `rollwright migrate`.",
)
STORE_FULL = ProblemKind(
    "store-full",
    507,
    "The store is full",
    "The database has no room for the write. Nothing was changed; what was stored before is safe.",
    "The operator must make room. Reading still works.",
)

KINDS: Mapping[str, ProblemKind] = {
    kind.code: kind for kind in list(globals().values()) if isinstance(kind, ProblemKind)
}
