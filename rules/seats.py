"""Seats: what every engine does with values by seat, with seats that leave, and with the winners among them."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TypeVar

from rules.contract import Rank

T = TypeVar("T")

MAX_SEATS = 32
"""How many seats a game of this package takes at most, where its rules set no bound."""


def check_seats(seats: int) -> None:
    """ValueError for a number of seats outside 1 to `MAX_SEATS`."""
    if not 1 <= seats <= MAX_SEATS:
        raise ValueError(f"{seats} seats, not 1 to {MAX_SEATS}")


def check_seat(seat: int, seats: int) -> None:
    """ValueError for a seat that a game of so many seats does not have."""
    if not 0 <= seat < seats:
        raise ValueError(f"there is no seat {seat}")


def check_may_leave(seat: int, seats: int, resigned: Collection[int], *, over: bool) -> None:
    """ValueError for a seat that is not there, has left before, or would leave a game that is `over`."""
    check_seat(seat, seats)
    if over:
        raise ValueError("the game is over")
    if seat in resigned:
        raise ValueError(f"seat {seat} has left before")


def deserted(seats: int, resigned: Collection[int]) -> bool:
    """Whether so many have left that there is no game any more: all but one of several seats, or the only one."""
    return bool(resigned) and seats - len(resigned) <= 1


def winners(ranking: Sequence[Rank], resigned: Collection[int]) -> tuple[int, ...]:
    """The seats of the first rank that have not left."""
    return tuple(rank.seat for rank in ranking if rank.rank == 1 and rank.seat not in resigned)


def replaced_at(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The values with the one at `place` replaced."""
    replaced = list(values)
    replaced[place] = value
    return tuple(replaced)


def first_of(ranking: Sequence[Rank], winner: int) -> tuple[Rank, ...]:
    """The ranking with the winner before all others, who keep their order."""
    own = next(rank for rank in ranking if rank.seat == winner)
    behind = [rank for rank in ranking if rank.seat != winner]
    moved = [replace(rank, rank=rank.rank + (rank.rank <= own.rank)) for rank in behind]
    return (replace(own, rank=1), *moved)
