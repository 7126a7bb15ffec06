"""Contradictions in the house rules of a sheet game."""

from collections.abc import Iterator

from rules.contract import Detail, OptionFault
from rules.sheet.boxes import GROUPS, STRAIGHTS, UPPER_BOXES, category
from rules.sheet.categories import SheetCategory
from rules.sheet.options import SheetOptions


def faults(options: SheetOptions) -> tuple[OptionFault, ...]:
    """Every contradiction."""
    saved = OptionFault("/save_throws", "nothing_to_save", "2.8")
    alone = (saved,) if options.save_throws and options.throws == 1 else ()
    return (*_boxes(options), *alone, *_bonus(options), *_yatzy(options))


def _boxes(options: SheetOptions) -> Iterator[OptionFault]:
    """Boxes that are there twice, that no throw fits, or of which something is said that they do not have."""
    seen: set[SheetCategory] = set()
    for place, box in enumerate(options.boxes):
        at = f"/boxes/{place}"
        if box.category in seen:
            yield OptionFault(at, "category_twice", "3.1", {"category": box.category})
        seen.add(box.category)
        if box.category in UPPER_BOXES and box.worth != "group":
            yield OptionFault(f"{at}/worth", "upper_box_worth", "3.2", {"category": box.category})
        if box.category not in GROUPS and box.faces != "distinct":
            yield OptionFault(f"{at}/faces", "faces_without_groups", "3.6", {"category": box.category})
        if box.category not in STRAIGHTS and box.in_a_row is not None:
            yield OptionFault(f"{at}/in_a_row", "in_a_row_without_straight", "3.7", {"category": box.category})
        needed = min(len(group) for group in category(box, options.dice).groups)
        if needed > options.dice:
            details: dict[str, Detail] = {"category": box.category, "needed": needed, "dice": options.dice}
            yield OptionFault(at, "box_needs_more_dice", "3.1", details)


def _bonus(options: SheetOptions) -> Iterator[OptionFault]:
    """A bonus that no sheet comes to."""
    faces = {
        box.category: UPPER_BOXES[box.category].face or 0 for box in options.boxes if box.category in UPPER_BOXES
    }
    most = sum(faces.values()) * options.dice
    if options.bonus and not faces:
        yield OptionFault("/bonus", "bonus_without_upper_boxes", "3.3")
    elif options.bonus and options.bonus_from > most:
        yield OptionFault("/bonus_from", "bonus_unreachable", "3.3", {"bonus_from": options.bonus_from, "most": most})


def _yatzy(options: SheetOptions) -> Iterator[OptionFault]:
    """Rules for further yatzys on a sheet that has no box for the first, or none that they can go into."""
    categories = {box.category for box in options.boxes}
    if "yatzy" not in categories:
        if options.joker != "none":
            yield OptionFault("/joker", "joker_without_yatzy", "4.2")
        if options.yatzy_bonus:
            yield OptionFault("/yatzy_bonus", "yatzy_bonus_without_yatzy", "4.1")
        return
    alone = len(categories) == 1
    if alone and options.joker != "none":
        yield OptionFault("/joker", "joker_without_further_box", "4.2")
    if options.yatzy_bonus and options.yatzy_bonus_for == "matching_box" and categories.isdisjoint(UPPER_BOXES):
        yield OptionFault("/yatzy_bonus_for", "matching_box_without_upper_boxes", "4.1")
    elif options.yatzy_bonus and alone:
        yield OptionFault("/yatzy_bonus", "yatzy_bonus_without_further_box", "4.1")
