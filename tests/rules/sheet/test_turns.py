"""The turn of every sheet game: sections 1, 2, 4 (the end) and 5 (leaving) of the rules pages."""

from itertools import combinations

import pytest

from rules.contract import AnyGame, Rank, SetAside
from rules.sheet import yahtzee, yatzy, yatzy_bg
from rules.sheet.state import SheetChoose, SheetRoll
from tests.rules.support.sheet import Session

GAMES = pytest.mark.parametrize("game", [yatzy_bg.GAME, yatzy.GAME, yahtzee.GAME], ids=lambda game: game.name)


@GAMES
def test_a_turn_begins_with_a_roll_of_all_five(game: AnyGame) -> None:
    """2.1, 2.6."""
    assert Session(game).rolls() == [(None, 5)]
    assert Session(game).types() == ["roll"]


@GAMES
@pytest.mark.parametrize("throws", [1, 2])
def test_after_the_first_and_second_throw_all_is_open(game: AnyGame, throws: int) -> None:
    """2.2: boxes in sheet order, then the roll of all dice, then every selection of one to four, ascending."""
    session = Session(game)
    for _ in range(throws):
        session.roll(6, 1, 4, 6, 4)
    assert session.types() == ["choose_category", "roll", "set_aside"]
    assert list(session.choices()) == list(game.categories)
    assert session.rolls() == [(None, 5)]
    selections = {part for size in range(1, 5) for part in combinations((1, 4, 4, 6, 6), size)}
    assert session.selections() == sorted(selections)


@GAMES
def test_after_the_third_throw_only_a_category_may_be_chosen(game: AnyGame) -> None:
    """2.5."""
    session = Session(game).roll(1, 2, 3, 4, 6).roll(1, 2, 3, 4, 6).roll(1, 1, 2, 2, 3)
    assert session.types() == ["choose_category"]
    assert list(session.choices()) == list(game.categories)


@GAMES
@pytest.mark.parametrize("kept", [(3,), (3, 1), (6, 1, 3), (3, 3, 6, 1)])
def test_after_setting_aside_only_the_others_are_rolled(game: AnyGame, kept: tuple[int, ...]) -> None:
    """2.3, 2.4: faces in any order."""
    session = Session(game).roll(3, 3, 1, 6, 5).aside(*kept)
    assert [(legal.move, legal.points, legal.throws) for legal in session.legal()] == [
        (SheetRoll(), None, 5 - len(kept))
    ]
    faces = (2,) * (5 - len(kept))
    assert session.roll(*faces).state.dice == tuple(sorted(kept + faces))


@GAMES
def test_dice_kept_before_may_go_back_into_the_cup(game: AnyGame) -> None:
    """2.3."""
    session = Session(game).roll(1, 1, 1, 2, 3).aside(1, 1, 1).roll(6, 6).aside(6, 6)
    assert session.rolls() == [(None, 3)]
    assert session.roll(6, 6, 4).state.dice == (4, 6, 6, 6, 6)
    assert session.types() == ["choose_category"]


@GAMES
def test_set_aside_puts_nothing_at_risk(game: AnyGame) -> None:
    """2.2."""
    session = Session(game).roll(6, 6, 6, 2, 3)
    assert {legal.points for legal in session.legal() if isinstance(legal.move, SetAside)} == {None}
    assert session.do(SetAside((6, 6))).points is None
    assert session.do(SheetRoll(), (1, 2, 3)).points is None


@GAMES
def test_choosing_ends_the_turn(game: AnyGame) -> None:
    """1.2, 1.3, 2.2: after one throw as after two or three."""
    session = Session(game, 3)
    session.write("chance", 1, 2, 3, 4, 4)
    assert session.seat() == 1
    session.roll(1, 1, 1, 1, 1).aside(1).roll(6, 6, 6, 6).choose("chance")
    session.roll(1, 1, 1, 1, 1).roll(1, 1, 1, 1, 1).roll(2, 2, 2, 2, 3).choose("twos")
    assert session.seat() == 0
    assert session.state.totals == (14, 25, 8)
    assert session.types() == ["roll"]
    assert "chance" not in session.roll(1, 2, 3, 4, 4).choices()


@GAMES
def test_a_box_that_does_not_fit_takes_0_and_is_filled(game: AnyGame) -> None:
    """3.1."""
    session = Session(game)
    assert session.write("large_straight", 1, 1, 2, 2, 3).points == 0
    assert "large_straight" not in session.roll(2, 3, 4, 5, 6).choices()


@GAMES
def test_the_game_ends_when_every_sheet_is_full(game: AnyGame) -> None:
    """4.1 (yahtzee 5.1): the highest total wins."""
    session = Session(game, 2)
    for category in game.categories:
        assert session.rules.outcome(session.state) is None
        session.write(category, 1, 2, 2, 3, 6)
        session.write(category, 1, 1, 3, 5, 5)
    outcome = session.outcome()
    assert (outcome.reason, outcome.winners) == ("sheets_full", (1,))
    assert outcome.ranking == (Rank(1, session.state.totals[1], 1), Rank(0, session.state.totals[0], 2))
    assert session.state.dice == ()
    assert session.rules.to_move(session.state) == ()


@GAMES
def test_equal_totals_share_the_win(game: AnyGame) -> None:
    """4.1 (yahtzee 5.1)."""
    session = Session(game, 2)
    for category in game.categories:
        session.write(category, 1, 2, 2, 3, 6)
        session.write(category, 1, 2, 2, 3, 6)
    assert session.outcome().winners == (0, 1)
    assert [rank.rank for rank in session.outcome().ranking] == [1, 1]


