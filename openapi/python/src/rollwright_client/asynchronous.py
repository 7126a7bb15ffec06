"""The asynchronous client."""

from collections.abc import AsyncGenerator, Iterable
from types import TracebackType
from typing import Any, Literal, cast

import httpx

from rollwright_client.asynchronous_connection import AsyncConnection
from rollwright_client.call import Call, Language, Legal, Version, change, session_path, still_meant
from rollwright_client.contract import (
    BankRequest,
    Catalogue,
    Checked,
    CheckRequest,
    ChooseCategoryRequest,
    ClaimedSeat,
    ClaimRequest,
    Fairness,
    GameDetails,
    LegalMove,
    MoveAnswer,
    MoveRequest,
    MySeat,
    NewToken,
    OpenedSession,
    OpeningRequest,
    OptionsFindings,
    OptionsRequest,
    Played,
    PresetList,
    RecordPage,
    RollRequest,
    Score,
    ScoreRequest,
    ScoreSheet,
    SeatChoice,
    SeatEvent,
    SeatState,
    SeedRequest,
    Session,
    SessionEvent,
    SetAsideRequest,
    TableRules,
    TokenRequest,
    Transcript,
)
from rollwright_client.following import SeatsFollowing, SessionFollowing
from rollwright_client.patience import Patience
from rollwright_client.problem import Problem


class AsyncClient:
    """The service: its games, its sessions, its seats. Close it, or use it in a `with` block.

    address: the service's, such as "http://127.0.0.1:8000". api_key: needed for opening sessions where the operator
    asks for one. timeout_seconds: after so long without an answer a request counts as lost, and is sent again.
    transport: httpx's, if not its own.
    """

    def __init__(
        self,
        address: str,
        *,
        api_key: str | None = None,
        patience: Patience | None = None,
        timeout_seconds: float = 20.0,
        transport: Any = None,
    ) -> None:
        self._connection = AsyncConnection(address, patience or Patience(), timeout_seconds, transport)
        self._api_key = api_key

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, where: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Let go of all connections."""
        await self._connection.aclose()

    async def games(self, *, lang: Language | None = None) -> Catalogue:
        """The games that are there."""
        return cast("Catalogue", await self._connection.json(Call("GET", "/v1/games", parameters={"lang": lang})))

    async def game(self, name: str, *, lang: Language | None = None) -> GameDetails:
        """A game's options, presets, categories and rules text."""
        return cast(
            "GameDetails", await self._connection.json(Call("GET", f"/v1/games/{name}", parameters={"lang": lang}))
        )

    async def presets(
        self,
        words: str | None = None,
        *,
        language: Language | None = None,
        dice: int | None = None,
        kind: Literal["banking", "sheet"] | None = None,
    ) -> PresetList:
        """Published games and sheets as named options, of all games; without arguments all there are.

        words: what their names or ids have among them, in one language if that is named.
        """
        asked = {"q": words, "language": language, "dice": dice, "kind": kind}
        return cast("PresetList", await self._connection.json(Call("GET", "/v1/presets", parameters=asked)))

    async def check_options(
        self, game: str, request: OptionsRequest, *, lang: Language | None = None
    ) -> OptionsFindings:
        """Whether options can be played, and what is wrong with them. Nothing is stored."""
        call = Call("POST", f"/v1/games/{game}/options", None, request, {"lang": lang})
        return cast("OptionsFindings", await self._connection.json(call))

    async def score(self, game: str, request: ScoreRequest) -> Score:
        """Every way to score loose dice. Nothing is stored."""
        return cast("Score", await self._connection.json(Call("POST", f"/v1/games/{game}/score", None, request)))

    async def check(self, game: str, request: CheckRequest, *, lang: Language | None = None) -> Checked:
        """Every fault of a transcript (an object, or its text) or of filled sheets. Nothing is stored."""
        return cast(
            "Checked",
            await self._connection.json(Call("POST", f"/v1/games/{game}/check", None, request, {"lang": lang})),
        )

    async def open(self, request: OpeningRequest, *, key: str | None = None) -> OpenedSession:
        """Open a session, if need be where a transcript ends. Its tokens and invitations are shown this once."""
        return cast(
            "OpenedSession", await self._connection.json(change("/v1/sessions", self._api_key, request, key=key))
        )

    def table(self, session: str | Session | SeatState, token: str | None = None) -> "AsyncTable":
        """A session to play in, with a token of the host or of a seat, or to look at, without one.

        It is told by its view or by what a stream of seats told of it, and then the version is known for which moves
        are meant; or by its id alone.
        """
        if isinstance(session, str):
            return AsyncTable(self._connection, session, token)
        told: dict[str, Any] = {**session}
        return AsyncTable(self._connection, told["id"] if "id" in told else told["session"], token, told["version"])

    async def my_seat(self, token: str) -> MySeat:
        """Whose a token is."""
        return cast("MySeat", await self._connection.json(Call("GET", "/v1/seats/me", token)))

    def seat_events(self, tokens: Iterable[str], *, silence_seconds: float = 60.0) -> AsyncGenerator[SeatEvent, None]:
        """All seats that the tokens act for, in one stream: each as it is at first, and whenever that is news.

        After a lost connection each is told again as it is then. A token that has been replaced or whose session was
        deleted by then is let go. `end` comes once for a seat; the stream is over when none is left. After so much
        silence a connection counts as lost.
        """
        return self._connection.follow(SeatsFollowing(tokens), silence_seconds)


