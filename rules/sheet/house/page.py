"""House rules page of `sheet`: what a table's options come to, paragraph by paragraph.

The numbers are those of `texts/<language>/sheet-house.md`, which the reasons of refusals cite.
"""

from collections.abc import Iterator
from typing import assert_never

from rules.house_page import Named, Paragraph, Phrase, Value, faces
from rules.seats import MAX_SEATS
from rules.sheet.bonuses import (
    SheetBonusBoxes,
    SheetBonusRule,
    SheetClearedBonus,
    SheetDifferenceBonus,
    SheetScoredBonus,
    SheetStepBonus,
)
from rules.sheet.boxes import (
    EQUAL,
    GROUPS,
    STRAIGHTS,
    UPPER_BOXES,
    OneWorth,
    SheetBox,
    SheetColumnRule,
    SheetFits,
    SheetFitsAny,
    SheetFitsEqual,
    SheetFitsFaces,
    SheetFitsGroups,
    SheetFitsRun,
)
from rules.sheet.options import AFTER, BONUSES, COLUMNS, HOUSE_PARAGRAPHS, OWN, SheetOptions, columns_of

_BOXES = {"3.5": "equal_boxes", "3.6": "group_boxes", "3.7": "straight_boxes", "3.8": "chance_box", OWN: "own_boxes"}
"""By paragraph, what the boxes are of which it tells."""
_ANY = SheetFitsAny()


def paragraphs(options: SheetOptions) -> Iterator[Paragraph]:
    """The rules of a table with these options, which are sound."""
    yield Paragraph("1.1", (Phrase("dice", {"dice": options.dice}), Phrase("seats", {"most": MAX_SEATS})))
    yield Paragraph("1.2", (Phrase("fill"),))
    yield Paragraph("1.3", (Phrase("turns_go_round"),))
    yield from _turn(options)
    yield from _sheet(options)
    yield from _bonuses(options)
    yield from _columns(options)
    yield from _order(options)
    yield from _yatzys(options)
    wins = any(box.wins != "never" for box in options.boxes)
    yield Paragraph("5.1", (Phrase("end"), *([Phrase("end_at_once")] if wins else [])))
    yield Paragraph("5.2", (Phrase("over"),))
    yield Paragraph("6.1", (Phrase("leaving"),))


def _turn(options: SheetOptions) -> Iterator[Paragraph]:
    all_dice = () if options.choose_dice_count else (Phrase("all_dice"),)
    yield Paragraph("2.1", (Phrase("throws", {"throws": options.throws}), *(all_dice if options.throws > 1 else ())))
    yield Paragraph("2.2", (Phrase("after_throw" if options.throws > 1 else "after_only_throw"),))
    if options.throws > 1:
        yield Paragraph("2.3", (Phrase("some_aside"),))
        yield Paragraph("2.4", (Phrase("then_roll"),))
    yield Paragraph("2.5", (Phrase("last_throw"),))
    yield Paragraph("2.6", (Phrase("throw_first"),))
    if options.choose_dice_count:
        yield Paragraph("2.7", (Phrase("choose_count"),))
    yield Paragraph("2.8", (Phrase("saved" if options.save_throws else "lost"),))


def _sheet(options: SheetOptions) -> Iterator[Paragraph]:
    names = tuple(_name(box.category) for box in options.boxes)
    yield Paragraph("3.1", (Phrase("boxes", {"boxes": len(names), "names": names}), Phrase("filled_once")))
    if upper := tuple(_name(box.category) for box in options.boxes if box.category in UPPER_BOXES):
        yield Paragraph("3.2", (Phrase("upper_boxes", {"names": upper}),))
    yield Paragraph("3.3", tuple(_upper_bonus(options)))
    for number, said in _BOXES.items():
        boxes = [box for box in options.boxes if HOUSE_PARAGRAPHS.get(box.category, OWN) == number]
        if boxes:
            yield Paragraph(number, (Phrase(said),), tuple(_box(box, options.dice) for box in boxes))
    if options.colours:
        colours = tuple(Phrase("colour", {"faces": faces(colour)}) for colour in options.colours)
        yield Paragraph("3.10", (Phrase("colours", {"colours": colours}),))


def _upper_bonus(options: SheetOptions) -> Iterator[Phrase]:
    if not options.bonus:
        yield Phrase("no_bonus")
        return
    several = len(options.columns) > 1
    factor = 1 if several else columns_of(options)[0].factor
    yield Phrase("bonus", {"least": options.bonus_from * factor, "points": options.bonus * factor})
    if several:
        yield Phrase("bonus_by_column")


def _box(box: SheetBox, dice: int) -> Phrase:
    """A box with what fits and what that is worth; the sum of "these dice" is that of all where any fit."""
    fits, every = _fits(_fitting(box, dice)), _fitting(box, dice) == _ANY
    if box.lowest is not None:
        fits = Phrase("fits_from", {"fits": fits, "lowest": box.lowest})
    if box.highest is not None:
        fits = Phrase("fits_to", {"fits": fits, "highest": box.highest})
    if box.one_colour:
        fits = Phrase("fits_colour", {"fits": fits})
    if isinstance(box.worth, tuple):
        worth = Phrase("worth_by_throw", {"worths": tuple(_worth(each, every=every) for each in box.worth)})
    else:
        worth = _worth(box.worth, every=every)
    return Phrase("box", {"name": _name(box.category), "fits": fits, "worth": worth})


