"""Taking back: who may, what comes of it everywhere, and that it is the same as if it had never been played."""

import asyncio
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.dice.sealing import Sealer
from app.games.served_game import ServedGame
from app.operation.audit import Tally, audit
from app.sessions import record
from app.sessions.opening import NewSession, open_session
from app.store.rows import EntryRow
from rules.contract import AnyGame
from rules.fold import replay, standing
from rules.playout import throw
from rules.registry import BUILT_IN, built_in
from tests.app.contract.test_contract import validator
from tests.app.support.house import Clock, House, Party, seated
from tests.app.support.undo import play, shown, table, undo

in_house = pytest.mark.asyncio(loop_scope="session")
GAMES = pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)


async def finished(party: Party, chance: random.Random) -> None:
    """Play to the end; long games end by the others' leaving."""
    await play(party, chance, 12)
    for seat in range(1, len(party.session["seats"])):
        if party.session["outcome"] is None:
            assert (await party.post("resign", {"seat": seat})).status_code == 200
    if party.session["outcome"] is None:
        assert (await party.post("resign", {"seat": 0})).status_code == 200


async def sound(house: House, party: Party) -> list[Any]:
    """What an audit says of the session."""
    sessions, found = house.service.state.sessions, []
    row, _ = await house.stored(party)
    assert row is not None
    async for fault in audit(sessions.store, sessions.referee, Tally(), row.id):
        found.append(fault)  # noqa: PERF401 - an asynchronous comprehension would hide the list from a failure
    return found


@in_house
@GAMES
async def test_everything_is_as_it_was_back_to_the_beginning(house: House, game: AnyGame) -> None:
    names = ("Ida",) if game.max_seats == 1 else ("Ida", "Otto", "Bo")
    party = await table(house.client, game.name, *names)
    chance, views = random.Random(game.name), [party.session]
    for _ in range(14):
        await play(party, chance, 1)
        views.append(party.session)
    if len(names) > 1:
        await party.post("resign", {"seat": 1})
        views.append(party.session)
    row, _ = await house.stored(party)
    length = len(views) - 1
    for back in range(length):
        answer = await undo(party)
        assert answer.status_code == 200, answer.text
        validator("MoveAnswer").validate(answer.json())
        played = answer.json()["played"]
        assert (played["kind"], played["by"], played["undoes"]) == ("undo", "host", length - back)
        assert played["version"] == party.session["version"] == length + 1 + back
        assert shown(party.session) == shown(views[length - 1 - back])
        assert await party.view() == party.session
    assert await house.refused(party, undo(party)) == (409, "nothing-to-undo")
    row, entries = await house.stored(party)
    assert row is not None
    assert row.throws == record.text([0] * len(names))
    assert [entry.kind for entry in entries].count("undo") == length
    assert await sound(house, party) == []


@in_house
@GAMES
async def test_a_finished_game_is_on_again(house: House, game: AnyGame) -> None:
    party = await table(house.client, game.name, "Ida")
    await finished(party, random.Random(3))
    assert party.session["status"] == "finished"
    assert (await party.post("resign", {})).json()["code"] == "finished"
    assert (await undo(party)).status_code == 200
    assert (party.session["status"], party.session["outcome"]) == ("active", None)
    await play(party, random.Random(4), 3)
    await finished(party, random.Random(5))
    assert await sound(house, party) == []


@in_house
async def test_only_the_host_takes_back_and_says_what_it_has_seen(house: House) -> None:
    party = await table(house.client)
    await party.post("roll", {"dice": [1, 1, 1, 5, 5, 2]})
    for token, code in ((party.tokens[0], "not-the-host"), ("strange", "unauthorized")):
        assert (await house.refused(party, undo(party, token)))[1] == code
    assert await house.refused(party, party.post("undo", None)) == (428, "version-needed")
    assert await house.refused(party, party.post("undo", None, **{"If-Match": "*"})) == (428, "version-needed")
    for seen in (0, 2):
        assert await house.refused(party, undo(party, version=seen)) == (412, "version-mismatch")
    assert await house.refused(party, party.post("undo", None, **{"If-Match": "x"})) == (412, "version-mismatch")
    assert (await party.post("undo", None, **{"If-Match": '"0", "1"'})).status_code == 200


