"""Whose turn is next, and when there is none."""

from rules.sheet.state import Boxes


def next_seat(boxes: tuple[Boxes, ...], resigned: tuple[int, ...], seat: int) -> int | None:
    """The seat whose turn follows that of `seat`; None when the game is over.

    Every seat that stays fills one box a round, so once the sheet of the next of them is full all are.
    """
    seats = len(boxes)
    if deserted(seats, resigned):
        return None
    following = (seat + 1) % seats
    while following in resigned:
        following = (following + 1) % seats
    return following if None in boxes[following] else None


def deserted(seats: int, resigned: tuple[int, ...]) -> bool:
    """Whether no more than one seat of several is left, or the only seat has gone."""
    return bool(resigned) and seats - len(resigned) <= 1
