"""Rounds of wohin-damit: who may act in one, who throws the blue die, and what follows it."""

from itertools import compress
from typing import Literal, NamedTuple

from rules.seats import deserted, replaced_at
from rules.wohin_damit.state import BlueDiePassed, NextRound, WohinDamitEvent, WohinDamitState

WohinDamitPhase = Literal["roll", "wait", "choose", "entered", "done"]


class Turned(NamedTuple):
    """A state after everything that follows from an entry or a leaving, and what that was."""

    state: WohinDamitState
    events: tuple[WohinDamitEvent, ...] = ()


def to_move(state: WohinDamitState) -> tuple[int, ...]:
    """The seats that may act: those with a result to enter, unless they wait for the blue die."""
    seats = compress(range(len(state.pending)), state.pending)
    if state.blue:
        return tuple(seats)
    whites, holder = state.whites, state.holder
    return tuple([seat for seat in seats if not whites[seat] or seat == holder])


def phase(state: WohinDamitState, seat: int) -> WohinDamitPhase | None:
    """What the seat is at; None if it has left or the game ended before its sheet was full."""
    if state.pending[seat]:
        if state.whites[seat] and state.blue:
            return "choose"
        return "wait" if state.whites[seat] and seat != state.holder else "roll"
    if seat in state.resigned:
        return None
    if not state.open[seat]:
        return "done"
    return None if state.holder is None else "entered"


def throws(state: WohinDamitState, seat: int) -> int:
    """The dice that a seat in phase `roll` throws: its white die if it has not, and the blue one if it holds that."""
    return (not state.whites[seat]) + (seat == state.holder)


def entered(state: WohinDamitState) -> Turned:
    """The state after an entry: once all results are entered, the next round or the end."""
    return Turned(state) if any(state.pending) else _next_round(state)


def left(state: WohinDamitState, seat: int) -> Turned:
    """The state after `seat` has left: the blue die passes on if it was still to throw it (6.2)."""
    return Turned(_ended(state)) if deserted(len(state.totals), state.resigned) else passed(state, seat)


def passed(state: WohinDamitState, seat: int) -> Turned:
    """The state once `seat` has nothing to enter in this round any more: a blue die it had to throw passes on."""
    if not any(state.pending):
        return _next_round(state)
    if seat != state.holder or state.blue:
        return Turned(state)
    # The blue die being unknown nobody has entered a result, so every seat that still plays the round is pending.
    holder = _following(state.pending, seat)
    return Turned(state._replace(holder=holder), (BlueDiePassed(holder),))


def _next_round(state: WohinDamitState) -> Turned:
    playing = tuple(map(bool, state.open))
    for seat in state.resigned:
        playing = replaced_at(playing, seat, False)
    if state.holder is None or True not in playing:
        return Turned(_ended(state))
    holder = _following(playing, state.holder)
    event = NextRound(state.round + 1, holder)
    return Turned(
        WohinDamitState(
            entries=state.entries,
            totals=state.totals,
            open=state.open,
            pending=playing,
            whites=(0,) * len(playing),
            round=event.round,
            holder=holder,
            blue=0,
            resigned=state.resigned,
        ),
        (event,),
    )


def _following(playing: tuple[bool, ...], seat: int) -> int:
    """The next seat round the table of those that play in the round."""
    after = seat + 1
    return playing.index(True, after) if True in playing[after:] else playing.index(True)


def _ended(state: WohinDamitState) -> WohinDamitState:
    return state._replace(pending=(False,) * len(state.pending), holder=None)
