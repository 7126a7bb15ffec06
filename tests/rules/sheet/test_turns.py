"""The turn of every sheet game: sections 1, 2, 4 (the end) and 5 (leaving) of the rules pages."""

from itertools import combinations

import pytest

from rules.contract import AnyGame, Rank, SetAside
from rules.sheet import yahtzee, yatzy, yatzy_bg
from rules.sheet.state import SheetChoose, SheetRoll
from tests.rules.sheet.table import Table

GAMES = pytest.mark.parametrize("game", [yatzy_bg.GAME, yatzy.GAME, yahtzee.GAME], ids=lambda game: game.name)


@GAMES
def test_a_turn_begins_with_a_roll_of_all_five(game: AnyGame) -> None:
    """2.1, 2.6."""
    assert Table(game).rolls() == [(None, 5)]
    assert Table(game).types() == ["roll"]


@GAMES
@pytest.mark.parametrize("throws", [1, 2])
def test_after_the_first_and_second_throw_all_is_open(game: AnyGame, throws: int) -> None:
    """2.2: boxes in sheet order, then the roll of all dice, then every selection of one to four, ascending."""
    table = Table(game)
    for _ in range(throws):
        table.roll(6, 1, 4, 6, 4)
    assert table.types() == ["choose_category", "roll", "set_aside"]
    assert list(table.choices()) == list(game.categories)
    assert table.rolls() == [(None, 5)]
    selections = {part for size in range(1, 5) for part in combinations((1, 4, 4, 6, 6), size)}
    assert table.selections() == sorted(selections)


@GAMES
def test_after_the_third_throw_only_a_category_may_be_chosen(game: AnyGame) -> None:
    """2.5."""
    table = Table(game).roll(1, 2, 3, 4, 6).roll(1, 2, 3, 4, 6).roll(1, 1, 2, 2, 3)
    assert table.types() == ["choose_category"]
    assert list(table.choices()) == list(game.categories)


@GAMES
@pytest.mark.parametrize("kept", [(3,), (3, 1), (6, 1, 3), (3, 3, 6, 1)])
def test_after_setting_aside_only_the_others_are_rolled(game: AnyGame, kept: tuple[int, ...]) -> None:
    """2.3, 2.4: faces in any order."""
    table = Table(game).roll(3, 3, 1, 6, 5).aside(*kept)
    assert [(legal.move, legal.points, legal.throws) for legal in table.legal()] == [
        (SheetRoll(), None, 5 - len(kept))
    ]
    faces = (2,) * (5 - len(kept))
    assert table.roll(*faces).state.dice == tuple(sorted(kept + faces))


@GAMES
def test_dice_kept_before_may_go_back_into_the_cup(game: AnyGame) -> None:
    """2.3."""
    table = Table(game).roll(1, 1, 1, 2, 3).aside(1, 1, 1).roll(6, 6).aside(6, 6)
    assert table.rolls() == [(None, 3)]
    assert table.roll(6, 6, 4).state.dice == (4, 6, 6, 6, 6)
    assert table.types() == ["choose_category"]


@GAMES
def test_set_aside_puts_nothing_at_risk(game: AnyGame) -> None:
    """2.2."""
    table = Table(game).roll(6, 6, 6, 2, 3)
    assert {legal.points for legal in table.legal() if isinstance(legal.move, SetAside)} == {None}
    assert table.do(SetAside((6, 6))).points is None
    assert table.do(SheetRoll(), (1, 2, 3)).points is None


@GAMES
def test_choosing_ends_the_turn(game: AnyGame) -> None:
    """1.2, 1.3, 2.2: after one throw as after two or three."""
    table = Table(game, 3)
    table.write("chance", 1, 2, 3, 4, 4)
    assert table.seat() == 1
    table.roll(1, 1, 1, 1, 1).aside(1).roll(6, 6, 6, 6).choose("chance")
    table.roll(1, 1, 1, 1, 1).roll(1, 1, 1, 1, 1).roll(2, 2, 2, 2, 3).choose("twos")
    assert table.seat() == 0
    assert table.state.totals == (14, 25, 8)
    assert table.types() == ["roll"]
    assert "chance" not in table.roll(1, 2, 3, 4, 4).choices()


@GAMES
def test_a_box_that_does_not_fit_takes_0_and_is_filled(game: AnyGame) -> None:
    """3.1."""
    table = Table(game)
    assert table.write("large_straight", 1, 1, 2, 2, 3).points == 0
    assert "large_straight" not in table.roll(2, 3, 4, 5, 6).choices()


@GAMES
def test_the_game_ends_when_every_sheet_is_full(game: AnyGame) -> None:
    """4.1 (yahtzee 5.1): the highest total wins."""
    table = Table(game, 2)
    for category in game.categories:
        assert table.rules.outcome(table.state) is None
        table.write(category, 1, 2, 2, 3, 6)
        table.write(category, 1, 1, 3, 5, 5)
    outcome = table.outcome()
    assert (outcome.reason, outcome.winners) == ("sheets_full", (1,))
    assert outcome.ranking == (Rank(1, table.state.totals[1], 1), Rank(0, table.state.totals[0], 2))
    assert table.state.dice == ()
    assert table.rules.to_move(table.state) == ()


@GAMES
def test_equal_totals_share_the_win(game: AnyGame) -> None:
    """4.1 (yahtzee 5.1)."""
    table = Table(game, 2)
    for category in game.categories:
        table.write(category, 1, 2, 2, 3, 6)
        table.write(category, 1, 2, 2, 3, 6)
    assert table.outcome().winners == (0, 1)
    assert [rank.rank for rank in table.outcome().ranking] == [1, 1]


