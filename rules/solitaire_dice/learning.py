"""Learning to play solitaire dice, compiled with numba: `python -m rules.solitaire_dice.learning PATH`.

Temporal-difference learning, TD(0), of the value of positions between two throws, by greedy play against itself; each
weight has a step size of its own by temporal coherence (D. Beal and M. Smith, *Temporal Coherence and Prediction
Decay in TD Learning*, 1999). The same seed and number of games give the same weights. Afterwards the weights play
games that they have not learned from, and their mean is printed.
"""

import argparse
import math
import sys
from pathlib import Path

import numpy as np
from numba import njit
from numpy.typing import NDArray

from rules.solitaire_dice.state import LAST_MARK, MOST_FIFTHS
from rules.solitaire_dice.tables import FULL, GAINS
from rules.solitaire_dice.weights import (
    AT_FACES,
    AT_PAIRS,
    AT_SUMS,
    ENTRIES,
    FACE_SETS,
    FACES,
    LEVELS,
    MARKS,
    PHASES,
    SIZE,
    TOTALS,
)

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
GAMES = 1_500_000
SEED = 20261201
TESTED = 100_000
SETS = len(FACE_SETS)
ONCE = np.array([gains.once for gains in GAINS], np.int64)
TWICE = np.array([gains.twice for gains in GAINS], np.int64)
SET_NUMBERS = np.full(64, -1, np.int64)
for _number, _faces in enumerate(FACE_SETS):
    SET_NUMBERS[sum(1 << face for face in _faces)] = _number