@in_house
async def test_a_body_says_nothing(house: House) -> None:
    party = await table(house.client)
    await party.post("roll", {"dice": [1, 1, 1, 5, 5, 2]})
    seen = {"If-Match": '"1"'}
    for body, code in (({"seat": 0}, "extra_forbidden"), ([], "model_type"), ("x", "model_type")):
        answer = await party.post("undo", body, **seen)
        assert answer.status_code == 422, answer.text
        assert [fault["code"] for fault in answer.json()["errors"]] == [code]
    assert (await party.view())["version"] == 1
    assert (await party.post("undo", {}, **seen)).status_code == 200


@in_house
async def test_what_the_service_threw_stands(house: House) -> None:
    party = await seated(house.client)
    await party.post("roll", {})
    assert await house.refused(party, undo(party)) == (409, "server-dice")


@in_house
async def test_claims_stay_and_a_strangers_move_is_taken_back_too(house: House) -> None:
    party = await table(house.client, "titusind", "Ida", None)
    assert await house.refused(party, undo(party)) == (409, "nothing-to-undo")
    await party.claim(1, "Otto")
    assert await house.refused(party, undo(party)) == (409, "nothing-to-undo")
    await party.post("roll", {"dice": [2, 2, 3, 3, 4, 6]}, party.tokens[0])
    assert party.session["to_move"] == [1]
    await party.post("roll", {"dice": [1, 2, 3, 3, 4, 6]}, party.tokens[1])
    assert (await party.post("resign", {}, party.tokens[1])).json()["session"]["status"] == "finished"
    for seat in (1, 1, 0):
        assert (await undo(party)).json()["played"]["seat"] == seat
    assert await house.refused(party, undo(party)) == (409, "nothing-to-undo")
    assert [seat["name"] for seat in party.session["seats"]] == ["Ida", "Otto"]
    assert party.session["status"] == "active"
    assert await sound(house, party) == []


@in_house
async def test_an_abandoned_session_stays_abandoned(house: House, clock: Clock) -> None:
    clock.now -= 40 * 86_400_000
    party = await table(house.client)
    await party.post("roll", {"dice": [1, 1, 1, 5, 5, 2]})
    clock.now += 40 * 86_400_000
    await house.service.state.sessions.purge(30)
    party.session = await party.view()
    assert party.session["status"] == "abandoned"
    assert await house.refused(party, undo(party)) == (409, "abandoned")


@in_house
async def test_clocks_begin_anew(house: House, clock: Clock) -> None:
    party = await table(house.client, turn_seconds=60)
    start = clock.now
    await party.post("roll", {"dice": [2, 2, 3, 3, 4, 6]})
    clock.now += 30_000
    assert (await undo(party)).status_code == 200
    row, _ = await house.stored(party)
    assert row is not None
    assert record.clocks_of(row) == [start + 90_000, None]
    clock.now += 61_000
    seen = party.session["version"]
    assert (await undo(party)).json()["code"] == "version-mismatch", "the seat whose time was over has left first"
    party.session = await party.view()
    assert (party.session["version"], party.session["status"]) == (seen + 1, "finished")
    assert (await undo(party)).json()["played"]["seat"] == 0
    row, _ = await house.stored(party)
    assert row is not None
    assert (row.status, record.clocks_of(row), row.deadline) == (
        "active",
        [clock.now + 60_000, None],
        clock.now + 60_000,
    )
    assert await sound(house, party) == []


@in_house
async def test_a_retry_has_its_effect_once(house: House) -> None:
    party = await table(house.client)
    move = {"dice": [1, 1, 1, 5, 5, 2]}
    await party.post("roll", move, **{"Idempotency-Key": "roll"})
    seen = party.session["version"]
    first = await undo(party, version=seen, **{"Idempotency-Key": "back"})
    again = await undo(party.through(house.beside), version=seen, **{"Idempotency-Key": "back"})
    assert (again.status_code, again.headers["idempotency-replayed"]) == (200, "true")
    assert again.json()["played"] == first.json()["played"]
    rolled = await party.post("roll", move, **{"Idempotency-Key": "roll"})
    assert rolled.headers["idempotency-replayed"] == "true", "what was taken back was done, and is not done again"
    assert (rolled.json()["played"]["version"], rolled.json()["session"]["version"]) == (1, 2)
    assert (await party.post("roll", move, **{"Idempotency-Key": "anew"})).json()["played"]["version"] == 3
    refused = await party.post("roll", move, **{"Idempotency-Key": "back"})
    assert refused.json()["code"] == "key-reused"


