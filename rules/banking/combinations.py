"""Combinations of a banking game: the words that say which dice score together, and all that each word stands for.

A game writes its combinations down in words (three equal dice are worth their face times 100, doubled by each further
one); `expand` makes of a word plain data, every combination with its points.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, NamedTuple

from annotated_types import Interval
from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag
from typing_extensions import TypeAliasType

from rules.contract import Face, Faces
from rules.dice import FACES, equal, groups, straight

Points = Annotated[int, Field(ge=1, le=100_000, description="What it is worth.")]
EqualCount = Annotated[int, Field(ge=2, le=6, description="How many equal dice.")]


class Combination(NamedTuple):
    """Dice that score together in one throw: the faces it takes, ascending, and its points (more than 0)."""

    dice: Faces
    points: int


class _Word(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class BankingFurtherAdd(_Word):
    """A fixed number of points for each further equal die."""

    add: Annotated[int, Field(ge=1, le=100_000, description="The points that each further equal die adds.")]


class BankingFurtherTimes(_Word):
    """A factor for each further equal die."""

    times: Annotated[int, Field(ge=2, le=10, description="What each further equal die multiplies the points by.")]


def _further_kind(value: object) -> str:
    """Which way of writing it is meant, so that what is wrong is told of that one."""
    if isinstance(value, BankingFurtherAdd | BankingFurtherTimes | dict):
        return "times" if "times" in dict(value) else "add"
    return "named"


Further = Annotated[
    Annotated[Literal["none", "step", "doubling"], Tag("named")]
    | Annotated[BankingFurtherAdd, Tag("add")]
    | Annotated[BankingFurtherTimes, Tag("times")],
    Discriminator(_further_kind),
    Field(
        description="What each further equal die does, up to all dice of the game: `none`: nothing, it is no part of "
        "the combination; `step`: it adds the points of the combination once more; `doubling`: it doubles them; or "
        "it adds a number of points, or multiplies them by one."
    ),
]


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


class BankingNothing(_Word):
    """A throw of all dice in which nothing scores."""

    type: Literal["nothing"] = "nothing"
    points: Points


BankingCombination = TypeAliasType(
    "BankingCombination",
    Annotated[
        BankingSingle
        | BankingEqual
        | BankingEqualFlat
        | BankingStraight
        | BankingGroups
        | BankingExact
        | BankingNothing,
        Field(discriminator="type"),
    ],
)


ONES_AND_FIVES: tuple[BankingCombination, ...] = (BankingSingle(face=1, points=100), BankingSingle(face=5, points=50))
TRIPLETS = BankingEqual(count=3, times_face=100, ones=1000)
"""What three equal dice are worth in every named game."""


def expand(word: BankingCombination, dice: int) -> tuple[Combination, ...]:
    """Everything that the word stands for in a game of so many dice; () if it has too few.

    Also () for a straight that ends before it begins, and for a throw in which nothing scores: which those are, the
    other words say.
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
        case BankingNothing():
            combinations = ()
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
        case BankingNothing():
            return 1


def nothing_scores(words: Iterable[BankingCombination]) -> int:
    """What a throw of all dice is worth in which nothing scores; 0 for a bust."""
    return max((word.points for word in words if isinstance(word, BankingNothing)), default=0)


def meanings(word: BankingCombination, dice: int) -> frozenset[tuple[str, Faces]]:
    """What no two words of a game of so many dice may both say the points of.

    Equal dice go by their number, groups by their sizes, a throw of nothing by that, anything else by its faces.
    """
    match word:
        case BankingEqual() | BankingEqualFlat():
            most = word.count if word.further == "none" else dice
            return frozenset(("equal", (count,)) for count in range(word.count, most + 1))
        case BankingGroups():
            return frozenset({("groups", tuple(sorted(word.sizes)))})
        case BankingNothing():
            return frozenset({("nothing", ())})
        case _:
            return frozenset(("dice", combination.dice) for combination in expand(word, dice))


def grown(points: int, further: Further, more: int) -> int:
    """What so many further equal dice make of the points of a combination."""
    added, factor = 0, 1
    match further:
        case "step":
            added = points
        case "doubling":
            factor = 2
        case BankingFurtherAdd():
            added = further.add
        case BankingFurtherTimes():
            factor = further.times
    for _ in range(more):
        points = points * factor + added
    return points


def _equal(count: int, worth: Sequence[int], further: Further, dice: int) -> list[Combination]:
    """`count` equal dice, with the points for each face from 1 to 6, and what further ones make of them."""
    return [
        Combination(group, grown(points, further, more))
        for more in range(dice - count + 1 if further != "none" else 1)
        for group, points in zip(equal(count + more), worth, strict=True)
    ]