@GAMES
def test_the_stated_bound_is_the_longest_play_there_is(game: AnyGame) -> None:
    """2.1 to 2.5: six moves a turn; the last move listed goes on for as long as it can."""
    table = Table(game)
    while table.rules.to_move(table.state):
        legal = table.legal()[-1]
        table.do(legal.move, (1, 3, 4, 5, 6)[: legal.throws])
    assert len(table.record) == game.random_play_moves


# --- leaving -----------------------------------------------------------------------------------------------------


@GAMES
def test_a_seat_that_leaves_in_its_turn_loses_its_throw(game: AnyGame) -> None:
    """5.1 (yahtzee 6.1): the turn passes, and the seat is skipped from then on."""
    table = Table(game, 3)
    table.write("chance", 6, 6, 6, 6, 5)
    table.roll(6, 6, 6, 6, 6).aside(6, 6).leave(1)
    assert (table.seat(), table.types()) == (2, ["roll"])
    table.write("chance", 1, 1, 1, 1, 2)
    assert table.seat() == 0
    table.write("ones", 1, 1, 1, 1, 2)
    assert table.seat() == 2
    assert table.state.totals == (33, 0, 6)


@GAMES
def test_a_seat_that_leaves_out_of_its_turn_disturbs_nothing(game: AnyGame) -> None:
    """5.1 (yahtzee 6.1)."""
    table = Table(game, 3).roll(1, 2, 3, 4, 6).aside(1, 2)
    before = table.state
    assert table.leave(2).state == before._replace(resigned=(2,))
    table.roll(5, 5, 5).choose("chance")
    table.write("chance", 1, 1, 1, 1, 2)
    assert table.seat() == 0


@GAMES
def test_the_others_play_to_the_end(game: AnyGame) -> None:
    """5.1 (yahtzee 6.1): seats that left rank last, the latest first, and keep their totals."""
    table = Table(game, 4)
    for faces in ((6, 6, 6, 6, 5), (6, 6, 6, 6, 4), (1, 1, 1, 1, 2), (1, 1, 1, 1, 3)):
        table.write("chance", *faces)
    table.leave(1).leave(0)
    for category in game.categories:
        if category != "chance":
            table.write(category, 1, 2, 3, 4, 6)
            table.write(category, 1, 2, 3, 4, 6)
    outcome = table.outcome()
    assert outcome.reason == "sheets_full"
    assert [(rank.seat, rank.rank) for rank in outcome.ranking] == [(3, 1), (2, 2), (0, 3), (1, 4)]
    assert table.state.totals[:2] == (29, 28)
    assert outcome.winners == (3,)


@GAMES
def test_leaving_in_the_last_round_may_end_the_game(game: AnyGame) -> None:
    """5.1 (yahtzee 6.1): the seats that stay are full."""
    table = Table(game, 3)
    for category in game.categories[:-1]:
        for _ in range(3):
            table.write(category, 1, 2, 3, 4, 6)
    table.write(game.categories[-1], 1, 2, 3, 4, 6)
    table.write(game.categories[-1], 1, 2, 3, 4, 6)
    table.roll(1, 2, 3, 4, 6).leave(2)
    assert (table.outcome().reason, table.outcome().winners) == ("sheets_full", (0, 1))


@GAMES
@pytest.mark.parametrize("leaving", [0, 1])
def test_the_last_seat_of_several_has_won(game: AnyGame, leaving: int) -> None:
    """5.1 (yahtzee 6.1): whatever the totals, and whoever's turn it is."""
    table = Table(game, 2)
    table.write("chance", 6, 6, 6, 6, 5)
    table.write("chance", 6, 6, 6, 6, 5)
    table.roll(1, 2, 3, 4, 6).leave(leaving)
    assert (table.outcome().reason, table.outcome().winners) == ("resignation", (1 - leaving,))
    assert table.outcome().ranking[-1] == Rank(leaving, 29, 2)
    assert table.state.dice == ()


@GAMES
def test_one_that_plays_alone_and_leaves_wins_nothing(game: AnyGame) -> None:
    """5.1 (yahtzee 6.1)."""
    table = Table(game)
    table.write("chance", 6, 6, 6, 6, 5)
    table.leave(0)
    assert (table.outcome().reason, table.outcome().winners) == ("resignation", ())


@GAMES
def test_what_only_a_broken_caller_asks(game: AnyGame) -> None:
    table = Table(game, 2)
    for seats in (0, 33):
        with pytest.raises(ValueError, match="seats"):
            table.rules.start(seats)
    for seat in (-1, 2):
        with pytest.raises(ValueError, match="no seat"):
            table.rules.apply(table.state, seat, SheetRoll(), ())
        with pytest.raises(ValueError, match="no seat"):
            table.rules.withdraw(table.state, seat)
    for faces in ((), (1, 2, 3, 4), (1, 2, 3, 4, 7), (0, 1, 2, 3, 4)):
        with pytest.raises(ValueError, match="face"):
            table.rules.apply(table.state, 0, SheetRoll(), faces)
    table.roll(1, 2, 3, 4, 5)
    with pytest.raises(ValueError, match="1 faces for 0 dice"):
        table.rules.apply(table.state, 0, SheetChoose("ones"), (1,))
    table.leave(0)
    with pytest.raises(ValueError, match="over"):
        table.rules.withdraw(table.state, 1)


def test_a_seat_leaves_once() -> None:
    table = Table(yatzy_bg.GAME, 3).leave(1)
    with pytest.raises(ValueError, match="left before"):
        table.rules.withdraw(table.state, 1)
