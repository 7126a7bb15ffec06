"""Laws on moves: what is listed, what is accepted and what is refused."""

from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

from rules.conformance.law import Play, hold, play, refuses, shown
from rules.contract import AnyGame, Illegal
from rules.playout import throw
from rules.texts import paragraphs

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
    known = sorted(
        {legal.move for turn in played.turns for legal in rules.legal_moves(turn.before, turn.seat)}, key=repr
    )
    refusals: dict[tuple[str, str], Illegal] = {}
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
            others = {played.chance.choice(known) for _ in range(TRIED)} - moves
            refusals |= _refusals(played, turn.before, seat, others)
    for refusal in refusals.values():
        _is_explained(game, refusal)


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
            hold(
                done.points == legal.points,
                f"{legal.move!r} is listed with points={legal.points}, and apply gives points={done.points}",
            )


def _refusals(played: Play, state: Any, seat: int, moves: set[Any]) -> dict[tuple[str, str], Illegal]:
    """How the moves are refused, by reason and rule."""
    found: dict[tuple[str, str], Illegal] = {}
    rules = played.rules
    for move in moves:
        refusal = rules.apply(state, seat, move, ())
        if not isinstance(refusal, Illegal):
            hold(False, f"{move!r} is accepted for seat {seat} and not listed; state: {state!r}")
            continue
        said = rules.throws(state, seat, move)
        hold(said == refusal, f"{move!r}: apply says {shown(refusal)}, and throws says {said!r}: they have to agree")
        found[refusal.reason, refusal.rule] = refusal
    return found


def _is_explained(game: AnyGame, refusal: Illegal) -> None:
    for language, page in game.texts.page.items():
        hold(
            refusal.rule in paragraphs(page),
            f'{shown(refusal)}: Texts.page["{language}"] has no paragraph "**{refusal.rule}** ..."',
        )
    for language in game.texts.messages:
        key = f"reason.{refusal.reason}"
        try:
            said = game.texts.sentence(language, key, refusal.details)
        except (KeyError, IndexError, ValueError) as error:
            hold(False, f'Texts.messages["{language}"]["{key}"] cannot be filled in from {shown(refusal)}: {error!r}')
        else:
            hold(said, f'Texts.messages["{language}"] lacks "{key}"')


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
