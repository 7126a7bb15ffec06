"""Solving sheets: the value of every position by backward induction, compiled with numba.

Only the solver process imports this module (`rules.advice.solve`). Within a turn the value of keeping some dice is
taken from larger selections to smaller ones: K(k) is the mean over a face of K(k + face), so 210 (of five dice) or
462 (of six) means of six stand for all pairs of selection and throw. The best of what may be kept goes from smaller
to larger: M(k) is the highest of K(k) and all M(k - one die). All upper sums of a set of boxes are done in one inner
loop.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from rules.sheet.solution import Lattice, Layout, Numbers, from_task, lattice

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
JOKERS = {"none": 0, "free": 1, "forced": 2}
FORCED = JOKERS["forced"]
SIXTH = 1.0 / 6.0


class _Sheet(NamedTuple):
    """A sheet as compiled code takes it.

    first, more, fewer: the lattice of selections (-1: none); fewer_count: how many of `fewer` there are. points: by
    selection of a full throw, by box. showing: by selection, how many dice show each face. jokers: by face less 1, by
    box. yatzys: by face, the selection of so many equal dice. match: by face, its bit among the upper boxes (-1:
    none). own: the bit of the yatzy box among the lower ones (-1: none). sums, offsets: as in `Layout`.
    """

    dice: int
    throws: int
    bonus: int
    bonus_from: int
    joker: int
    yatzy_bonus: int
    for_match: bool
    own: int
    filled_yatzy: bool
    filled_scored: bool
    flags: int
    first: Ints
    more: Ints
    fewer: Ints
    fewer_count: Ints
    points: Ints
    showing: Ints
    jokers: Ints
    yatzys: Ints
    match: Ints
    counts: Ints
    faces: Ints
    upper: Ints
    lower: Ints
    sums: Ints
    offsets: Ints


def solve(task: Mapping[str, Any]) -> Floats:
    """The values of all positions, in the places of `Layout`."""
    sheet = from_task(task)
    layout = Layout(sheet)
    values = np.zeros(layout.size)
    _solve(_compiled(sheet, layout, lattice(sheet.dice)), values)
    return values


def _compiled(sheet: Numbers, layout: Layout, grid: Lattice) -> _Sheet:
    boxes = len(sheet.faces)
    points = np.zeros((len(grid.more), boxes), np.int64)
    for count, rows in zip(sheet.counts, sheet.points, strict=True):
        points[grid.first[count] : grid.first[count + 1]] = np.array(rows, np.int64).reshape(-1, boxes)
    match = [-1] * 7
    for bit, place in enumerate(layout.upper):
        match[sheet.faces[place]] = bit
    return _Sheet(
        dice=sheet.dice,
        throws=sheet.throws,
        bonus=sheet.bonus,
        bonus_from=sheet.bonus_from,
        joker=JOKERS[sheet.joker],
        yatzy_bonus=sheet.yatzy_bonus,
        for_match=sheet.bonus_for_match,
        own=layout.lower.index(sheet.yatzy) if sheet.yatzy >= 0 else -1,
        filled_yatzy=sheet.filled_yatzy,
        filled_scored=sheet.filled_scored,
        flags=layout.flags,
        first=np.array(grid.first, np.int64),
        more=np.array([larger or (-1,) * 6 for larger in grid.more], np.int64),
        fewer=np.array([(*smaller, *(-1,) * 6)[:6] for smaller in grid.fewer], np.int64),
        fewer_count=np.array([len(smaller) for smaller in grid.fewer], np.int64),
        points=points,
        showing=np.array([[kept.count(face) for face in range(7)] for kept in grid.place], np.int64),
        jokers=np.array(sheet.jokers or [[0] * boxes] * 6, np.int64).reshape(6, boxes),
        yatzys=np.array([0, *(grid.place[(face,) * sheet.dice] for face in range(1, 7))], np.int64),
        match=np.array(match, np.int64),
        counts=np.array(sheet.counts, np.int64),
        faces=np.array(sheet.faces, np.int64),
        upper=np.array(layout.upper, np.int64),
        lower=np.array(layout.lower, np.int64),
        sums=np.array(layout.sums, np.int64).reshape(-1, 2),
        offsets=np.array(layout.offsets, np.int64),
    )


@njit(cache=True, error_model="numpy")
def _solve(t: _Sheet, values: Floats) -> None:
    """Fill in all positions: those with a scored yatzy box first, and of these those with fewer open boxes first."""
    block, lowers = t.offsets[-1], len(t.lower)
    widest = 0
    for opened in range(1 << len(t.upper)):
        widest = max(widest, t.offsets[opened + 1] - t.offsets[opened])
    kept = np.empty((t.first[t.dice + 1], widest))
    best = np.empty_like(kept)
    row = np.empty((t.dice + 1, widest))
    for flag in range(t.flags - 1, -1, -1):
        for low in range(1 << lowers):
            own_open = t.own >= 0 and (low >> t.own) & 1 == 1
            if flag == 1 and own_open:
                continue
            further = t.filled_yatzy or (t.own >= 0 and not own_open)
            base = ((flag << lowers) | low) * block
            for up in range(1 << len(t.upper)):
                if low == 0 and up == 0:
                    continue
                width = t.offsets[up + 1] - t.offsets[up]
                here = base + t.offsets[up]
                for at in range(len(t.counts)):
                    size = t.counts[at]
                    kept[t.first[size] : t.first[size + 1], :width] = -1.0
                    _write_lower(t, values, kept, size, flag, low, up, width)
                    _write_upper(t, values, kept, row, size, base, up, width)
                    if further and size == t.dice and (t.joker != 0 or t.yatzy_bonus != 0):
                        for face in range(1, 7):
                            _write_further(t, values, kept, row, face, flag, low, up)
                    _play_turn(t, kept, best, size, width)
                    for s in range(width):
                        if at == 0 or kept[0, s] > values[here + s]:
                            values[here + s] = kept[0, s]


@njit(cache=True, error_model="numpy")
def _raise(best: Floats, gain: float, rest: Floats) -> None:
    """Raise the best values to `gain` and what follows it, where that is more."""
    for s in range(len(rest)):
        value = gain + rest[s]
        best[s] = max(best[s], value)


@njit(cache=True, error_model="numpy")
def _write_lower(
    t: _Sheet, values: Floats, kept: Floats, size: int, flag: int, low: int, up: int, width: int
) -> None:
    """What each throw is worth in its best open lower box."""
    block, lowers = t.offsets[-1], len(t.lower)
    for bit in range(lowers):
        if not (low >> bit) & 1:
            continue
        box = t.lower[bit]
        rest = ((flag << lowers) | (low ^ (1 << bit))) * block + t.offsets[up]
        scores = rest + (block << lowers) if t.flags > 1 and bit == t.own else rest
        for throw in range(t.first[size], t.first[size + 1]):
            gain = t.points[throw, box]
            after = scores if gain > 0 else rest
            _raise(kept[throw], float(gain), values[after : after + width])


@njit(cache=True, error_model="numpy")
def _write_upper(
    t: _Sheet, values: Floats, kept: Floats, row: Floats, size: int, base: int, up: int, width: int
) -> None:
    """The same with the open upper boxes; in each only the number of dice of its face counts."""
    reach = t.bonus_from - t.sums[up, 0]
    for bit in range(len(t.upper)):
        if not (up >> bit) & 1:
            continue
        box, after = t.upper[bit], up ^ (1 << bit)
        rest = values[base + t.offsets[after] : base + t.offsets[after + 1]]
        shift = t.sums[up, 0] - t.sums[after, 0]
        for count in range(size + 1):
            _fill_row(row[count, :width], rest, count * t.faces[box], shift, reach, t.bonus)
        for throw in range(t.first[size], t.first[size + 1]):
            _raise(kept[throw], 0.0, row[t.showing[throw, t.faces[box]], :width])


@njit(cache=True, error_model="numpy")
def _fill_row(row: Floats, rest: Floats, gain: int, shift: int, reach: int, bonus: int) -> None:
    """What it is worth to write `gain` into an upper box, with its bonus and what comes after, for each upper sum.

    rest: the values by the upper sum after it. shift: the lowest sum before it less the lowest after it. reach: the
    least sum before, counted from the lowest, that has the bonus already.
    """
    last = len(rest) - 1
    for s in range(len(row)):
        value = gain + rest[min(max(s + shift + gain, 0), last)]
        row[s] = value + bonus if reach - gain <= s < reach else value


@njit(cache=True, error_model="numpy")
def _write_further(
    t: _Sheet, values: Floats, kept: Floats, row: Floats, face: int, flag: int, low: int, up: int
) -> None:
    """What a further yatzy is worth, by the joker rule and with its bonus."""
    block, lowers, width = t.offsets[-1], len(t.lower), t.offsets[up + 1] - t.offsets[up]
    scored = t.filled_scored or flag == 1
    throw, match = t.yatzys[face], t.match[face]
    matches = match >= 0 and (up >> match) & 1 == 1
    jokers = t.joker != 0 and not matches
    paid = t.yatzy_bonus if scored and not t.for_match else 0
    forced = t.joker == FORCED
    kept[throw, :width] = -1.0
    if not (forced and matches):
        for bit in range(lowers):
            if (low >> bit) & 1:
                box = t.lower[bit]
                gain = paid + (t.jokers[face - 1, box] if jokers else t.points[throw, box])
                after = ((flag << lowers) | (low ^ (1 << bit))) * block + t.offsets[up]
                _raise(kept[throw], float(gain), values[after : after + width])
    for bit in range(len(t.upper)):
        if not (up >> bit) & 1 or (forced and (bit != match if matches else low != 0)):
            continue
        after = up ^ (1 << bit)
        base = ((flag << lowers) | low) * block
        rest = values[base + t.offsets[after] : base + t.offsets[after + 1]]
        shift, reach = t.sums[up, 0] - t.sums[after, 0], t.bonus_from - t.sums[up, 0]
        _fill_row(row[0, :width], rest, t.points[throw, t.upper[bit]], shift, reach, t.bonus)
        extra = t.yatzy_bonus if t.for_match and bit == match else paid
        _raise(kept[throw], float(extra), row[0, :width])


@njit(cache=True, error_model="numpy")
def _play_turn(t: _Sheet, kept: Floats, best: Floats, size: int, width: int) -> None:
    """From what full throws are worth once they are written down to what the turn is worth before its first throw.

    `kept` holds K; the value of throwing all dice is that of keeping none, at 0.
    """
    for last in range(t.throws - 1, -1, -1):
        for place in range(t.first[size] - 1, -1, -1):
            more = t.more[place]
            a, b, c = kept[more[0]], kept[more[1]], kept[more[2]]
            d, e, f = kept[more[3]], kept[more[4]], kept[more[5]]
            mean = kept[place]
            for s in range(width):
                mean[s] = (a[s] + b[s] + c[s] + d[s] + e[s] + f[s]) * SIXTH
        if last == 0:
            return
        for place in range(t.first[size + 1]):
            if place < t.first[size]:
                most = best[place]
                most[:width] = kept[place, :width]
            else:
                most = kept[place]
            for at in range(t.fewer_count[place]):
                less = best[t.fewer[place, at]]
                for s in range(width):
                    most[s] = max(most[s], less[s])
