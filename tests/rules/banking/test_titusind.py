"""titusind: its examples, rulings and options (rules page of the banking games)."""

import pytest

from rules.banking.state import Bust, FinalRound, HotDice, Opened
from rules.banking.titusind import GAME, TitusindOptions
from rules.contract import BANK, SetAside
from tests.rules.support.banking import Session


def points_of(*dice: int, options: TitusindOptions | None = None) -> int:
    """What the selection of all these dice is worth."""
    ways = GAME.rules(options or TitusindOptions()).score(dice, None).ways
    return {move.dice: points for move, points in ways if isinstance(move, SetAside)}[tuple(sorted(dice))]


@pytest.mark.parametrize(
    ("dice", "selections"),
    [
        ((1, 2, 4, 4, 6, 6), {(1,)}),
        ((2, 4, 6, 3, 3, 3), {(3, 3, 3)}),
        ((1, 2, 2, 2, 5, 6), {(1,), (5,), (1, 5), (2, 2, 2), (1, 2, 2, 2), (2, 2, 2, 5), (1, 2, 2, 2, 5)}),
    ],
)
def test_a_seat_chooses_any_scoring_selection(dice: tuple[int, ...], selections: set[tuple[int, ...]]) -> None:
    """Examples from the sources."""
    session = Session(GAME, 2)
    session.roll(*dice)
    assert set(session.selections()) == selections


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ((3, 3, 3, 3), 600),
        ((3, 3, 3, 3, 3), 900),
        ((1, 1, 1), 1000),
        ((1, 1, 1, 1), 2000),
        ((1, 1, 1, 1, 1), 3000),
        ((1, 1, 1, 1, 1, 1), 4000),
        ((6, 6, 6, 6, 6, 6), 2400),
        ((1, 2, 3, 4, 5, 6), 2000),
        ((1, 1, 3, 3, 4, 4), 1500),
        ((5, 1, 1, 1), 1050),
        ((5, 5, 5), 500),
    ],
)
def test_combinations_are_worth_what_the_page_says(dice: tuple[int, ...], points: int) -> None:
    """Points, column titusind; examples from the sources; ruling on the special combinations."""
    assert points_of(*dice) == points


def test_combinations_form_within_one_roll_only() -> None:
    """Examples: two 1s set aside in one roll and a third in the next are worth 300."""
    session = Session(GAME, 2)
    session.roll(1, 1, 2, 3, 4, 6)
    session.aside(1, 1)
    session.roll(1, 2, 3, 4)
    assert session.selections() == {(1,): 100}
    session.aside(1)
    assert session.state.points == 300
    assert session.state.aside == ((1, 1), (1,))


@pytest.mark.parametrize(
    ("dice", "left"), [((1, 2, 3), [2, 3]), ((2, 2, 2, 3), [3]), ((2, 2), [2, 2]), ((3, 5), [3])]
)
def test_an_inexact_selection_is_refused_whole(dice: tuple[int, ...], left: list[int]) -> None:
    """Ruling: [1,2,3] and [2,2,2,3] are illegal, each die must score."""
    session = Session(GAME, 2)
    session.roll(1, 2, 2, 2, 3, 5)
    refusal = session.refused(SetAside(dice))
    assert (refusal.reason, refusal.rule, refusal.details) == ("does_not_score", "2.4", {"dice": left})
    assert session.state.thrown == (1, 2, 2, 2, 3, 5)


def test_the_dice_of_a_selection_come_in_any_order() -> None:
    """Ruling: [5,1,1,1] is 1050."""
    session = Session(GAME, 2)
    session.roll(1, 5, 1, 3, 1, 3)
    session.aside(5, 1, 1, 1)
    assert session.state.points == 1050
    assert session.state.aside == ((1, 1, 1, 5),)


def test_without_the_special_combinations_ones_count_singly() -> None:
    """Option special_combinations: without them three 1s are worth 300."""
    options = TitusindOptions(special_combinations=False)
    assert [points_of(*(1,) * count, options=options) for count in range(1, 7)] == [
        100,
        200,
        300,
        400,
        500,
        600,
    ]
    assert points_of(2, 2, 2, 2, options=options) == 400
    score = GAME.rules(options).score
    assert max(points for _, points in score((1, 2, 3, 4, 5, 6), None).ways) == 150
    assert max(points for _, points in score((1, 1, 3, 3, 4, 4), None).ways) == 200
    assert score((2, 2, 3, 3, 4, 4), None).bust


