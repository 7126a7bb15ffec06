"""Options: the house rules of a sheet game, and the ruleset that follows; every sheet game is some of these."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from rules.contract import Face
from rules.sheet.bonuses import SheetBonusRule, SheetStep, SheetStepBonus, bonuses_of
from rules.sheet.boxes import EQUAL, GROUPS, STRAIGHTS, SheetBox, SheetColumnRule, category, scandinavian
from rules.sheet.categories import Category
from rules.sheet.ruleset import PARAGRAPHS, Joker, Ruleset, YatzyBonusFor

OWN = "3.9"
"""The paragraph on boxes with an id of the table's own."""
AFTER = "3.14"
"""That on boxes that come after others, or win."""
COLUMNS = "3.13"
"""That on several columns."""
BONUSES = "3.12"
"""That on further bonuses."""
HOUSE_PARAGRAPHS: Mapping[str, str] = {
    **PARAGRAPHS,
    "saved_throws": "2.8",
    "bonuses": BONUSES,
    "after": AFTER,
    "box_out_of_order": COLUMNS,
    "count_needed": "2.7",
    "count_chosen": "2.7",
    "joker_matching_box": "4.3",
    "joker_lower_box": "4.3",
    "finished": "5.2",
    "yatzy_bonus": "4.1",
    "yatzy": "3.5",
    **dict.fromkeys(EQUAL, "3.5"),
    **dict.fromkeys(GROUPS, "3.6"),
    **dict.fromkeys(STRAIGHTS, "3.7"),
    "chance": "3.8",
}
MOST_THROWS = 10
MOST_BOXES = 40
MOST_BONUSES = 20
MOST_COLUMNS = 8
MOST_PLACES = 120
"""The most boxes of all columns: 252 throws of five dice have their points in each, 462 of six."""


class SheetOptions(BaseModel):
    """The house rules of a sheet game; left as they are they are those of Scandinavian Yatzy."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    boxes: Annotated[
        tuple[SheetBox, ...],
        Field(
            strict=False,
            min_length=1,
            max_length=MOST_BOXES,
            description="The boxes in sheet order, each category once.",
        ),
    ] = scandinavian()
    columns: Annotated[
        tuple[SheetColumnRule, ...],
        Field(
            strict=False,
            max_length=MOST_COLUMNS,
            description="Columns of these boxes that each seat fills; none: one, in any order.",
        ),
    ] = ()
    dice: Annotated[int, Field(ge=1, le=6, description="How many dice there are; sheets are made for 5 or 6.")] = 5
    throws: Annotated[int, Field(ge=1, le=MOST_THROWS, description="How many throws a turn has at most.")] = 3
    save_throws: Annotated[
        bool,
        Field(
            description="Whether the throws that a turn does not use are saved: the seat may have them in any later "
            "turn, beyond those of that turn."
        ),
    ] = False
    colours: Annotated[
        tuple[Annotated[tuple[Face, ...], Field(strict=False, min_length=1, max_length=6)], ...],
        Field(
            strict=False,
            max_length=6,
            description="The faces of each colour, every face once, for boxes whose dice must show one colour.",
        ),
    ] = ()
    bonus: Annotated[int, Field(ge=0, le=1000, description="The bonus for the upper boxes; 0: none.")] = 50
    bonus_from: Annotated[
        int, Field(ge=1, le=126, description="The sum of the upper boxes that brings the bonus.")
    ] = 63
    bonuses: Annotated[
        tuple[SheetBonusRule, ...],
        Field(strict=False, max_length=MOST_BONUSES, description="Further bonuses that follow from what boxes hold."),
    ] = ()
    choose_dice_count: Annotated[
        bool,
        Field(
            description="Whether the first roll of a turn says with how many dice the turn is played; "
            "a box that needs more dice then takes 0."
        ),
    ] = False
    joker: Annotated[
        Joker,
        Field(
            description="How a yatzy is placed once the yatzy box is filled. `forced`: in the matching upper box, if "
            "that is filled in any lower box, where boxes of a fixed worth count in full, if those are filled in an "
            "upper box for 0; `free`: in any open box, those of a fixed worth counting in full where the matching "
            "upper box is filled; `none`: in any open box, for what the dice make in it."
        ),
    ] = "none"
    yatzy_bonus: Annotated[int, Field(ge=0, le=1000, description="The points for a further yatzy; 0: none.")] = 0
    yatzy_bonus_for: Annotated[
        YatzyBonusFor,
        Field(
            description="Which further yatzys bring `yatzy_bonus`: `scored`: every one once the yatzy box holds "
            "points; `matching_box`: one that is written into the upper box of its face once the yatzy box is "
            "filled, if only for 0."
        ),
    ] = "scored"


def words(options: SheetOptions, messages: Mapping[str, str]) -> Mapping[str, str]:
    """What the boxes are called: as the table has named them, else as their category, and by their column."""
    named: dict[str, str] = {}
    for box in options.boxes:
        usual = messages.get(f"category.{box.category}") or box.category.replace("_", " ").capitalize()
        named[f"category.{box.category}"] = box.name or usual
    several = len(options.columns) > 1
    numbers = range(1, len(options.columns) + 1) if several else ()
    columns = {f"{key}.{number}": f"{name} ({number})" for key, name in named.items() for number in numbers}
    return {key: name for key, name in (named | columns).items() if messages.get(key) != name}


def columns_of(options: SheetOptions) -> tuple[SheetColumnRule, ...]:
    """The columns of the sheet; there is one at least."""
    return options.columns or (SheetColumnRule(),)


def categories_of(options: SheetOptions) -> Iterator[Category]:
    """The boxes of the sheet, column by column; in several each has the number of its column in its id."""
    columns = columns_of(options)
    boxes = [category(box, options.dice, options.colours) for box in options.boxes]
    places = {box.id: place for place, box in enumerate(boxes)}
    firsts = [box.after for box in options.boxes]
    for at, column in enumerate(columns):
        for box, first in zip(boxes, firsts, strict=True):
            name = f"{box.id}.{at + 1}" if len(columns) > 1 else box.id
            after = None if first is None else (at * len(boxes) + places[first.category], first.scored)
            yield replace(box, id=name, column=at, order=column.order, factor=column.factor, after=after)


def ruleset(options: SheetOptions, paragraphs: Mapping[str, str] = HOUSE_PARAGRAPHS) -> Ruleset:
    """The rules that the options say; by reason of a refusal and by box, the paragraph of the game's rules page.

    On a sheet of several columns the bonus for the upper boxes is the first of its bonuses, for each of them.
    """
    columns, sheet = columns_of(options), [box.category for box in options.boxes]
    for_columns: tuple[SheetBonusRule, ...] = ()
    if len(columns) > 1 and options.bonus:
        step = SheetStep(least=options.bonus_from, points=options.bonus)
        for_columns = (SheetStepBonus(boxes="upper", steps=(step,)),)
    return Ruleset(
        categories=tuple(categories_of(options)),
        paragraphs={**dict.fromkeys((box.category for box in options.boxes), OWN), **paragraphs},
        bonus=0 if len(columns) > 1 else options.bonus * columns[0].factor,
        bonus_from=options.bonus_from * columns[0].factor,
        bonuses=tuple(bonuses_of((*for_columns, *options.bonuses), sheet, [each.factor for each in columns])),
        dice=options.dice,
        throws=options.throws,
        save_throws=options.save_throws,
        choose_dice_count=options.choose_dice_count,
        joker=options.joker,
        yatzy_bonus=options.yatzy_bonus,
        yatzy_bonus_for=options.yatzy_bonus_for,
    )
