"""The words in which a table writes down the combinations of its banking game, each with what it stands for."""

from collections.abc import Sequence
from typing import Annotated, Literal

from annotated_types import Interval
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypeAliasType

from rules.banking.combinations import FACES, Combination, equal, groups, straight
from rules.contract import Face, Faces

Points = Annotated[int, Field(ge=1, le=100_000, description="What it is worth.")]
Further = Annotated[
    Literal["none", "step", "doubling"],
    Field(
        description="What each further equal die does, up to all dice of the game: `none`: nothing, it is no part of "
        "the combination; `step`: it adds the points of the combination once more; `doubling`: it doubles them."
    ),
]
EqualCount = Annotated[int, Field(ge=2, le=6, description="How many equal dice.")]


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


def written_out(word: BankingCombination, dice: int) -> tuple[Combination, ...]:
    """Everything that the word stands for in a game of so many dice, most of them first; () if it has too few.

    Also () for a straight that ends before it begins.
    """
    match word:
        case BankingSingle():
            made: Sequence[Combination] = (Combination((word.face,), word.points),)
        case BankingEqual():
            ones = word.times_face if word.ones is None else word.ones
            worth = (ones, *(word.times_face * face for face in FACES[1:]))
            made = _equal(word.count, worth, word.further, dice)
        case BankingEqualFlat():
            made = _equal(word.count, (word.points,) * len(FACES), word.further, dice)
        case BankingStraight():
            made = straight(word.first, word.last, word.points) if word.first < word.last else ()
        case BankingGroups():
            made = groups(word.sizes, word.points, distinct=word.faces == "distinct")
        case BankingExact():
            made = (Combination(tuple(sorted(word.dice)), word.points),)
    return tuple(each for each in made if len(each.dice) <= dice)


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
            return frozenset(("dice", each.dice) for each in written_out(word, dice))


def _equal(count: int, worth: Sequence[int], further: str, dice: int) -> list[Combination]:
    made = list(equal(count, worth))
    for more in range(1, dice - count + 1 if further != "none" else 1):
        times = more + 1 if further == "step" else 2**more
        made += equal(count + more, [points * times for points in worth])
    return made
