"""Whose turn is next, and when there is none."""

from rules.sheet.state import Boxes


def next_seat(boxes: tuple[Boxes, ...], resigned: tuple[int, ...], seat: int) -> int | None:
    """The seat whose turn follows that of `seat`: the next that stays and has a box open. None: the game is over."""
    seats = len(boxes)
    if deserted(seats, resigned):
        return None
    order = (*range(seat + 1, seats), *range(seat + 1))
    return next((each for each in order if each not in resigned and None in boxes[each]), None)


def deserted(seats: int, resigned: tuple[int, ...]) -> bool:
    """Whether no more than one seat of several is left, or the only seat has gone."""
    return bool(resigned) and seats - len(resigned) <= 1
