"""What every engine does with values by seat."""

from typing import TypeVar

T = TypeVar("T")


def put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The values with the one at `place` replaced."""
    return (*values[:place], value, *values[place + 1 :])


def check_seat(seat: int, seats: int) -> None:
    """ValueError for a seat that a table of so many seats does not have."""
    if not 0 <= seat < seats:
        raise ValueError(f"there is no seat {seat}")