@njit(cache=True, error_model="numpy")
def entries(sums: Ints, fifths: Ints, found: Ints) -> None:
    """The entries of a position, as `rules.solitaire_dice.weights.places` has them."""
    used, total, greatest, count, code = 0, 0, 0, 0, 0
    for face in range(FACES):
        if fifths[face] > 0:
            used |= 1 << face
            total += fifths[face]
            greatest = max(greatest, fifths[face])
            code = code * LEVELS + fifths[face] - 1
            count += 1
    for _ in range(count, MOST_FIFTHS):
        code *= LEVELS
    faces = SET_NUMBERS[used]
    found[0] = faces * LEVELS**MOST_FIFTHS + code
    phase = min(total // 2, PHASES - 1)
    at = 1
    for place in range(11):
        found[at] = AT_SUMS + ((place * MARKS + min(sums[place], FULL)) * TOTALS + total) * (LEVELS + 1) + greatest
        at += 1
    pair = 0
    for one in range(11):
        marks = min(sums[one], FULL)
        for other in range(one + 1, 11):
            found[at] = AT_PAIRS + ((pair * MARKS + marks) * MARKS + min(sums[other], FULL)) * PHASES + phase
            at += 1
            pair += 1
    for place in range(11):
        found[at] = AT_FACES + ((place * MARKS + min(sums[place], FULL)) * SETS + faces) * PHASES + phase
        at += 1


@njit(cache=True, error_model="numpy")
def _is_free(dice: Ints, fifths: Ints) -> bool:
    """Whether the throw shows none of three fifth dice in use."""
    if np.sum(fifths > 0) < MOST_FIFTHS:
        return False
    return not np.any(fifths[dice - 1] > 0)


@njit(cache=True, error_model="numpy")
def _mark(sums: Ints, fifths: Ints, choice: Ints, free: bool, by: int) -> None:
    """Mark the two sums and the fifth die of a choice, or take the marks away again."""
    sums[choice[0]] += by
    sums[choice[1]] += by
    if not free:
        fifths[choice[2]] += by


@njit(cache=True, error_model="numpy")
def _gain(sums: Ints, low: int, high: int) -> int:
    """What marks for two sums change in the total."""
    gain: int = TWICE[low, min(sums[low], FULL)]
    if low != high:
        gain = ONCE[low, min(sums[low], FULL)] + ONCE[high, min(sums[high], FULL)]
    return gain


@njit(cache=True, error_model="numpy")
def _choose(weights: Floats, sums: Ints, fifths: Ints, dice: Ints, best: Ints, best_found: Ints) -> float:
    """The best choice (its sums' places, its fifth die's, its gain), the entries after it, and what it is worth."""
    free = _is_free(dice, fifths)
    bound = not free and np.sum(fifths > 0) == MOST_FIFTHS
    choice, found, worth = np.empty(4, np.int64), np.empty(ENTRIES, np.int64), -1e18
    for out in range(5):
        choice[2] = dice[out] - 1
        if bound and fifths[choice[2]] == 0:
            continue
        rest = [dice[place] for place in range(5) if place != out]
        for way in range(1, 4):
            choice[0] = rest[0] + rest[way] - 2
            choice[1] = rest[1] + rest[2] + rest[3] - rest[way] - 2
            choice[3] = _gain(sums, choice[0], choice[1])
            _mark(sums, fifths, choice, free, 1)
            value = float(choice[3])
            if fifths[choice[2]] < LAST_MARK:
                entries(sums, fifths, found)
                for entry in range(ENTRIES):
                    value += weights[found[entry]]
            _mark(sums, fifths, choice, free, -1)
            if value > worth:
                worth = value
                best[:] = choice
                best_found[:] = found
    return worth


@njit(cache=True, error_model="numpy")
def _correct(weights: Floats, errors: Floats, sizes: Floats, here: Ints, worth: float) -> None:
    """Bring the value of a position nearer to what it turned out to be worth."""
    now = 0.0
    for entry in range(ENTRIES):
        now += weights[here[entry]]
    error = worth - now
    for entry in range(ENTRIES):
        at = here[entry]
        rate = abs(errors[at]) / sizes[at] if sizes[at] > 0 else 1.0
        weights[at] += rate * error / ENTRIES
        errors[at] += error
        sizes[at] += abs(error)


@njit(cache=True, error_model="numpy")
def _play(weights: Floats, errors: Floats, sizes: Floats, learns: bool) -> int:
    """One game by the weights, from which they may learn; its result."""
    sums, fifths = np.zeros(len(ONCE), np.int64), np.zeros(FACES, np.int64)
    dice, best = np.empty(5, np.int64), np.empty(4, np.int64)
    here, following = np.empty(ENTRIES, np.int64), np.empty(ENTRIES, np.int64)
    entries(sums, fifths, here)
    total = 0
    while np.max(fifths) < LAST_MARK:
        for place in range(5):
            dice[place] = np.random.randint(1, 7)
        worth = _choose(weights, sums, fifths, dice, best, following)
        if learns:
            _correct(weights, errors, sizes, here, worth)
        total += best[3]
        _mark(sums, fifths, best, _is_free(dice, fifths), 1)
        here[:] = following
    return total


@njit(cache=True, error_model="numpy")
def learn(weights: Floats, games: int, seed: int) -> None:
    """Let the weights learn from so many games."""
    np.random.seed(seed)
    errors, sizes = np.zeros(len(weights)), np.zeros(len(weights))
    for _ in range(games):
        _play(weights, errors, sizes, True)


@njit(cache=True, error_model="numpy")
def results(weights: Floats, games: int, seed: int) -> Ints:
    """The results of so many games by the weights."""
    np.random.seed(seed)
    none = np.zeros(1)
    played = np.empty(games, np.int64)
    for game in range(games):
        played[game] = _play(weights, none, none, False)
    return played


def main() -> None:
    """Learn the weights, write them to a file, and tell what they reach."""
    parser = argparse.ArgumentParser(prog="python -m rules.solitaire_dice.learning", description="Learn the weights.")
    parser.add_argument("path", type=Path)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=SEED)
    asked = parser.parse_args()
    weights = np.zeros(SIZE)
    learn(weights, asked.games, asked.seed)
    half = weights.astype("<f2")
    asked.path.write_bytes(half.tobytes())
    played = results(half.astype(np.float64), TESTED, asked.seed + 1)
    error = played.std() / math.sqrt(TESTED)
    sys.stdout.write(f"mean {played.mean():+.1f} (standard error {error:.1f}), above 0: {(played > 0).mean():.3f}\n")


if __name__ == "__main__":
    main()
