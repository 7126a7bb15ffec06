"""Whose turn is next, and when there is none."""

from rules.sheet.state import SheetState


def next_seat(state: SheetState, seat: int) -> int | None:
    """The seat whose turn follows that of `seat`; None when the game is over.

    Every seat that stays fills one box a round, so once the next of them is full all are.
    """
    if deserted(state):
        return None
    seats = len(state.boxes)
    following = next(
        place for step in range(1, seats + 1) if (place := (seat + step) % seats) not in state.resigned
    )
    return following if None in state.boxes[following] else None


def deserted(state: SheetState) -> bool:
    """Whether no more than one seat of several is left, or the only seat has gone."""
    seats, left = len(state.boxes), len(state.resigned)
    return left > 0 and seats - left <= 1
