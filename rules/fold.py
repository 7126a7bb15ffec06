"""Fold: a session is what the rules make of its record, entry by entry."""

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from rules.contract import Illegal, Played, Rules, Step

PLAYED = ("move", "resign", "skip")
"""The kinds of entries that the rules make something of."""

S = TypeVar("S")
M = TypeVar("M")


class Recorded(Protocol):
    """An entry of a record, however it is kept, by its kind."""

    @property
    def kind(self) -> str:
        """One of `PLAYED`, "undo", or what does not concern the rules."""


E = TypeVar("E", bound=Recorded)


class Unplayable(ValueError):
    """An entry of a record that the rules refuse: its index and the refusal."""

    def __init__(self, index: int, refusal: Illegal) -> None:
        super().__init__(f"entry {index} is refused: {refusal.reason} (rule {refusal.rule})")
        self.index = index
        self.refusal = refusal


def replay(rules: Rules[S, M], seats: int, record: Iterable[Played[M]]) -> S:
    """The state after the record's entries; raises `Unplayable` at the first that the rules refuse."""
    state = rules.start(seats)
    for index, entry in enumerate(record):
        state = step(rules, state, entry, index).state
    return state


def step(rules: Rules[S, M], state: S, entry: Played[M], index: int = 0) -> Step[S]:
    """One entry applied to a state."""
    if entry.move is None:
        if entry.kind == "skip":
            return Step(rules.void(state, entry.seat), None, ())
        return rules.withdraw(state, entry.seat)
    done = rules.apply(state, entry.seat, entry.move, entry.dice)
    if isinstance(done, Illegal):
        raise Unplayable(index, done)
    return done


def _no_more(_undoing: Recorded, _taken: Recorded) -> bool:
    return False


def standing(record: Iterable[E], goes_on: Callable[[E, E], bool] = _no_more) -> list[E]:
    """The moves, resignations and skipped turns that stand: an undoing takes the last back, and is none itself.

    `goes_on`: whether an undoing that has taken back this entry takes back the one before it as well. Raises
    ValueError for an undoing where nothing stands.
    """
    stand: list[E] = []
    for entry in record:
        if entry.kind in PLAYED:
            stand.append(entry)
        elif entry.kind == "undo":
            while True:
                if not stand:
                    raise ValueError("nothing is left to be taken back")
                if not goes_on(entry, stand.pop()):
                    break
    return stand
