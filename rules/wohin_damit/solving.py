"""Solving wohin-damit: the value of every sheet in one pass over all positions, compiled with numba.

Only the solver process imports this module (`rules.advice.solve`). Whatever an entry leads to has a lower number.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from rules.wohin_damit.boxes import LINE, MOST, TARGETS
from rules.wohin_damit.solution import FILLINGS, HIGHEST, MULTISETS, below

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Values = NDArray[np.float32]
ROWS = len(TARGETS)
LEAST = 2
LOWEST = TARGETS[0]


def solve(task: Mapping[str, Any]) -> Values:
    """The values of all positions, by the number of the multiset, the entries of small and those of large."""
    return solve_first(MULTISETS, task["only_if_nothing_fits"])


def solve_first(multisets: int, only_if_nothing_fits: bool) -> Values:
    """The values of the positions of the first so many multisets."""
    before = np.full((HIGHEST + 1, ROWS + 1, 2, ROWS + 2), MULTISETS + 1, np.int64)
    for need in range(1, HIGHEST + 1):
        for free in range(ROWS + 1):
            for waiting in (False, True):
                sums = below(need, free, waiting)[: ROWS + 2]
                before[need, free, int(waiting), : len(sums)] = sums
    values = np.zeros(multisets * FILLINGS, np.float32)
    _solve(values, before, only_if_nothing_fits)
    return values


@njit(cache=True, error_model="numpy")
def _solve(values: Values, before: Ints, only_if_nothing_fits: bool) -> None:
    """Fill in all positions in the order of their numbers."""
    walk = np.zeros((HIGHEST + 1, 4), np.int64)  # by need: its count, the number so far, rows free, rows waiting
    best = np.empty((MOST + 1, FILLINGS))
    for rank in range(len(values) // FILLINGS):
        _unrank(rank, walk, before)
        best[:, :] = -1e9
        highest = 0
        for need in range(1, HIGHEST + 1):
            if walk[need, 0] > 0:
                highest = need
        for need in range(1, highest + 1):
            if walk[need, 0] == 0:
                continue
            closed = _moved(walk, before, need, 0) * FILLINGS
            for result in range(LEAST, MOST + 1):
                if result < need:
                    _raise(best[result], values, _moved(walk, before, need, need - result) * FILLINGS, 0, 0)
                else:
                    excess = result - need
                    first = 0
                    if only_if_nothing_fits and excess > 0:  # only while small and large are full and no row fits
                        first = FILLINGS - 1 if result > highest else FILLINGS
                    _raise(best[result], values, closed, excess, first)
        _fill_lines(values[rank * FILLINGS : (rank + 1) * FILLINGS], best, highest > 0)


@njit(cache=True, error_model="numpy")
def _raise(best: Floats, values: Values, base: int, excess: int, first: int) -> None:
    """Raise the best of each filling, from the first one that may make this entry."""
    for filling in range(first, FILLINGS):
        value = values[base + filling] - excess
        best[filling] = max(best[filling], value)


@njit(cache=True, error_model="numpy")
def _fill_lines(values: Values, best: Floats, rows: bool) -> None:
    """The mean over the results of the best entry, for each filling of small and large, fuller ones first."""
    for small in range(LINE, -1, -1):
        for large in range(LINE, -1, -1):
            filling = small * (LINE + 1) + large
            if small == LINE and large == LINE and not rows:
                values[filling] = 0.0
                continue
            mean = 0.0
            for result in range(LEAST, MOST + 1):
                most = best[result, filling]
                if small < LINE:
                    most = max(most, values[filling + LINE + 1] - result)
                if large < LINE:
                    most = max(most, values[filling + 1] + result)
                mean += (6 - abs(result - 7)) * most
            values[filling] = mean / 36


@njit(cache=True, error_model="numpy")
def _unrank(rank: int, walk: Ints, before: Ints) -> None:
    """The counts of the multiset with this number, and how far its higher needs have come."""
    free, waiting, ahead = 0, 0, 0
    for need in range(HIGHEST, 0, -1):
        count = 0
        while before[need, free, waiting, count + 1] <= rank - ahead:
            count += 1
        walk[need, 0], walk[need, 1], walk[need, 2], walk[need, 3] = count, ahead, free, waiting
        ahead += before[need, free, waiting, count]
        own = need >= LOWEST
        free += waiting - count + (1 if own and count > 0 else 0)
        waiting = 1 if own and count == 0 else 0


@njit(cache=True, error_model="numpy")
def _moved(walk: Ints, before: Ints, need: int, less: int) -> int:
    """The number of the multiset once a row with this need has a lower one."""
    ahead: int = walk[need, 1]
    free, waiting = walk[need, 2], walk[need, 3]
    for at in range(need, 0, -1):
        count = walk[at, 0]
        if at == need:
            count -= 1
        elif at == less:
            count += 1
        ahead += before[at, free, waiting, count]
        own = at >= LOWEST
        free += waiting - count + (1 if own and count > 0 else 0)
        waiting = 1 if own and count == 0 else 0
    return ahead
