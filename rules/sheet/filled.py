"""A sheet that a table has filled in, held against what dice can make."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.faults import Fault, SheetFindings
from rules.sheet.categories import Category, SheetCategory
from rules.sheet.further import most_further
from rules.sheet.ruleset import Ruleset
from rules.sheet.tables import Tables, tables
from rules.sheet.vocabulary import CATEGORIES

Claim = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]

Possible = tuple[frozenset[int], ...]
"""By box in sheet order, every number of points that some throw makes in it."""


class FilledSheet(BaseModel):
    """One seat's column as it was written down; what is left out is open, or was not reckoned up."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    boxes: dict[SheetCategory, Claim] = Field(
        description="The points of every box that is filled; a box left out is open.",
        examples=[{"ones": 3, "full_house": 24}],
    )
    upper_sum: Claim | None = Field(None, description="The sum of the upper boxes.")
    bonus: Claim | None = Field(None, description="The bonus for it.")
    yatzy_bonus: Claim | None = Field(None, description="The points for further yatzys; left out: none.")
    total: Claim | None = Field(None, description="The total.")


def paragraphs(ruleset: Ruleset) -> dict[str, str]:
    """By code of a fault, the paragraph of the game's rules page; what follows the end there is on leaving."""
    end, jokers = ruleset.paragraphs["finished"], ruleset.paragraphs.get("joker_matching_box")
    boxes = {name: ruleset.paragraphs[name] for name in CATEGORIES if name in ruleset.paragraphs}
    further = {} if jokers is None else {"wrong_points.yatzy_bonus": jokers}
    return {
        **{f"{code}.{name}": rule for code in ("wrong_points", "impossible_points") for name, rule in boxes.items()},
        **further,
        "after_end": end,
        "left_before": f"{_section(end) + 1}.1",
        "wrong_dice_count": "2.1",
        "wrong_points": "3.1",
        "not_on_sheet": "3.1",
        "impossible_points": "3.1",
        "wrong_upper_sum": "3.3",
        "wrong_bonus": "3.3",
        "wrong_yatzy_bonus": ruleset.paragraphs["yatzy_bonus"],
        "wrong_total": "1.2",
    }


def _section(paragraph: str) -> int:
    return int(paragraph.partition(".")[0])


@lru_cache(maxsize=64)
def possible(categories: tuple[Category, ...], dice: int, choose_dice_count: bool) -> Possible:
    """What every box can hold after some throw: worked out over all throws, once for a ruleset with these parts."""
    made = tables(categories, dice, choose_dice_count)
    return tuple(
        frozenset(throw.choices[place].points or 0 for throw in made.throws.values())
        for place in range(len(categories))
    )


def check(ruleset: Ruleset, made: Tables, filled: FilledSheet) -> SheetFindings:
    """Points that no dice can make, and sums, bonuses and a total that do not follow from the boxes as written."""
    rules = paragraphs(ruleset)
    faults = [*_boxes(ruleset, rules, filled)]
    sound = not faults
    written = [filled.boxes.get(category.id) for category in ruleset.categories]
    upper = [points for points, each in zip(written, ruleset.categories, strict=True) if each.face is not None]
    summed = sum(filter(None, upper))
    bonus = ruleset.bonus if summed >= ruleset.bonus_from else 0
    most = most_further(ruleset, made, written)
    further = filled.yatzy_bonus or 0
    each = ruleset.yatzy_bonus
    paid = [times * each for times in range(most + 1)]
    if further not in paid:
        faults.append(Fault(("yatzy_bonus",), "wrong_yatzy_bonus", rules["wrong_yatzy_bonus"], further, paid))
        sound = sound and not most
        further = further if most else 0
    total = sum(filter(None, written)) + bonus + further
    claims: list[tuple[Literal["upper_sum", "bonus", "total"], int | None, int]] = [
        ("upper_sum", filled.upper_sum, summed),
        ("bonus", filled.bonus, bonus),
        ("total", filled.total, total),
    ]
    for name, claimed, right in claims:
        if claimed is not None and claimed != right:
            details = {"upper_sum": summed} if name == "bonus" else {}
            faults.append(Fault((name,), f"wrong_{name}", rules[f"wrong_{name}"], claimed, right, None, details))
    return SheetFindings(tuple(faults), total if sound else None, filled.total, None not in written)


def _boxes(ruleset: Ruleset, rules: Mapping[str, str], filled: FilledSheet) -> Iterator[Fault]:
    can = dict(zip((category.id for category in ruleset.categories), _possible(ruleset), strict=True))
    for category, points in filled.boxes.items():
        place = ("boxes", category)
        if category not in can:
            yield Fault(place, "not_on_sheet", rules["not_on_sheet"], points, None, None, {"category": category})
        elif points not in can[category]:
            rule = rules[f"impossible_points.{category}"]
            yield Fault(place, "impossible_points", rule, points, sorted(can[category]))


def _possible(ruleset: Ruleset) -> Possible:
    return possible(ruleset.categories, ruleset.dice, ruleset.choose_dice_count)
