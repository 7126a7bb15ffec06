"""What learned play of solitaire dice looks at: a position's value is the sum of 78 table entries.

The entries go by the fifth dice and their marks; for each sum by its marks, the total of the fifth dice's marks and
the greatest of them; for each pair of sums by their marks and how far the game is; for each sum by its marks, the
faces in use and how far the game is. The weights are `weights.f16`: half-precision numbers, little-endian, in
this order.
"""

import struct
from array import array
from functools import cache
from itertools import combinations
from pathlib import Path

from rules.solitaire_dice.state import LAST_MARK, MOST_FIFTHS, SUMS
from rules.solitaire_dice.tables import FULL

FILE = Path(__file__).with_name("weights.f16")
FACES = 6
MARKS = FULL + 1
"""A sum's marks that are told apart: from 0 to the last that earns points."""
LEVELS = LAST_MARK - 1
"""The marks that a fifth die may have while the game is on, from 1."""
TOTALS = MOST_FIFTHS * LEVELS + 1
PHASES = TOTALS // 2
"""Every second mark of a fifth die begins a phase."""
FACE_SETS = tuple(faces for count in range(MOST_FIFTHS + 1) for faces in combinations(range(FACES), count))
PAIRS = tuple(combinations(range(len(SUMS)), 2))

AT_SUMS = len(FACE_SETS) * LEVELS**MOST_FIFTHS
AT_PAIRS = AT_SUMS + len(SUMS) * MARKS * TOTALS * (LEVELS + 1)
AT_FACES = AT_PAIRS + len(PAIRS) * MARKS * MARKS * PHASES
SIZE = AT_FACES + len(SUMS) * MARKS * len(FACE_SETS) * PHASES
ENTRIES = 1 + len(SUMS) + len(PAIRS) + len(SUMS)

_SET_NUMBERS = {faces: number for number, faces in enumerate(FACE_SETS)}


@cache
def weights() -> "array[float]":
    """The weights as they were learned; read once."""
    data = FILE.read_bytes()
    return array("f", struct.unpack(f"<{len(data) // 2}e", data))


def places(sums: tuple[int, ...], fifths: tuple[int, ...]) -> list[int]:
    """The entries of a position between two throws, from the marks of the sums, 2 to 12, and of the fifth dice."""
    used = tuple(face for face, marks in enumerate(fifths) if marks)
    faces = _SET_NUMBERS[used]
    code = faces
    for place in range(MOST_FIFTHS):
        code = code * LEVELS + (fifths[used[place]] - 1 if place < len(used) else 0)
    total = sum(fifths)
    phase = min(total // 2, PHASES - 1)
    marks = [min(many, FULL) for many in sums]
    at_sums = AT_SUMS + total * (LEVELS + 1) + max(fifths)
    at_faces = AT_FACES + faces * PHASES + phase
    by_sum = MARKS * TOTALS * (LEVELS + 1)
    by_mark = TOTALS * (LEVELS + 1)
    by_face_sum = MARKS * len(FACE_SETS) * PHASES
    by_face_mark = len(FACE_SETS) * PHASES
    found = [code]
    found += [at_sums + place * by_sum + many * by_mark for place, many in enumerate(marks)]
    at = AT_PAIRS + phase
    by_pair = MARKS * MARKS * PHASES
    for place, (one, other) in enumerate(PAIRS):
        found.append(at + place * by_pair + (marks[one] * MARKS + marks[other]) * PHASES)
    found += [at_faces + place * by_face_sum + many * by_face_mark for place, many in enumerate(marks)]
    return found