@in_house
@pytest.mark.parametrize("attempt", range(4))
async def test_of_an_undoing_and_a_move_for_one_version_one_wins(house: House, attempt: int) -> None:
    party = await table(house.client)
    await party.post("roll", {"dice": [1, 1, 1, 5, 5, 2]})
    there = party.through(house.beside)
    seen = {"If-Match": '"1"'}
    asked = [
        party.post("undo", None, **seen),
        there.post("set-aside", {"dice": [1, 1, 1]}, **seen),
        there.post("undo", None, **seen),
        party.post("set-aside", {"dice": [5]}, **seen),
    ]
    random.Random(attempt).shuffle(asked)
    answers = await asyncio.gather(*asked)
    assert sorted(answer.status_code for answer in answers) == [200, 412, 412, 412]
    row, record = await house.stored(party)
    assert row is not None
    assert (row.version, len(record)) == (2, 2)
    assert await sound(house, party) == []


@in_house
async def test_a_worker_that_remembers_an_older_state_is_not_misled(house: House) -> None:
    party = await table(house.client)
    there = party.through(house.beside)
    await party.post("roll", {"dice": [1, 1, 1, 5, 5, 2]})
    await there.post("set-aside", {"dice": [1, 1, 1]})
    party.session = there.session
    assert (await undo(party)).status_code == 200
    assert (await there.post("bank", {})).json()["code"] == "illegal-move"
    assert (await there.post("set-aside", {"dice": [5, 5]})).status_code == 200
    there.session = await there.view()
    assert (await undo(there)).status_code == 200
    assert (await party.post("set-aside", {"dice": [1, 1, 1, 5, 5]})).status_code == 200
    assert await sound(house, party) == []


# --- the law, in process ---


def entry(served: ServedGame, version: int, picked: Any, chance: random.Random, state: Any, options: str) -> EntryRow:
    """A random legal move as it is stored."""
    seat, legal = picked
    faces = throw(chance, legal.throws)
    step: Any = served.rules(options).apply(state, seat, legal.move, faces)
    events = served.events_json(step.events) if step.events else None
    move = served.move_json(legal.move).decode()
    return EntryRow(version, version, "move", seat, "seat", move, "".join(map(str, faces)), step.points, events)


@GAMES
@given(seed=st.integers(0, 2**32), steps=st.lists(st.integers(-3, 4), max_size=12))
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_playing_undoing_and_playing_on_is_the_replay_of_what_stands(
    game: AnyGame, seed: int, steps: list[int]
) -> None:
    served, chance = SERVED_GAMES[game.name], random.Random(seed)
    names = ["Ida", "Otto"][: game.max_seats]
    row = open_session(served, NewSession(game.options(), names, "players", "public", 60), Sealer(None), None, 0)
    fold, entries = record.Fold(served, row), list[EntryRow]()
    rules = served.rules(row.options)
    for step in steps:
        for _ in range(abs(step)):
            version = len(entries) + 1
            if step > 0 and rules.to_move(fold.state):
                seat = chance.choice(rules.to_move(fold.state))
                legal = chance.choice(rules.legal_moves(fold.state, seat))
                entries.append(entry(served, version, (seat, legal), chance, fold.state, row.options))
            elif step < 0 and standing(entries):
                last = standing(entries)[-1]
                before = record.last_standing(served, row, entries)
                assert before is not None
                assert (before.version, before.seat) == (last.version, last.seat)
                says = record.text({"undoes": last.version})
                entries.append(EntryRow(version, version, "undo", last.seat, "host", says, "", None, None))
                fold.take(entries[-1])
                assert fold.state == before.state
                assert fold.row.throws == before.throws
                continue
            else:
                continue
            fold.take(entries[-1])
    stand = standing(entries)
    assert fold.state == replay(rules, len(names), [record.played(served, each) for each in stand])
    thrown = [sum(bool(each.dice) for each in stand if each.seat == seat) for seat in range(len(names))]
    assert fold.row.throws == record.text(thrown)
    assert (fold.row.version, fold.row.status == "finished") == (len(entries), rules.outcome(fold.state) is not None)
    if stand:
        wrong = EntryRow(len(entries) + 1, 0, "undo", 0, "host", '{"undoes":0}', "", None, None)
        with pytest.raises(ValueError, match="version 0 cannot be taken back"):
            fold.take(wrong)


SERVED_GAMES = {name: ServedGame(game) for name, game in built_in().games.items()}
