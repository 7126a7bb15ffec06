"""A bot's decision: from the state, its level and its chance alone, the same however often it is made."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.bots.decision import decided
from app.cli import verify
from app.dice import dice
from app.dice.sealing import Sealer
from app.games.served_game import ServedGame
from app.sessions import bot_seats
from app.sessions.opening import NewSession, open_session
from rules.advice.levels import ADVISED, UNADVISED, chosen, levels_of
from rules.contract import AnyGame
from rules.playout import throw
from rules.registry import BUILT_IN, built_in
from tests.app.support.bots import SMALL

SHEET = ServedGame(built_in().games["sheet"])
SMALL_OPTIONS = SHEET.game.options.model_validate(SMALL["options"])


def test_a_bots_chance_is_a_function_of_secret_session_seat_and_version() -> None:
    secret, session = bytes(range(32)), "01942f60-7c00-7a3b-9d52-0f6c1e8a4b77"
    made = {
        (seat, version): dice.bots_chance(secret, session, seat, version)
        for seat in range(4)
        for version in range(50)
    }
    assert len(set(made.values())) == len(made)
    assert all(0 <= chance < 1 for chance in made.values())
    for (seat, version), chance in made.items():
        assert verify.bots_chance(secret, session, seat, version) == chance
    assert dice.bots_chance(bytes(32), session, 0, 0) != made[0, 0]


@given(seed=st.integers(0, 2**32), level=st.sampled_from(ADVISED), moves=st.integers(0, 8))
def test_a_decision_is_repeated_exactly(seed: int, level: str, moves: int) -> None:
    chance = random.Random(seed)
    row = open_session(
        SHEET, NewSession(SMALL_OPTIONS, ["Ida", "Bot"], "server", bots=[None, level]), Sealer(None), None, 0
    )
    rules, adviser = SHEET.rules(row.options), built_in().games["sheet"].adviser
    assert adviser is not None
    state = rules.start(2)
    while moves or rules.to_move(state) == (0,):
        seats = rules.to_move(state)
        if not seats:
            return
        legal = chance.choice(rules.legal_moves(state, seats[0]))
        step = rules.apply(state, seats[0], legal.move, tuple(throw(chance, legal.throws)))
        state, moves = step.state, max(0, moves - 1)  # type: ignore[union-attr]
    if rules.to_move(state) != (1,):
        return
    row, secret = row._replace(version=chance.randrange(100)), chance.randbytes(32)
    made = [decided(SHEET, row, state, secret, adviser(SMALL_OPTIONS)) for _ in range(3)]
    assert made[0] == made[1] == made[2]
    assert made[0].legal in rules.legal_moves(state, 1)
    if level == "best":
        others = [decided(SHEET, row, state, bytes([each]) * 32, adviser(SMALL_OPTIONS)) for each in range(8)]
        assert others == [made[0]] * 8


@pytest.mark.parametrize("level", UNADVISED)
@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
def test_without_an_adviser_every_game_is_played_to_its_end(game: AnyGame, level: str) -> None:
    chance, rules = random.Random(game.name), game.rules(game.options())
    seats = min(2, game.max_seats)
    state = rules.start(seats)
    for _ in range(seats * game.random_play_moves):
        if rules.outcome(state) is not None:
            break
        seat = rules.to_move(state)[0]
        legal = chosen(rules, None, state, seat, level, chance.random())  # type: ignore[arg-type]
        assert legal in rules.legal_moves(state, seat)
        if level == "greedy":
            best = max(each.points or 0 for each in rules.legal_moves(state, seat))
            assert (legal.points or 0) == best
        step = rules.apply(state, seat, legal.move, tuple(throw(chance, legal.throws)))
        state = step.state  # type: ignore[union-attr]
    assert rules.outcome(state) is not None


def test_only_what_has_an_adviser_has_levels() -> None:
    for game in BUILT_IN:
        assert levels_of(game) == ADVISED
    with pytest.raises(ValueError, match="takes an adviser"):
        chosen(SHEET.rules(SHEET.options.dump_json(SMALL_OPTIONS).decode()), None, _choosing(), 0, "best", 0.5)


def _choosing() -> object:
    rules = SHEET.rules(SHEET.options.dump_json(SMALL_OPTIONS).decode())
    state = rules.start(1)
    step = rules.apply(state, 0, rules.legal_moves(state, 0)[0].move, (1, 2, 3, 4, 5))
    return step.state  # type: ignore[union-attr]


def test_a_bot_that_is_not_to_move_decides_nothing() -> None:
    row = open_session(
        SHEET, NewSession(SMALL_OPTIONS, ["Ida", "Bot"], "server", bots=[None, "best"]), Sealer(None), None, 0
    )
    assert bot_seats.to_decide(row, (0,)) == []
    assert row.bot_due is None
    with pytest.raises(ValueError, match="not to move"):
        chosen(SHEET.rules(row.options), None, SHEET.rules(row.options).start(2), 1, "random", 0.5)
