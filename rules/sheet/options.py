"""Options: the house rules of a sheet game, and the ruleset that follows; every sheet game is some of these."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from rules.contract import Face
from rules.sheet.bonuses import SheetBonusRule, bonus
from rules.sheet.boxes import EQUAL, GROUPS, STRAIGHTS, SheetBox, category, scandinavian
from rules.sheet.ruleset import PARAGRAPHS, Joker, Ruleset, YatzyBonusFor

OWN = "3.9"
"""The paragraph on boxes with an id of the table's own."""
BONUSES = "3.12"
"""That on further bonuses."""
HOUSE_PARAGRAPHS: Mapping[str, str] = {
    **PARAGRAPHS,
    "saved_throws": "2.8",
    "bonuses": BONUSES,
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
    """What the boxes are called whose names the table has chosen."""
    named = {f"category.{box.category}": box.name for box in options.boxes if box.name is not None}
    own = (box.category for box in options.boxes if box.name is None)
    plain = {f"category.{each}": each.replace("_", " ").capitalize() for each in own}
    return {**{key: said for key, said in plain.items() if key not in messages}, **named}


def ruleset(options: SheetOptions, paragraphs: Mapping[str, str] = HOUSE_PARAGRAPHS) -> Ruleset:
    """The rules that the options say; by reason of a refusal and by box, the paragraph of the game's rules page."""
    return Ruleset(
        categories=tuple(category(box, options.dice, options.colours) for box in options.boxes),
        paragraphs={**dict.fromkeys((box.category for box in options.boxes), OWN), **paragraphs},
        bonus=options.bonus,
        bonus_from=options.bonus_from,
        bonuses=tuple(bonus(rule, [box.category for box in options.boxes]) for rule in options.bonuses),
        dice=options.dice,
        throws=options.throws,
        save_throws=options.save_throws,
        choose_dice_count=options.choose_dice_count,
        joker=options.joker,
        yatzy_bonus=options.yatzy_bonus,
        yatzy_bonus_for=options.yatzy_bonus_for,
    )