@GAMES
def test_the_stated_bound_is_the_longest_play_there_is(game: AnyGame) -> None:
    """2.1 to 2.5: six moves a turn; the last move listed goes on for as long as it can."""
    session = Session(game)
    while session.rules.to_move(session.state):
        legal = session.legal()[-1]
        session.do(legal.move, (1, 3, 4, 5, 6)[: legal.throws])
    assert len(session.record) == game.random_play_moves


# --- leaving -----------------------------------------------------------------------------------------------------


@GAMES
def test_a_seat_that_leaves_in_its_turn_loses_its_throw(game: AnyGame) -> None:
    """5.1 (yahtzee 6.1): the turn passes, and the seat is skipped from then on."""
    session = Session(game, 3)
    session.write("chance", 6, 6, 6, 6, 5)
    session.roll(6, 6, 6, 6, 6).aside(6, 6).leave(1)
    assert (session.seat(), session.types()) == (2, ["roll"])
    session.write("chance", 1, 1, 1, 1, 2)
    assert session.seat() == 0
    session.write("ones", 1, 1, 1, 1, 2)
    assert session.seat() == 2
    assert session.state.totals == (33, 0, 6)


@GAMES
def test_a_seat_that_leaves_out_of_its_turn_disturbs_nothing(game: AnyGame) -> None:
    """5.1 (yahtzee 6.1)."""
    session = Session(game, 3).roll(1, 2, 3, 4, 6).aside(1, 2)
    before = session.state
    assert session.leave(2).state == before._replace(resigned=(2,))
    session.roll(5, 5, 5).choose("chance")
    session.write("chance", 1, 1, 1, 1, 2)
    assert session.seat() == 0


@GAMES
def test_the_others_play_to_the_end(game: AnyGame) -> None:
    """5.1 (yahtzee 6.1): seats that left rank last, the latest first, and keep their totals."""
    session = Session(game, 4)
    for faces in ((6, 6, 6, 6, 5), (6, 6, 6, 6, 4), (1, 1, 1, 1, 2), (1, 1, 1, 1, 3)):
        session.write("chance", *faces)
    session.leave(1).leave(0)
    for category in game.categories:
        if category != "chance":
            session.write(category, 1, 2, 3, 4, 6)
            session.write(category, 1, 2, 3, 4, 6)
    outcome = session.outcome()
    assert outcome.reason == "sheets_full"
    assert [(rank.seat, rank.rank) for rank in outcome.ranking] == [(3, 1), (2, 2), (0, 3), (1, 4)]
    assert session.state.totals[:2] == (29, 28)
    assert outcome.winners == (3,)


@GAMES
def test_leaving_in_the_last_round_may_end_the_game(game: AnyGame) -> None:
    """5.1 (yahtzee 6.1): the seats that stay are full."""
    session = Session(game, 3)
    for category in game.categories[:-1]:
        for _ in range(3):
            session.write(category, 1, 2, 3, 4, 6)
    session.write(game.categories[-1], 1, 2, 3, 4, 6)
    session.write(game.categories[-1], 1, 2, 3, 4, 6)
    session.roll(1, 2, 3, 4, 6).leave(2)
    assert (session.outcome().reason, session.outcome().winners) == ("sheets_full", (0, 1))


@GAMES
@pytest.mark.parametrize("leaving", [0, 1])
def test_the_last_seat_of_several_has_won(game: AnyGame, leaving: int) -> None:
    """5.1 (yahtzee 6.1): whatever the totals, and whoever's turn it is."""
    session = Session(game, 2)
    session.write("chance", 6, 6, 6, 6, 5)
    session.write("chance", 6, 6, 6, 6, 5)
    session.roll(1, 2, 3, 4, 6).leave(leaving)
    assert (session.outcome().reason, session.outcome().winners) == ("resignation", (1 - leaving,))
    assert session.outcome().ranking[-1] == Rank(leaving, 29, 2)
    assert session.state.dice == ()


@GAMES
def test_one_that_plays_alone_and_leaves_wins_nothing(game: AnyGame) -> None:
    """5.1 (yahtzee 6.1)."""
    session = Session(game)
    session.write("chance", 6, 6, 6, 6, 5)
    session.leave(0)
    assert (session.outcome().reason, session.outcome().winners) == ("resignation", ())


@GAMES
def test_what_only_a_broken_caller_asks(game: AnyGame) -> None:
    session = Session(game, 2)
    for seats in (0, 33):
        with pytest.raises(ValueError, match="seats"):
            session.rules.start(seats)
    for seat in (-1, 2):
        with pytest.raises(ValueError, match="no seat"):
            session.rules.apply(session.state, seat, SheetRoll(), ())
        with pytest.raises(ValueError, match="no seat"):
            session.rules.withdraw(session.state, seat)
    for faces in ((), (1, 2, 3, 4), (1, 2, 3, 4, 7), (0, 1, 2, 3, 4)):
        with pytest.raises(ValueError, match="face"):
            session.rules.apply(session.state, 0, SheetRoll(), faces)
    session.roll(1, 2, 3, 4, 5)
    with pytest.raises(ValueError, match="1 faces for 0 dice"):
        session.rules.apply(session.state, 0, SheetChoose("ones"), (1,))
    session.leave(0)
    with pytest.raises(ValueError, match="over"):
        session.rules.withdraw(session.state, 1)


def test_a_seat_leaves_once() -> None:
    session = Session(yatzy_bg.GAME, 3).leave(1)
    with pytest.raises(ValueError, match="left before"):
        session.rules.withdraw(session.state, 1)
