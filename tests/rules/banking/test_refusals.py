"""Every refusal names its reason, its paragraph and the figures it speaks of, and changes nothing."""

import pytest

from rules.contract import BANK, ROLL, AnyGame, Bank, Roll, SetAside
from rules.texts import paragraphs
from tests.rules.support.banking import GAMES, Session


@GAMES
@pytest.mark.parametrize("move", [ROLL, BANK, SetAside((1,))])
def test_a_seat_that_is_not_to_move_is_told_who_is(game: AnyGame, move: Roll | SetAside | Bank) -> None:
    """Paragraph 1.3."""
    session = Session(game, 3)
    refusal = session.refused(move, seat=2)
    assert (refusal.reason, refusal.rule, refusal.details) == ("not_your_turn", "1.3", {"seat": 0})
    assert session.rules.legal_moves(session.state, 2) == ()


@GAMES
@pytest.mark.parametrize("move", [ROLL, BANK, SetAside((1,))])
def test_after_the_end_nothing_moves(game: AnyGame, move: Roll | SetAside | Bank) -> None:
    """Paragraph 5.3."""
    session = Session(game, 2)
    session.leave(1)
    for seat in (0, 1):
        refusal = session.refused(move, seat)
        assert (refusal.reason, refusal.rule, refusal.details) == ("finished", "5.3", {})


@GAMES
def test_a_turn_begins_with_a_roll(game: AnyGame) -> None:
    """Paragraphs 2.1 and 4.1."""
    session = Session(game, 2)
    refusal = session.refused(SetAside((1,)))
    assert (refusal.reason, refusal.rule, refusal.details) == ("nothing_thrown", "2.1", {"cup": 6})
    refusal = session.refused(BANK)
    assert (refusal.reason, refusal.rule, refusal.details) == ("nothing_to_bank", "4.1", {"cup": 6})


@GAMES
@pytest.mark.parametrize("move", [ROLL, Roll(dice=(1, 2)), BANK])
def test_a_throw_on_the_table_comes_first(game: AnyGame, move: Roll | Bank) -> None:
    """Paragraph 2.3."""
    session = Session(game, 2)
    session.roll(6, 1, 2, 3, 4, 6)
    refusal = session.refused(move)
    assert (refusal.reason, refusal.rule) == ("set_aside_first", "2.3")
    assert refusal.details == {"thrown": [1, 2, 3, 4, 6, 6]}


@GAMES
@pytest.mark.parametrize(("dice", "missing"), [((5,), [5]), ((1, 1), [1]), ((1, 5, 5), [5, 5]), ((1, 2, 2, 2), [2])])
def test_only_dice_of_the_throw_are_set_aside(game: AnyGame, dice: tuple[int, ...], missing: list[int]) -> None:
    """Paragraph 2.4."""
    session = Session(game, 2)
    session.roll(1, 2, 2, 3, 6, 6)
    refusal = session.refused(SetAside(dice))
    assert (refusal.reason, refusal.rule) == ("not_in_throw", "2.4")
    assert refusal.details == {"dice": missing, "thrown": [1, 2, 2, 3, 6, 6]}


@GAMES
def test_no_dice_at_all_are_no_selection(game: AnyGame) -> None:
    """Paragraph 2.3: at least one."""
    session = Session(game, 2)
    session.roll(1, 2, 2, 3, 6, 6)
    refusal = session.refused(SetAside(()))
    assert (refusal.reason, refusal.rule) == ("nothing_selected", "2.3")


@GAMES
@pytest.mark.parametrize(("dice", "left"), [((2,), [2]), ((1, 2, 2), [2, 2]), ((1, 6, 3), [3, 6])])
def test_dice_that_do_not_score_are_named(game: AnyGame, dice: tuple[int, ...], left: list[int]) -> None:
    """Paragraph 2.4."""
    session = Session(game, 2)
    session.roll(1, 2, 2, 3, 6, 6)
    refusal = session.refused(SetAside(dice))
    assert (refusal.reason, refusal.rule, refusal.details) == ("does_not_score", "2.4", {"dice": left})


@GAMES
def test_every_paragraph_cited_is_on_the_page(game: AnyGame) -> None:
    rules = Session(game, 1).rules
    numbers = paragraphs(game.texts.page["en"])
    assert set(rules.ruleset.paragraphs.values()) <= set(numbers)
    assert list(numbers) == sorted(numbers)
    for reason in rules.ruleset.paragraphs:
        assert f"reason.{reason}" in game.texts.messages["en"]


@GAMES
def test_a_move_of_no_seat_is_the_callers_fault(game: AnyGame) -> None:
    session = Session(game, 2)
    for seat in (-1, 2):
        with pytest.raises(ValueError, match="no seat"):
            session.rules.apply(session.state, seat, ROLL, (1,) * 6)
        with pytest.raises(ValueError, match="no seat"):
            session.rules.throws(session.state, seat, ROLL)
        with pytest.raises(ValueError, match="no seat"):
            session.rules.withdraw(session.state, seat)


@GAMES
@pytest.mark.parametrize("faces", [(), (1,) * 5, (1,) * 7, (0, 1, 1, 1, 1, 1), (1, 1, 1, 1, 1, 7)])
def test_wrong_faces_are_the_callers_fault(game: AnyGame, faces: tuple[int, ...]) -> None:
    session = Session(game, 1)
    with pytest.raises(ValueError, match="faces"):
        session.rules.apply(session.state, 0, ROLL, faces)


@GAMES
def test_moves_that_throw_nothing_take_no_faces(game: AnyGame) -> None:
    session = Session(game, 1)
    session.roll(1, 2, 2, 3, 6, 6)
    with pytest.raises(ValueError, match="faces"):
        session.rules.apply(session.state, 0, SetAside((1,)), (1,))


@GAMES
@pytest.mark.parametrize("seats", [0, -1, 33])
def test_the_number_of_seats_has_bounds(game: AnyGame, seats: int) -> None:
    with pytest.raises(ValueError, match="seats"):
        game.rules(game.options()).start(seats)


@GAMES
@pytest.mark.parametrize("dice", [(), (1,) * 7, (0,), (7, 1)])
def test_loose_dice_that_are_no_throw_are_refused_with_a_sentence(game: AnyGame, dice: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"A throw is 1 to 6 dice with faces 1 to 6"):
        game.rules(game.options()).score(dice, None)
