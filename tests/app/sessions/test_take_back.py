"""Taking back one's own last tap, with the service's dice too: until the next throw, as nothing can be gained."""

import random
from typing import Any

import pytest

from app.operation.audit import Tally, audit
from rules.contract import AnyGame
from rules.registry import BUILT_IN
from tests.app.support.house import Clock, House, Party, seated
from tests.app.support.undo import shown, table, undo

pytestmark = pytest.mark.asyncio(loop_scope="session")

SCORING = {"dice": [1, 1, 1, 5, 5, 2]}


async def sound(house: House, party: Party) -> list[Any]:
    sessions = house.service.state.sessions
    row, _ = await house.stored(party)
    assert row is not None
    return [fault async for fault in audit(sessions.store, sessions.referee, Tally(), row.id)]


async def guests(house: House, game: str, seats: int, **more: Any) -> Party:
    """A session of the service's dice in which everybody has claimed a seat."""
    party = await seated(house.client, game, (None,) * seats, **more)
    for seat in range(seats):
        assert (await party.claim(seat, f"Guest {seat}")).status_code == 200
    return party


async def moved(party: Party, legal: dict[str, Any]) -> dict[str, Any]:
    body = {"seat": legal["seat"], "move": legal["move"]}
    answer = await party.post("moves", body, party.tokens[legal["seat"]])
    assert answer.status_code == 200, answer.text
    party.session = (await party.read("?legal=all", party.host)).json()
    played: dict[str, Any] = answer.json()["played"]
    return played


@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
async def test_what_threw_nothing_is_as_it_was_and_what_threw_stands(house: House, game: AnyGame) -> None:
    party = await guests(house, game.name, min(2, game.max_seats))
    chance, taken = random.Random(f"take {game.name}"), 0
    for _ in range(40):
        before = party.session = (await party.read("?legal=all", party.host)).json()
        if before["status"] != "active":
            break
        seat = chance.choice(before["to_move"])
        legal = [each for each in before["legal_moves"] if each["seat"] == seat]
        played = await moved(party, chance.choice([each for each in legal if not each["throws"]] or legal))
        owner = party.tokens[seat]
        if party.session["status"] != "active" or played["dice"]:
            assert await house.refused(party, undo(party, owner)) == (409, "server-dice")
            continue
        if len(party.tokens) > 1:
            assert await house.refused(party, undo(party, party.tokens[1 - seat])) == (403, "not-the-host")
        assert await house.refused(party, undo(party, party.host)) == (403, "not-your-seat"), "who claimed it decides"
        back = await undo(party, owner)
        assert back.status_code == 200, back.text
        assert (back.json()["played"]["by"], back.json()["played"]["undoes"]) == ("seat", played["version"])
        party.session = (await party.read("?legal=all", party.host)).json()
        assert shown(party.session) == shown(before)
        taken += 1
        await moved(party, chance.choice([each for each in legal if not each["throws"]]))
    assert taken
    assert await sound(house, party) == []


async def test_the_dice_are_the_same_as_if_nothing_had_been_taken_back(house: House) -> None:
    party = await guests(house, "titusind", 2)
    while "set_aside" not in {each["move"]["type"] for each in party.session["legal_moves"]}:
        await moved(party, (await party.read("?legal=all", party.host)).json()["legal_moves"][0])
    seat = party.session["to_move"][0]
    row, _ = await house.stored(party)
    aside = next(each for each in party.session["legal_moves"] if each["move"]["type"] == "set_aside")
    await moved(party, aside)
    await undo(party, party.tokens[seat])
    await moved(party, aside)
    again, _ = await house.stored(party)
    assert row is not None
    assert again is not None
    assert again.throws == row.throws
    rolled = await party.post("roll", {}, party.tokens[seat])
    assert rolled.status_code == 200
    assert await sound(house, party) == []


async def test_a_seat_takes_back_three_times_between_two_throws(house: House) -> None:
    party = await table(house.client, "titusind", None, "Otto", turn_seconds=60)
    await party.claim(0, "Ida")
    ida = party.tokens[0]
    await party.post("roll", SCORING, ida)
    for _ in range(3):
        await party.post("set-aside", {"dice": [1, 1, 1]}, ida)
        assert (await undo(party, ida)).status_code == 200
    await party.post("set-aside", {"dice": [1, 1, 1]}, ida)
    assert await house.refused(party, undo(party, ida)) == (409, "nothing-to-undo")
    await party.post("roll", {"dice": [5, 5, 2]}, ida)
    assert await house.refused(party, undo(party, ida)) == (403, "not-the-host"), (
        "a throw is not its own to take back"
    )
    await party.post("set-aside", {"dice": [5]}, ida)
    assert (await undo(party, ida)).status_code == 200, "counted anew"
    assert await sound(house, party) == []
    for _ in range(3):
        assert (await undo(party, party.host)).status_code == 200, "the host's is as ever"


async def test_the_host_takes_back_for_seats_that_it_named(house: House) -> None:
    party = await seated(house.client, "yatzy", ("Ida", "Otto"))
    assert await house.refused(party, undo(party)) == (409, "nothing-to-undo")
    await party.post("roll", {})
    await party.post("choose-category", {"category": "chance"})
    assert await house.refused(party, undo(party, party.tokens[1])) == (403, "not-the-host")
    assert (await undo(party)).status_code == 200
    assert (party.session["to_move"], party.session["state"]["seats"][0]["boxes"]["chance"]) == ([0], None)
    await party.post("choose-category", {"category": "ones"})
    await party.post("roll", {})
    assert await house.refused(party, undo(party)) == (409, "server-dice")


async def test_a_game_whose_secret_is_told_stays_over(house: House) -> None:
    options = {"boxes": [{"category": "chance"}], "dice": 2, "bonus": 0}
    party = await seated(house.client, "sheet", ("Ida",), options=options)
    await party.post("roll", {})
    assert {each["move"]["type"] for each in party.session["legal_moves"]} >= {"roll", "choose_category"}
    await party.post("choose-category", {"category": "chance"})
    assert party.session["status"] == "finished", "and another throw could have been had"
    assert (await party.read("/fairness")).json()["secret"]
    assert await house.refused(party, undo(party)) == (409, "server-dice")


async def test_a_skipped_turn_is_taken_back_by_the_host(house: House, clock: Clock) -> None:
    party = await seated(house.client, "titusind", ("Ida", None), absent_seconds=60)
    await party.claim(1, "Otto")
    before = party.session
    clock.now += 60_000
    assert (await party.post("skip", {})).status_code == 200
    assert await house.refused(party, undo(party, party.tokens[1])) == (403, "not-the-host")
    assert (await undo(party, party.host)).json()["played"]["by"] == "host"
    assert party.session["to_move"] == before["to_move"]
    assert await sound(house, party) == []


async def test_what_was_taken_back_with_advice_stays_marked(house: House) -> None:
    options = {"boxes": [{"category": "sixes"}, {"category": "chance"}], "bonus": 0}
    party = await seated(house.client, "sheet", ("Ida",), options=options, hints="all")
    await party.post("roll", {})
    assert (await party.read("/advice", party.host)).status_code == 200
    marked = await party.post("choose-category", {"category": "chance"})
    assert marked.json()["played"]["hinted"] is True
    await undo(party)
    again = await party.post("choose-category", {"category": "sixes"})
    assert again.json()["played"]["hinted"] is True
