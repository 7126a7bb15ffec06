"""Combinations of a banking game: the words that say which dice score together, and all that each word stands for.

A game writes its combinations down in words (three equal dice are worth their face times 100, doubled by each further
one); `expand` makes of a word plain data, every combination with its points.
"""

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple

from annotated_types import Interval
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypeAliasType

from rules.contract import Face, Faces
from rules.dice import FACES, equal, groups, straight

Points = Annotated[int, Field(ge=1, le=100_000, description="What it is worth.")]
Further = Annotated[
    Literal["none", "step", "doubling"],
    Field(
        description="What each further equal die does, up to all dice of the game: `none`: nothing, it is no part of "
        "the combination; `step`: it adds the points of the combination once more; `doubling`: it doubles them."
    ),
]
EqualCount = Annotated[int, Field(ge=2, le=6, description="How many equal dice.")]


class Combination(NamedTuple):
    """Dice that score together in one throw: the faces it takes, ascending, and its points (more than 0)."""

    dice: Faces
    points: int


class _Word(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class BankingSingle(_Word):
    """A single die that scores by itself."""

    type: Literal["single"] = "single"
    face: Annotated[Face, Field(description="The face that scores.")]
    points: Points


class BankingEqual(_Word):
    """So many equal dice, worth a multiple of their face."""

    type: Literal["equal"] = "equal"
    count: EqualCount
    times_face: Annotated[int, Field(ge=1, le=20_000, description="The points are the face times this.")]
    ones: Annotated[
        Annotated[int, Interval(ge=1, le=100_000)] | None,
        Field(description="What 1s are worth instead; null: as other faces."),
    ] = None
    further: Further = "none"


class BankingEqualFlat(_Word):
    """So many equal dice, worth the same whatever their face."""

    type: Literal["equal_flat"] = "equal_flat"
    count: EqualCount
    points: Points
    further: Further = "none"


class BankingStraight(_Word):
    """One die of each face from the first to the last."""

    type: Literal["straight"] = "straight"
    first: Annotated[int, Field(ge=1, le=5, description="The lowest face.")]
    last: Annotated[int, Field(ge=2, le=6, description="The highest face.")]
    points: Points


class BankingGroups(_Word):
    """Groups of equal dice: three pairs are [2, 2, 2], two triplets [3, 3], four and two [4, 2]."""

    type: Literal["groups"] = "groups"
    sizes: Annotated[
        tuple[Annotated[int, Field(ge=2, le=4)], ...],
        Field(strict=False, min_length=2, max_length=3, description="How many dice each group has, in any order."),
    ]
    points: Points
    faces: Annotated[
        Literal["distinct", "any"],
        Field(
            description="`distinct`: the groups show different faces; `any`: they may show the same, so that four "
            "equal dice count as two pairs and six as two triplets."
        ),
    ] = "distinct"


class BankingExact(_Word):
    """Exactly these dice."""

    type: Literal["exact"] = "exact"
    dice: Annotated[
        tuple[Face, ...], Field(strict=False, min_length=2, max_length=6, description="Their faces, in any order.")
    ]
    points: Points


BankingCombination = TypeAliasType(
    "BankingCombination",
    Annotated[
        BankingSingle | BankingEqual | BankingEqualFlat | BankingStraight | BankingGroups | BankingExact,
        Field(discriminator="type"),
    ],
)


ONES_AND_FIVES: tuple[BankingCombination, ...] = (BankingSingle(face=1, points=100), BankingSingle(face=5, points=50))
TRIPLETS = BankingEqual(count=3, times_face=100, ones=1000)
"""What three equal dice are worth in every named game."""


def expand(word: BankingCombination, dice: int) -> tuple[Combination, ...]:
    """Everything that the word stands for in a game of so many dice; () if it has too few.

    Also () for a straight that ends before it begins.
    """
    match word:
        case BankingSingle():
            combinations: Sequence[Combination] = (Combination((word.face,), word.points),)
        case BankingEqual():
            ones = word.times_face if word.ones is None else word.ones
            worth = (ones, *(word.times_face * face for face in FACES[1:]))
            combinations = _equal(word.count, worth, word.further, dice)
        case BankingEqualFlat():
            combinations = _equal(word.count, (word.points,) * len(FACES), word.further, dice)
        case BankingStraight():
            run = straight(word.first, word.last)
            combinations = (Combination(run, word.points),) if len(run) > 1 else ()
        case BankingGroups():
            distinct = word.faces == "distinct"
            combinations = [Combination(group, word.points) for group in groups(*word.sizes, distinct=distinct)]
        case BankingExact():
            combinations = (Combination(tuple(sorted(word.dice)), word.points),)
    return tuple(combination for combination in combinations if len(combination.dice) <= dice)


def least_dice(word: BankingCombination) -> int:
    """How many dice the combination takes at least."""
    match word:
        case BankingSingle():
            return 1
        case BankingEqual() | BankingEqualFlat():
            return word.count
        case BankingStraight():
            return word.last - word.first + 1
        case BankingGroups():
            return sum(word.sizes)
        case BankingExact():
            return len(word.dice)


def meanings(word: BankingCombination, dice: int) -> frozenset[tuple[str, Faces]]:
    """What no two words of a game of so many dice may both say the points of.

    Equal dice go by their number, groups by their sizes, anything else by its faces.
    """
    match word:
        case BankingEqual() | BankingEqualFlat():
            most = word.count if word.further == "none" else dice
            return frozenset(("equal", (count,)) for count in range(word.count, most + 1))
        case BankingGroups():
            return frozenset({("groups", tuple(sorted(word.sizes)))})
        case _:
            return frozenset(("dice", combination.dice) for combination in expand(word, dice))


def _equal(count: int, worth: Sequence[int], further: str, dice: int) -> list[Combination]:
    """`count` equal dice, with the points for each face from 1 to 6, and what further ones make of them."""
    combinations: list[Combination] = []
    for more in range(dice - count + 1 if further != "none" else 1):
        times = more + 1 if further == "step" else 2**more
        combinations += [
            Combination(group, points * times) for group, points in zip(equal(count + more), worth, strict=True)
        ]
    return combinations