def test_three_pairs_are_of_three_faces_unless_any_will_do() -> None:
    """Option three_pairs: `any` takes 2+2+2, 4+2 and 6 equal as 1500 where that is more."""
    loose = TitusindOptions(three_pairs="any")
    session = Session(GAME, 1)
    session.roll(2, 2, 2, 2, 3, 3)
    assert session.refused(SetAside((2, 2, 2, 2, 3, 3))).details == {"dice": [3, 3]}
    assert points_of(2, 2, 2, 2, 3, 3, options=loose) == 1500
    assert points_of(1, 1, 1, 1, 5, 5) == 2100
    assert points_of(1, 1, 1, 1, 5, 5, options=loose) == 2100
    assert points_of(2, 2, 2, 2, 2, 2) == 800
    assert points_of(2, 2, 2, 2, 2, 2, options=loose) == 1500
    assert points_of(6, 6, 6, 6, 6, 6, options=loose) == 2400
    assert points_of(2, 2, 3, 3, 4, 4, options=loose) == 1500


def test_a_seats_first_bank_takes_1050() -> None:
    """'when banking is legal'; ruling on thresholds: at least, so exactly 1050 opens."""
    session = Session(GAME, 2)
    session.roll(1, 1, 1, 2, 3, 4)
    session.aside(1, 1, 1)
    refusal = session.refused(BANK)
    assert (refusal.reason, refusal.rule) == ("below_opening", "4.2")
    assert refusal.details == {"points": 1000, "needed": 1050}
    assert session.moves() == ["roll"]
    session.take(5, 2, 3)
    assert session.moves() == ["roll", "bank"]
    assert session.bank() == (Opened(),)
    assert session.state.opened == (True, False)


def test_later_banks_take_350() -> None:
    """'when banking is legal': at least 350 after the first bank."""
    session = Session(GAME, 2).having(1050, 0)
    session.roll(3, 3, 3, 2, 4, 6)
    session.aside(3, 3, 3)
    refusal = session.refused(BANK)
    assert (refusal.reason, refusal.rule) == ("below_minimum", "4.2")
    assert refusal.details == {"points": 300, "needed": 350}
    session.take(5, 2, 4)
    assert session.bank() == ()
    assert session.rules.totals(session.state) == (1400, 0)


def test_a_bust_neither_opens_nor_closes() -> None:
    """Ruling: 'has opened' is a fact of its own; totals never go down, a bust costs the turn only."""
    session = Session(GAME, 1)
    session.take(1, 1, 1, 5, 2, 3)
    session.bust()
    assert (session.state.totals, session.state.opened) == ((0,), (False,))
    session.take(1, 1, 1, 5, 2, 3)
    session.bank()
    session.take(1, 1, 1, 5, 2, 3)
    assert session.roll(2, 3) == (Bust(1050),)
    assert (session.state.totals, session.state.opened) == ((1050,), (True,))


def test_opened_is_not_inferred_from_a_total() -> None:
    """Ruling: a seat with a total of 0 that has opened needs 350, one with points that has not needs 1050."""
    session = Session(GAME, 1)
    session.state = session.state._replace(totals=(0,), opened=(True,))
    session.take(5, 5, 5, 2, 3, 4)
    assert session.moves() == ["roll", "bank"]
    session = Session(GAME, 1)
    session.state = session.state._replace(totals=(500,), opened=(False,))
    session.take(5, 5, 5, 2, 3, 4)
    assert session.moves() == ["roll"]


def test_hot_dice_must_be_rolled() -> None:
    """'hot dice': skal man slå igen, with enough points as well."""
    session = Session(GAME, 1).having(9000)
    session.roll(1, 2, 3, 4, 5, 6)
    assert session.aside(1, 2, 3, 4, 5, 6) == (HotDice(),)
    assert session.refused(BANK).rule == "4.3"
    assert session.moves() == ["roll"]
    session.roll(1, 2, 2, 3, 4, 6)
    session.aside(1)
    assert session.state.points == 2100
    assert session.moves() == ["roll", "bank"]


def test_hot_dice_that_may_be_banked_still_need_the_minimum() -> None:
    """Option hot_dice: may_bank does not lift the thresholds."""
    session = Session(GAME, 1, TitusindOptions(hot_dice="may_bank"))
    session.take(2, 2, 2, 3, 3, 3)
    refusal = session.refused(BANK)
    assert (refusal.reason, refusal.details) == ("below_opening", {"points": 500, "needed": 1050})
    session = session.having(2000)
    assert session.moves() == ["roll", "bank"]
    fresh = Session(GAME, 1, TitusindOptions(hot_dice="may_bank"))
    fresh.take(1, 1, 3, 3, 4, 4)
    assert fresh.bank() == (Opened(),)


def test_hot_dice_that_may_be_banked_still_hold_to_the_strict_finish() -> None:
    session = Session(GAME, 1, TitusindOptions(hot_dice="may_bank", strict_finish=True)).having(9000)
    session.take(2, 2, 2, 3, 3, 3)
    assert session.refused(BANK).reason == "not_above_target"