class AsyncTable:
    """One session as its players and spectators use it. Made by `AsyncClient.table`.

    What changes the session takes `version`, which it is meant for (412 if the session has moved on), `key`, the
    Idempotency-Key (a new one is made for each call unless it is given), and `legal`, whose legal moves the view in
    the answer lists.

    A move is meant for the last version that this table has shown (`version`), unless another is given, or "any". If
    more has happened by then nothing is changed, and the `Problem` that is raised has it as its `meanwhile`. Where
    that changes no choice the move is sent again instead: where it was claims and seeds, or other seats alone have
    moved and an entry of `legal_moves`, played as it stands, is still listed just so.
    """

    def __init__(
        self, connection: AsyncConnection, session: str, token: str | None, version: int | None = None
    ) -> None:
        self.id = session
        self.version = version
        self._connection = connection
        self._token = token

    async def view(self, *, legal: Legal | None = None) -> Session:
        """The view as it is now."""
        view = cast("Session", await self._get("", legal=legal))
        self._shown(view["version"])
        return view

    async def roll(
        self,
        body: RollRequest | None = None,
        *,
        version: Version | None = None,
        key: str | None = None,
        legal: Legal | None = None,
    ) -> MoveAnswer:
        """Throw the dice in the cup; with `set_aside` in the body, what that names is set aside first."""
        return await self._move("/roll", body, version, key, legal)

    async def set_aside(
        self,
        body: SetAsideRequest,
        *,
        version: Version | None = None,
        key: str | None = None,
        legal: Legal | None = None,
    ) -> MoveAnswer:
        """Put dice of the throw aside."""
        return await self._move("/set-aside", body, version, key, legal)

    async def choose_category(
        self,
        body: ChooseCategoryRequest,
        *,
        version: Version | None = None,
        key: str | None = None,
        legal: Legal | None = None,
    ) -> MoveAnswer:
        """Write the dice into the sheet."""
        return await self._move("/choose-category", body, version, key, legal)

    async def bank(
        self,
        body: BankRequest | None = None,
        *,
        version: Version | None = None,
        key: str | None = None,
        legal: Legal | None = None,
    ) -> MoveAnswer:
        """Write the turn points into the total."""
        return await self._move("/bank", body, version, key, legal)

    async def play(
        self,
        chosen: MoveRequest | LegalMove,
        *,
        version: Version | None = None,
        key: str | None = None,
        legal: Legal | None = None,
    ) -> MoveAnswer:
        """Make any move of the game, such as an entry of `legal_moves` as it stands."""
        return await self._move("/moves", chosen, version, key, legal)

    async def resign(
        self, body: SeatChoice | None = None, *, version: int | None = None, key: str | None = None
    ) -> MoveAnswer:
        """Leave the game."""
        return await self._change("/resign", body, version, key, None)

    async def skip(
        self, body: SeatChoice | None = None, *, version: int | None = None, key: str | None = None
    ) -> MoveAnswer:
        """Skip the turn of a player who is away: for the host, once the table has waited for `absent_seconds`."""
        return await self._change("/skip", body, version, key, None)

    async def undo(self, *, version: int, key: str | None = None) -> MoveAnswer:
        """What stands last is taken back: by the host where the players throw, by a seat its own last tap."""
        return await self._change("/undo", None, version, key, None)

    async def seed(self, body: SeedRequest, *, version: int | None = None, key: str | None = None) -> MoveAnswer:
        """Add a seat's part to the secret of the dice, before its first throw."""
        return await self._change("/seed", body, version, key, None)

    async def claim(
        self, seat: int, body: ClaimRequest, *, version: int | None = None, key: str | None = None
    ) -> ClaimedSeat:
        """Take an open seat. The token in the answer is shown this once."""
        return cast("ClaimedSeat", await self._post(f"/seats/{seat}/claim", body, version, key, None))

    async def replace_token(
        self, body: TokenRequest | None = None, *, version: int | None = None, key: str | None = None
    ) -> NewToken:
        """Replace the token that this table was made with, or as host a seat's. The old one is dead at once."""
        return cast("NewToken", await self._post("/tokens", body, version, key, None))

    async def record(self, *, after: int | None = None, limit: int | None = None) -> RecordPage:
        """A page of what happened, after a version; `next` is the `after` of the next one."""
        return cast("RecordPage", await self._get("/record", after=after, limit=limit))

    async def transcript(self) -> Transcript:
        """What stands in the record, to be checked or played on."""
        return cast("Transcript", await self._get("/transcript", format="json"))

    async def transcript_text(self) -> str:
        """The transcript in the notation that people type."""
        call = Call("GET", session_path(self.id, "/transcript"), self._token, parameters={"format": "text"})
        return (await self._connection.send(call)).text

    async def sheet(self, *, lang: Language | None = None) -> ScoreSheet:
        """The score sheet as players write it."""
        return cast("ScoreSheet", await self._get("/sheet", format="json", lang=lang))

    async def rules(self, *, lang: Language | None = None) -> TableRules:
        """The rules page that refusals cite: of house rules what the table agreed on."""
        return cast("TableRules", await self._get("/rules", lang=lang))

    async def fairness(self) -> Fairness:
        """Where the dice come from; with the secret once the session is over."""
        return cast("Fairness", await self._get("/fairness"))

    async def delete(self) -> None:
        """Remove the session with all that belongs to it. One that is gone already is no error."""
        try:
            await self._connection.json(Call("DELETE", session_path(self.id), self._token))
        except Problem as problem:
            if problem.code != "unknown-session":
                raise

    def events(
        self, *, legal: Legal | None = None, after: int | None = None, silence_seconds: float = 60.0
    ) -> AsyncGenerator[SessionEvent, None]:
        """What happens, as it happens: first `session`, the view, then each entry of the record, at last `end`.

        Where the connection is lost (so much silence counts as that) it is made anew, with no event missing and none
        twice; `after` begins behind the version that was seen last. Who leaves before `end` closes the generator.
        """
        return self._connection.follow(
            SessionFollowing(self.id, self._token, legal, after, self._shown), silence_seconds
        )

    async def _get(self, rest: str, **parameters: str | int | None) -> Any:
        return await self._connection.json(Call("GET", session_path(self.id, rest), self._token, None, parameters))

    async def _post(self, rest: str, body: Any, version: int | None, key: str | None, legal: Legal | None) -> Any:
        path = session_path(self.id, rest)
        call = change(path, self._token, {} if body is None else body, version=version, key=key, legal=legal)
        return await self._connection.json(call)

    async def _change(
        self, rest: str, body: Any, version: int | None, key: str | None, legal: Legal | None
    ) -> MoveAnswer:
        try:
            answer = cast("MoveAnswer", await self._post(rest, body, version, key, legal))
        except Problem as problem:
            if problem.session is not None:
                self._shown(problem.session["version"])
            raise
        self._shown(answer["session"]["version"])
        return answer

    async def _move(
        self, rest: str, body: Any, version: Version | None, key: str | None, legal: Legal | None
    ) -> MoveAnswer:
        meant = self.version if version is None else None if version == "any" else version
        while True:
            try:
                return await self._change(rest, body, meant, key, legal)
            except Problem as problem:
                if problem.code != "version-mismatch" or meant is None or problem.session is None:
                    raise
                problem.overtaken(await self._after(meant))
                if version is not None or not still_meant(body, problem, meant):
                    raise
                meant = problem.session["version"]

    async def _after(self, version: int) -> list[Played]:
        try:
            return (await self.record(after=version))["entries"]
        except (Problem, httpx.TransportError):
            return []  # the move was refused all the same, and that is what has to be told

    def _shown(self, version: int) -> None:
        self.version = max(version, self.version or 0)