def _fitting(box: SheetBox, dice: int) -> SheetFits:
    """What fits the box in the words of boxes of the table's own."""
    name = box.category
    if box.fits is not None:
        return box.fits
    if name in EQUAL or name == "yatzy":
        # Not checked: with one die a yatzy is one, which no table may write.
        return SheetFitsEqual.model_construct(count=EQUAL.get(name, dice))
    if name in GROUPS:
        return SheetFitsGroups(sizes=GROUPS[name], faces=box.faces)
    if name in STRAIGHTS:
        first, last = STRAIGHTS[name]
        if box.in_a_row is not None:
            return SheetFitsRun(length=box.in_a_row)
        return SheetFitsFaces(any_of=(tuple(range(first, last + 1)),))
    return _ANY


def _fits(fits: SheetFits) -> Phrase:
    match fits:
        case SheetFitsAny():
            return Phrase("fits_any")
        case SheetFitsEqual():
            return Phrase("fits_equal", {"count": fits.count})
        case SheetFitsGroups():
            sizes = " + ".join(map(str, fits.sizes))
            return Phrase("fits_groups" if fits.faces == "distinct" else "fits_groups_any", {"sizes": sizes})
        case SheetFitsRun():
            return Phrase("fits_run_wrapping" if fits.wraps else "fits_run", {"length": fits.length})
        case SheetFitsFaces():
            throws = tuple(faces(sorted(throw)) for throw in fits.any_of)
            return Phrase("fits_faces" if len(throws) == 1 else "fits_faces_of", {"throws": throws})
        case _:
            assert_never(fits)


def _worth(worth: OneWorth, *, every: bool) -> Phrase:
    if isinstance(worth, int):
        return Phrase("worth_points", {"points": worth})
    of = worth if isinstance(worth, str) else worth.of
    said = Phrase("worth_all" if every or of == "all" else "worth_group")
    if isinstance(worth, str):
        return said
    if worth.times > 1:
        said = Phrase("worth_times", {"times": worth.times, "worth": said})
    return Phrase("worth_plus", {"worth": said, "plus": worth.plus}) if worth.plus else said


def _bonuses(options: SheetOptions) -> Iterator[Paragraph]:
    if not options.bonuses:
        yield Paragraph(BONUSES, (Phrase("no_bonuses"),))
        return
    several = len(options.columns) > 1
    yield Paragraph(BONUSES, (Phrase("bonuses"),), tuple(_bonus(rule, several) for rule in options.bonuses))


def _bonus(rule: SheetBonusRule, several: bool) -> Phrase:
    match rule:
        case SheetStepBonus():
            steps = tuple(Phrase("bonus_step", {"least": one.least, "points": one.points}) for one in rule.steps)
            said = Phrase("bonus_steps", {"boxes": _boxes(rule.boxes), "steps": steps})
        case SheetScoredBonus():
            fields: dict[str, Value] = {"boxes": _boxes(rule.boxes), "points": rule.points}
            said = Phrase("bonus_each" if rule.each else "bonus_scored", fields)
        case SheetDifferenceBonus():
            named: dict[str, Value] = {"more": _name(rule.more), "less": _name(rule.less)}
            if rule.times_box is None:
                return Phrase("bonus_difference", named)
            return Phrase("bonus_difference_times", {**named, "times": _name(rule.times_box)})
        case SheetClearedBonus():
            return Phrase("bonus_cleared")
        case _:
            assert_never(rule)
    return Phrase("bonus_over_sheet", {"bonus": said}) if several and rule.over == "sheet" else said


def _boxes(boxes: SheetBonusBoxes) -> Value:
    if boxes in ("upper", "lower", "all"):
        return Phrase(str(boxes))
    return tuple(map(_name, boxes))


def _columns(options: SheetOptions) -> Iterator[Paragraph]:
    if not options.columns:
        return
    columns = tuple(_column(number, column) for number, column in enumerate(options.columns, 1))
    yield Paragraph(COLUMNS, (Phrase("columns", {"columns": len(columns)}),), columns)


def _column(number: int, column: SheetColumnRule) -> Phrase:
    said: dict[str, Value] = {"n": str(number), "order": Phrase(f"order_{column.order}")}
    if column.factor == 1:
        return Phrase("column", said)
    return Phrase("column_times", {**said, "factor": column.factor})


def _order(options: SheetOptions) -> Iterator[Paragraph]:
    """Boxes that come after others, and those that win."""
    said = []
    for box in options.boxes:
        if box.after is not None:
            named: dict[str, Value] = {"name": _name(box.category), "first": _name(box.after.category)}
            said.append(Phrase("after_scored" if box.after.scored else "after_filled", named))
        if box.wins != "never":
            said.append(Phrase(f"wins_{box.wins}", {"name": _name(box.category)}))
    if said:
        yield Paragraph(AFTER, (Phrase("boxes_after"),), tuple(said))


def _yatzys(options: SheetOptions) -> Iterator[Paragraph]:
    yatzy = _name("yatzy")
    if options.yatzy_bonus:
        kind = "yatzy_scored" if options.yatzy_bonus_for == "scored" else "yatzy_matching"
        yield Paragraph("4.1", (Phrase(kind, {"yatzy": yatzy, "points": options.yatzy_bonus}),))
    else:
        yield Paragraph("4.1", (Phrase("yatzy_nothing"),))
    if options.joker != "none":
        yield Paragraph("4.2", (Phrase("joker", {"yatzy": yatzy}),))
    yield Paragraph("4.3", (Phrase("joker_forced" if options.joker == "forced" else "joker_none"),))
    if options.joker == "free":
        yield Paragraph("4.4", (Phrase("joker_free"),))


def _name(category: str) -> Named:
    return Named(f"category.{category}")