@pytest.mark.parametrize(
    ("total", "points", "legal"),
    [
        (8950, 1000, True),
        (8950, 1050, True),
        (9000, 1000, False),
        (9000, 1050, True),
        (9600, 400, False),
        (9600, 450, True),
        (9800, 250, False),
        (9950, 350, True),
    ],
)
def test_strict_finish_wants_more_than_the_target_from_9000_on(total: int, points: int, legal: bool) -> None:
    """'variant' strict_finish: only what brings the total above 10000; exactly 10000 does not."""
    session = Session(GAME, 1, TitusindOptions(strict_finish=True)).having(total)
    session.state = session.state._replace(points=points, cup=3, throw=1)
    assert session.moves() == (["roll", "bank"] if legal else ["roll"])
    if not legal:
        refusal = session.refused(BANK)
        if points >= 350:
            assert (refusal.reason, refusal.rule) == ("not_above_target", "4.4")
            assert refusal.details == {"points": points, "total": total, "target": 10_000}
        else:
            assert (refusal.reason, refusal.details) == ("below_minimum", {"points": points, "needed": 350})


def test_without_strict_finish_any_350_will_do() -> None:
    session = Session(GAME, 1).having(9000)
    session.state = session.state._replace(points=350, cup=3, throw=1)
    assert session.moves() == ["roll", "bank"]


def test_exactly_10000_begins_the_last_round() -> None:
    """Ruling on thresholds: reaching 10000 exactly triggers the last round."""
    session = Session(GAME, 2).having(9650, 0)
    session.take(3, 3, 3, 5, 2, 4)
    assert session.bank() == (FinalRound(0),)
    assert session.state.reached == 0
    assert session.rules.to_move(session.state) == (1,)


def finish(*totals: int, last: int) -> Session:
    """A table at which seat 0 has reached the target and seat 1 banks `last` points in the last round."""
    session = Session(GAME, len(totals)).having(*totals)
    session.state = session.state._replace(points=10_500 - totals[0], cup=3, throw=1)
    session.bank()
    session.state = session.state._replace(points=last, cup=3, throw=1)
    session.bank()
    return session


def test_who_equals_the_first_does_not_win() -> None:
    """Ruling 'ties': the one that reached the target first wins, the others rank behind it."""
    session = finish(9000, 9000, last=1500)
    assert session.state.totals == (10_500, 10_500)
    assert session.outcome().winners == (0,)
    assert session.ranks() == [(0, 1), (1, 2)]


def test_who_comes_over_the_first_wins() -> None:
    """Ruling 'ties': the others must come over the seat that reached the target first."""
    session = finish(9000, 9000, last=1550)
    assert session.outcome().winners == (1,)
    assert session.ranks() == [(1, 1), (0, 2)]


def test_of_two_equals_above_the_first_the_earlier_wins() -> None:
    """Ruling 'ties': of seats with the same highest total the one that reached the target first wins."""
    session = finish(9000, 9000, 9000, last=2000)
    session.state = session.state._replace(points=2000, cup=3, throw=1)
    session.bank()
    assert session.state.totals == (10_500, 11_000, 11_000)
    assert session.outcome().winners == (1,)
    assert session.ranks() == [(1, 1), (2, 2), (0, 3)]


def test_several_equals_of_the_first_share_the_second_rank() -> None:
    """Ruling 'ties': the others rank behind it, other equal totals share a rank."""
    session = finish(9000, 9000, 9000, 4000, 4000, last=1500)
    for points in (1500, 400, 400):
        session.state = session.state._replace(points=points, cup=3, throw=1)
        session.bank()
    assert session.outcome().winners == (0,)
    assert session.ranks() == [(0, 1), (1, 2), (2, 2), (3, 4), (4, 4)]


def test_where_the_first_has_left_a_tie_below_the_target_is_shared() -> None:
    """Nobody who is still there reached the target, so nobody was first."""
    session = Session(GAME, 3).having(9000, 4000, 4000)
    session.state = session.state._replace(points=1500, cup=3, throw=1)
    session.bank()
    session.leave(0)
    session.bust()
    session.bust()
    assert session.outcome().winners == (1, 2)
    assert session.ranks() == [(1, 1), (2, 1), (0, 3)]


def test_a_bank_in_the_last_round_may_stay_below_the_leader() -> None:
    """Ruling: a bank in the last round may stay below the leader."""
    session = finish(9000, 5000, last=350)
    assert session.state.totals == (10_500, 5350)
    assert session.outcome().winners == (0,)


def test_if_the_last_seat_reaches_the_target_the_game_is_over_at_once() -> None:
    """Ruling: the game is over at once; nobody has a turn left, so there is no final round to tell of."""
    session = Session(GAME, 2).having(9900, 9000)
    session.bust()
    session.take(1, 1, 1, 5, 2, 3)
    assert session.bank() == ()
    assert session.outcome().reason == "target"
    assert session.outcome().winners == (1,)
