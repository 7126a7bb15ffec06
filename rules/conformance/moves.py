"""Laws on moves: what is listed, what is accepted and what is refused."""

from copy import deepcopy
from dataclasses import MISSING, fields, replace
from typing import Any, NamedTuple

from hypothesis import strategies as st

from rules.conformance.law import WRITING, Play, hold, play, refuses, shown
from rules.conformance.values import values
from rules.contract import AnyGame, AnyRules, Faces, Illegal
from rules.flaws import members
from rules.playout import throw

SOME = 40
"""How far the laws play that look at every move closely."""

LAST = 12
"""How many of these positions are looked at."""

TRIED = 30
"""How many moves that should be refused are tried in each."""


def exactly_the_listed_moves_are_accepted(game: AnyGame, data: st.DataObject) -> None:
    """`legal_moves` lists all moves that `throws` and `apply` accept, and no other."""
    played = play(game, data, SOME)
    rules = played.rules
    pool = moves_to_try(game, data, played)
    for turn in played.turns[-LAST:]:
        for seat in range(played.seats):
            listed = rules.legal_moves(turn.before, seat)
            to_move = seat in rules.to_move(turn.before)
            hold(
                bool(listed) == to_move,
                f"legal_moves lists {len(listed)} moves for seat {seat}, which is",
                f"{'' if to_move else 'not '}to move: {turn.before!r}",
            )
            hold(listed == rules.legal_moves(turn.before, seat), "legal_moves lists other moves when asked again")
            moves = {legal.move for legal in listed}
            hold(len(moves) == len(listed), f"legal_moves lists a move twice: {listed}")
            _are_accepted(played, turn.before, seat, listed)
            for move in some_of(pool, played):
                if move not in moves:
                    _is_refused(played, turn.before, seat, move)


class Pool(NamedTuple):
    """Moves to try: those that need nothing said beside their type, such as `bank`, and any others."""

    plain: list[Any]
    others: list[Any]


def moves_to_try(game: AnyGame, data: st.DataObject, played: Play) -> Pool:
    """Moves that may be legal or not: of each type the plain one, those that were listed, and whatever `Game.move`
    takes, but for the dice that players throw themselves.
    """
    plain = [move() for move in members(game.move) if all(field.default is not MISSING for field in fields(move))]
    listed = {legal.move for turn in played.turns for legal in played.rules.legal_moves(turn.before, turn.seat)}
    taken = values(game.move).map(lambda move: replace(move, dice=None) if move.type == "roll" else move)
    return Pool(plain, sorted({*listed, *data.draw(st.lists(taken, max_size=TRIED))}, key=repr))


def some_of(pool: Pool, played: Play) -> list[Any]:
    """All plain moves, and some of the others by chance."""
    return list(dict.fromkeys([*pool.plain, *(played.chance.choice(pool.others) for _ in range(TRIED))]))


def _are_accepted(played: Play, state: Any, seat: int, listed: Any) -> None:
    rules = played.rules
    for legal in listed:
        thrown = rules.throws(state, seat, legal.move)
        hold(
            thrown == legal.throws,
            f"{legal.move!r} is listed with throws={legal.throws} for seat {seat}, and throws() says",
            f"{shown(thrown) if isinstance(thrown, Illegal) else thrown}. List only legal moves; state: {state!r}",
        )
        hold(
            not legal.throws or legal.move.type == "roll",
            f"{legal.move!r} throws dice: only moves of the type `roll` may, as players' dice come with these",
        )
        done = rules.apply(state, seat, legal.move, throw(played.chance, legal.throws))
        if isinstance(done, Illegal):
            hold(False, f"{legal.move!r} is listed for seat {seat}, and apply says {shown(done)}; state: {state!r}")
        elif legal.points is not None and not legal.throws:
            worth = legal.points if legal.worth is None else legal.worth
            hold(
                done.points == worth,
                f"{legal.move!r} is listed for {legal.points} points with worth={legal.worth}, and apply gives",
                f"points={done.points}",
            )
            gain = rules.totals(done.state)[seat] - rules.totals(state)[seat]
            hold(
                legal.move.type not in WRITING or gain == legal.points,
                f"{legal.move!r} is listed for {legal.points} points and adds {gain} to the total; state: {state!r}",
            )


def _is_refused(played: Play, state: Any, seat: int, move: Any) -> None:
    rules = played.rules
    said = rules.throws(state, seat, move)
    if not isinstance(said, Illegal):
        hold(
            _is_listed_otherwise(rules, state, seat, move, throw(played.chance, said)),
            f"{move!r} is accepted for seat {seat} and not listed; state: {state!r}",
        )
        return
    done = rules.apply(state, seat, move, ())
    hold(
        said == done,
        f"{move!r}: apply says {shown(done) if isinstance(done, Illegal) else done!r}, and throws says",
        f"{shown(said)}: they have to agree",
    )


def _is_listed_otherwise(rules: AnyRules, state: Any, seat: int, move: Any, faces: Faces) -> bool:
    """Whether it is another way to write a listed move, such as its dice in another order: it does the same."""
    done = rules.apply(state, seat, move, faces)
    return any(
        type(legal.move) is type(move)
        and legal.throws == len(faces)
        and rules.apply(state, seat, legal.move, faces) == done
        for legal in rules.legal_moves(state, seat)
    )


def nothing_given_is_changed(game: AnyGame, data: st.DataObject) -> None:
    """`apply` leaves the state it is given as it is, and does the same when asked again."""
    played = play(game, data, SOME)
    for turn in played.turns:
        kept = deepcopy(turn.before)
        again = played.rules.apply(turn.before, turn.seat, turn.legal.move, turn.faces)
        hold(turn.before == kept, f"apply({turn.legal.move!r}) changes the state it is given: return a new one")
        hold(
            again == turn.step,
            f"apply({turn.legal.move!r}, {turn.faces}) gives {turn.step!r} and then {again!r}:",
            "it must depend on nothing but its arguments",
        )


def wrong_faces_are_the_callers_fault(game: AnyGame, data: st.DataObject) -> None:
    """`apply` raises ValueError for faces that are not as many as `throws` says, or not 1 to 6."""
    played = play(game, data, SOME)
    for turn in played.turns:
        tried = [(*turn.faces, 1)]
        if turn.faces:
            tried += [turn.faces[:-1], (*turn.faces[:-1], 7), (*turn.faces[:-1], 0)]
        for faces in tried:
            hold(
                refuses(lambda: played.rules.apply(turn.before, turn.seat, turn.legal.move, faces)),  # noqa: B023
                f"apply({turn.legal.move!r}) takes the faces {faces}, and throws says {len(turn.faces)}:",
                "raise a ValueError with a sentence",
            )


def alike_dice_have_no_order(game: AnyGame, data: st.DataObject) -> None:
    """With `Game.alike` a throw does the same whatever the order of its faces."""
    if not game.alike:
        return
    played = play(game, data, SOME)
    for turn in played.turns:
        faces = tuple(data.draw(st.permutations(turn.faces))) if turn.faces else ()
        done = played.rules.apply(turn.before, turn.seat, turn.legal.move, faces)
        hold(
            done == turn.step,
            f"Game.alike is True, and {turn.legal.move!r} does one thing with {turn.faces} and another with {faces}:",
            "sort the faces, or leave Game.alike out",
        )
