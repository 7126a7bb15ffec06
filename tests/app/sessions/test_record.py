"""A session is the fold over its record: held after every request of random games, together with what is shown."""

import random
from typing import Any

import httpx
import orjson
import pytest

from app.games.served_game import Games
from app.sessions import record
from app.sessions.views import every_seat, session_view
from app.store.rows import EntryRow, SessionRow
from rules.fold import Unplayable
from rules.playout import throw
from rules.registry import BUILT_IN
from tests.app.support.house import Clock, House, Party, seated

in_house = pytest.mark.asyncio(loop_scope="session")

STEPS = 70
SECRETS = ("tokens", "invitations", "epoch")
"""What the record does not tell."""


class Game:
    """A random session, the requests that are sent to it, and the fold that runs beside it."""

    def __init__(self, house: House, party: Party, chance: random.Random, clock: Clock) -> None:
        self.house = house
        self.party = party
        self.chance = chance
        self.clock = clock
        self.seats = range(len(party.tokens))
        self.open = [seat for seat in self.seats if not party.tokens[seat]]
        self.sent: list[tuple[str, Any, str, str]] = []  # path, body, token, key of what was accepted with a key
        games: Games = house.service.state.games
        self.served = games.named(party.session["game"])

    async def begin(self) -> None:
        row, _ = await self.house.stored(self.party)
        assert row is not None
        self.fold = record.Fold(self.served, row)
        assert self.fold.row == row

    # --- requests ---

    async def claim(self) -> httpx.Response:
        seat = self.chance.choice(self.open or [*self.seats])
        return await self.party.claim(seat, f"Claimer {self.clock.now}")

    def someone(self) -> str:
        return self.chance.choice([self.party.host, *filter(None, self.party.tokens)])

    async def post(self, path: str, body: Any, token: str | None = None) -> httpx.Response:
        headers = {}
        token = token or self.someone()
        if self.chance.random() < 0.3:
            version = self.party.session["version"] - (self.chance.random() < 0.3)
            headers["If-Match"] = f'"{version}"'
        if self.chance.random() < 0.3:
            headers["Idempotency-Key"] = f"{len(self.sent)}"
        side = self.chance.choice([self.party, self.party.through(self.house.beside)])
        answer = await side.post(path, body, token, **headers)
        if answer.is_success and "Idempotency-Key" in headers and path != "tokens":
            self.sent.append((path, body, token, headers["Idempotency-Key"]))
        return answer

    async def move(self) -> httpx.Response:
        legal = (await self.party.read()).json()["legal_moves"]
        if not legal:
            return await self.post("roll", {})
        pick = self.chance.choice(legal)
        move = dict(pick["move"])
        if self.party.session["dice_source"] == "players" and pick["throws"]:
            move["dice"] = throw(self.chance, pick["throws"])
        seat = pick["seat"] if self.chance.random() < 0.9 else self.chance.choice(self.seats)
        named = seat not in self.open
        token = self.party.host if named and self.chance.random() < 0.5 else self.party.tokens[seat]
        return await self.post("moves", {"seat": seat, "move": move}, token)

    async def wrong(self) -> httpx.Response:
        path, body = self.chance.choice(
            [("bank", {}), ("choose-category", {"category": "chance"}), ("set-aside", {"dice": [2]}), ("roll", [])]
        )
        return await self.post(path, body)

    async def seed(self) -> httpx.Response:
        return await self.post("seed", {"seed": f"seed {self.clock.now}", "seat": self.chance.choice(self.seats)})

    async def resign(self) -> httpx.Response:
        return await self.post("resign", {"seat": self.chance.choice(self.seats)})

    async def replace(self) -> httpx.Response:
        token = self.someone()
        answer = await self.post("tokens", {}, token)
        if answer.is_success:
            seat, fresh = answer.json()["seat"], answer.json()["token"]
            if seat is None:
                self.party.host = fresh
            else:
                self.party.tokens[seat] = fresh
            self.sent = [(*asked[:2], fresh if asked[2] == token else asked[2], asked[3]) for asked in self.sent]
        return answer

    async def undo(self) -> httpx.Response:
        version = self.party.session["version"] - (self.chance.random() < 0.1)
        token = self.party.host if self.chance.random() < 0.9 else self.someone()
        side = self.chance.choice([self.party, self.party.through(self.house.beside)])
        return await side.post("undo", None, token, **{"If-Match": f'"{version}"'})

    async def again(self) -> httpx.Response:
        if not self.sent:
            return await self.move()
        path, body, token, key = self.chance.choice(self.sent)
        answer = await self.party.post(path, body, token, **{"Idempotency-Key": key, "If-Match": '"0"'})
        assert answer.headers["idempotency-replayed"] == "true"
        return answer

    async def late(self) -> httpx.Response:
        self.clock.now += self.chance.choice([1000, 30_000, 61_000])
        return await self.party.read()

    async def step(self) -> None:
        """Send one random request and hold everything to what it answered."""
        kinds = {
            self.move: 10,
            self.claim: 3 if self.open else 0,
            self.wrong: 1,
            self.seed: 1,
            self.resign: 0.4,
            self.replace: 0.7,
            self.undo: 2,
            self.again: 1,
            self.late: 0.7,
        }
        (ask,) = self.chance.choices([*kinds], [*kinds.values()])
        self.clock.now += self.chance.randrange(3000)
        before, old = await self.house.stored(self.party)
        answer = await ask()
        assert answer.status_code < 500, answer.text
        row, record = await self.house.stored(self.party)
        assert before is not None
        assert row is not None
        assert record[: len(old)] == old, "it is only ever added to"
        new = record[len(old) :]
        by_clock = [entry for entry in new if entry.by == "service"]
        if not answer.is_success or "idempotency-replayed" in answer.headers or ask in (self.replace, self.late):
            assert new == by_clock, "nothing but a clock has changed it"
            if not by_clock and ask != self.replace:
                assert row == before
        else:
            assert [answer.json()["played"]["version"]] == [entry.version for entry in new if entry.by != "service"]
        self.follow(row, new)
        await self.compare(row, record, answer)

    # --- what must hold ---

    def follow(self, row: SessionRow, new: list[EntryRow]) -> None:
        """Fold what is new in the record; that must give the stored session."""
        fold = self.fold
        fold.row = fold.row._replace(**{name: getattr(row, name) for name in SECRETS})
        for entry in new:
            assert entry.version == fold.row.version + 1
            fold.take(entry)
        assert fold.row == row
        assert self.served.state.validate_json(row.state) == fold.state

    async def compare(self, row: SessionRow, record: list[EntryRow], answer: httpx.Response) -> None:
        """What is shown must be the view of the fold, everywhere, under the version that is the record's length."""
        shown = await self.party.read()
        told = shown.json()
        assert told == orjson.loads(
            orjson.dumps(session_view(self.served, self.fold.row, every_seat, self.fold.state))
        )
        assert told["version"] == row.version == len(record)
        assert shown.headers["etag"] == f'"{len(record)}"'
        if "session" in answer.json():
            assert answer.json()["session"] == told
            assert answer.headers["etag"] == shown.headers["etag"]
        self.party.session = told


