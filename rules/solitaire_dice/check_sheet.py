"""Check of a filled sheet of solitaire dice: what somebody wrote down, held against what games can leave behind."""

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from rules.dice import FACES
from rules.faults import Claim, Fault, SheetFindings
from rules.solitaire_dice.state import LAST_MARK, MOST_FIFTHS, SUMS, FaceId, SumId
from rules.solitaire_dice.tables import VALUES, points

Marks = Annotated[int, Field(ge=0, le=1000)]

PARAGRAPHS: Mapping[str, str] = {
    "after_end": "5.3",
    "left_before": "6.1",
    "wrong_dice_count": "2.1",
    "wrong_points": "4.3",
    "wrong_total": "4.3",
    "odd_marks": "2.2",
    "too_many_faces": "3.1",
    "too_many_marks": "5.1",
    "second_last_mark": "5.1",
    "more_fifths_than_turns": "2.2",
    "turns_without_fifth": "3.2",
    "no_free_throws": "3.4",
    "wrong_result": "4.1",
}
"""By code of a fault, the paragraph of `solitaire-dice.md`."""


class FilledSolitaireDiceSheet(BaseModel):
    """A sheet as it was written down; what is left out has no marks, or was not reckoned up."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    sums: dict[SumId, Marks] = Field(
        default_factory=dict, description="The marks of each sum.", examples=[{"7": 3, "8": 9}]
    )
    fifths: dict[FaceId, Marks] = Field(
        default_factory=dict, description="The marks of each face as fifth die.", examples=[{"6": 6}]
    )
    results: dict[SumId, Claim] = Field(default_factory=dict, description="What was reckoned for the sums.")
    total: Claim | None = Field(None, description="The total.")


def check(filled: FilledSolitaireDiceSheet) -> SheetFindings:
    """Marks that no game leaves behind, wrong results, and a wrong total.

    A sheet without a fault about marks is what some game leaves: its turns can be laid out one by one. With an odd
    number of marks one is missing or too many: results and a total that are right then are no faults.
    """
    sums = [filled.sums.get(str(each), 0) for each in SUMS]  # type: ignore[call-overload]
    fifths = [filled.fifths.get(str(face), 0) for face in FACES]  # type: ignore[call-overload]
    marks = [*_fifths(fifths), *_turns(sums, fifths)]
    right = list(map(points, VALUES, sums))
    reckoned = [*_reckoned(filled, right)]
    if reckoned and sum(sums) % 2:
        readings = (
            [*map(points, VALUES, (*sums[:place], marks_there + more, *sums[place + 1 :]))]
            for place, marks_there in enumerate(sums)
            for more in (-1, 1)
            if marks_there + more >= 0
        )
        best = {fault.place for fault in min(([*_reckoned(filled, each)] for each in readings), key=len)}
        reckoned = [fault for fault in reckoned if fault.place in best]
    total = None if marks else sum(right)
    return SheetFindings((*marks, *reckoned), total, filled.total, LAST_MARK in fifths)


def _reckoned(filled: FilledSolitaireDiceSheet, right: list[int]) -> Iterator[Fault]:
    """Wrong results, and a wrong total."""
    for each, claimed in filled.results.items():
        worth = right[int(each) - SUMS[0]]
        if claimed != worth:
            yield _fault(("results", each), "wrong_result", claimed, worth)
    if filled.total is not None and filled.total != sum(right):
        yield _fault(("total",), "wrong_total", filled.total, sum(right))


def _fifths(fifths: list[int]) -> Iterator[Fault]:
    """What no table of fifth dice can show."""
    used = [face for face, marks in zip(FACES, fifths, strict=True) if marks]
    if len(used) > MOST_FIFTHS:
        yield _fault(("fifths",), "too_many_faces", len(used), MOST_FIFTHS)
    for face in used:
        marks = fifths[face - FACES[0]]
        if marks > LAST_MARK:
            yield _fault(("fifths", str(face)), "too_many_marks", marks, LAST_MARK)
    full = [face for face in used if fifths[face - FACES[0]] >= LAST_MARK]
    for face in full[1:]:
        place = ("fifths", str(face))
        yield _fault(place, "second_last_mark", LAST_MARK, LAST_MARK - 1, face=full[0])


def _turns(sums: list[int], fifths: list[int]) -> Iterator[Fault]:
    """What the marks of sums and of fifth dice say about the turns, held against each other."""
    made = sum(sums)
    if made % 2:
        yield _fault(("sums",), "odd_marks", made, [made - 1, made + 1])
        return
    turns, marked = made // 2, sum(fifths)
    used = [face for face, marks in zip(FACES, fifths, strict=True) if marks]
    free = turns - marked
    if free < 0:
        yield _fault(("fifths",), "more_fifths_than_turns", marked, turns, turns=turns, marks=marked)
    elif free and len(used) < MOST_FIFTHS:
        yield _fault(("fifths",), "turns_without_fifth", marked, turns, turns=turns, marks=marked)
    elif free:
        # Both sums of a free throw are made of dice that show none of the fifth dice.
        others = [face for face in FACES if face not in used]
        reach = {sum(pair) for pair in combinations_with_replacement(others, 2)}
        held = sum(marks for each, marks in zip(SUMS, sums, strict=True) if each in reach)
        if held < 2 * free:
            least = turns - held // 2
            yield _fault(("fifths",), "no_free_throws", marked, [least, turns], free=free, most=held // 2)


def _fault(place: tuple[str | int, ...], code: str, claimed: int, right: object, **details: int) -> Fault:
    return Fault(place, code, PARAGRAPHS[code], claimed, right, None, details)