async def random_game(house: House, chance: random.Random, clock: Clock) -> Game:
    game = chance.choice(BUILT_IN)
    seats = chance.randint(1, min(4, game.max_seats))
    names = tuple(None if chance.random() < 0.3 else f"Player {seat}" for seat in range(seats))
    more: dict[str, Any] = {"dice_source": chance.choice(["server", "server", "players"])}
    if chance.random() < 0.6:
        more["turn_seconds"] = 60
    made = Game(house, await seated(house.client, game.name, names, **more), chance, clock)
    await made.begin()
    return made


@in_house
@pytest.mark.parametrize("number", range(12))
async def test_a_session_is_the_fold_over_its_record(house: House, clock: Clock, number: int) -> None:
    game = await random_game(house, random.Random(number), clock)
    for _ in range(STEPS):
        await game.step()
        if game.fold.row.status == "finished" and game.chance.random() < 0.2:
            break
    row, entries = await house.stored(game.party)
    assert row is not None
    fold = record.Fold(game.served, row)
    assert (fold.row.version, fold.row.updated_at) == (0, row.created_at)
    for entry in entries:
        fold.take(entry)
    assert fold.row == row, "from the session as it is now, too"


@in_house
async def test_an_abandoned_session_is_the_fold_over_its_record(house: House, clock: Clock) -> None:
    for names in (("Ida", "Otto"), ("Ida", None)):
        party = await seated(house.client, names=names, turn_seconds=60)
        row, _ = await house.stored(party)
        assert row is not None
        served = house.service.state.games.of(row)
        start = record.first(served, row)
        entry = EntryRow(1, clock.now, "abandon", record.NOBODY, "service", None, "", None, None)
        after, _ = record.advance(served, *start, entry)
        assert (after.version, after.status, after.deadline, after.clocks) == (1, "abandoned", None, "[null,null]")
        assert after.state == row.state


@in_house
async def test_an_entry_that_cannot_be_is_refused(house: House) -> None:
    party = await seated(house.client, dice_source="players")
    await party.post("roll", {"dice": [1, 1, 1, 5, 5, 2]})
    row, (rolled,) = await house.stored(party)
    assert row is not None
    served = house.service.state.games.of(row)
    start = record.first(served, row)
    with pytest.raises(ValueError, match="no entry of kind 'redo'"):
        record.advance(served, *start, rolled._replace(kind="redo"))
    with pytest.raises(Unplayable):
        record.advance(served, *record.advance(served, *start, rolled), rolled._replace(version=2))
    for wrong in (rolled._replace(dice="11"), rolled._replace(dice="x"), rolled._replace(move='{"type":"steal"}')):
        with pytest.raises(ValueError):  # noqa: PT011 - whatever says so
            record.advance(served, *start, wrong)
    assert record.advance(served, *start, rolled)[0] == row
