"""Contradictions in the house rules of a sheet game."""

from collections.abc import Iterable, Iterator
from itertools import chain

from rules.contract import Detail, OptionFault
from rules.dice import FACES
from rules.sheet.bonuses import SheetClearedBonus, SheetDifferenceBonus, SheetStepBonus, places_of
from rules.sheet.boxes import GROUPS, STRAIGHTS, UPPER_BOXES, SheetBox, category
from rules.sheet.categories import CATEGORIES, Category, SheetCategory
from rules.sheet.check_sheet import possible
from rules.sheet.options import AFTER, BONUSES, COLUMNS, MOST_PLACES, OWN, SheetOptions, columns_of


def faults(options: SheetOptions) -> tuple[OptionFault, ...]:
    """Every contradiction."""
    found = tuple(_each(options))
    return found or tuple(_unreached(options))


def _each(options: SheetOptions) -> Iterator[OptionFault]:
    """Those that are seen without looking at throws."""
    saved = OptionFault("/save_throws", "nothing_to_save", "2.8")
    alone = (saved,) if options.save_throws and options.throws == 1 else ()
    yield from (*_colours(options), *_boxes(options), *alone, *_bonus(options), *_bonuses(options), *_yatzy(options))


def _boxes(options: SheetOptions) -> Iterator[OptionFault]:
    """Boxes that are too many, there twice or never fitted, or of which something is said that they do not have."""
    if (boxes := len(options.boxes) * len(columns_of(options))) > MOST_PLACES:
        details: dict[str, Detail] = {"boxes": boxes, "most": MOST_PLACES}
        yield OptionFault("/columns", "sheet_too_large", COLUMNS, details)
    sheet = {box.category for box in options.boxes}
    seen: set[SheetCategory] = set()
    names: set[str] = set()
    for place, box in enumerate(options.boxes):
        at = f"/boxes/{place}"
        if box.category in seen:
            yield OptionFault(at, "category_twice", "3.1", {"category": box.category})
        seen.add(box.category)
        if box.name in names:
            yield OptionFault(f"{at}/name", "name_twice", OWN, {"name": box.name})
        if box.name is not None:
            names.add(box.name)
        if box.category in UPPER_BOXES and box.worth != "group":
            yield OptionFault(f"{at}/worth", "upper_box_worth", "3.2", {"category": box.category})
        if box.category not in GROUPS and box.faces != "distinct":
            yield OptionFault(f"{at}/faces", "faces_without_groups", "3.6", {"category": box.category})
        if box.category not in STRAIGHTS and box.in_a_row is not None:
            yield OptionFault(f"{at}/in_a_row", "in_a_row_without_straight", "3.7", {"category": box.category})
        yield from _fits(options, box, at)
        first = None if box.after is None else box.after.category
        if first is not None and (first == box.category or first not in sheet):
            yield OptionFault(f"{at}/after/category", "box_after_none", AFTER, {"category": first})
        elif _waits_for_itself(options, box.category):
            yield OptionFault(f"{at}/after", "box_never_opens", AFTER, {"category": box.category})
        if isinstance(box.worth, tuple) and len(box.worth) > options.throws and not options.save_throws:
            details = {
                "category": box.category,
                "listed": len(box.worth),
                "throws": options.throws,
            }
            yield OptionFault(f"{at}/worth", "worth_of_no_throw", "3.11", details)


def _waits_for_itself(options: SheetOptions, name: SheetCategory) -> bool:
    """Whether the box comes after others of which one comes after it."""
    after = {box.category: box.after.category for box in options.boxes if box.after is not None}
    at = after.get(name)
    for _ in options.boxes:
        if at is None or at == name:
            break
        at = after.get(at)
    return at == name


def _fits(options: SheetOptions, box: SheetBox, at: str) -> Iterator[OptionFault]:
    """What is said of the dice that fit a box, where it does not go together or no throw does."""
    name = box.category
    said = [
        field
        for field, is_said in (
            ("fits", box.fits is not None),
            ("lowest", box.lowest is not None),
            ("highest", box.highest is not None),
            ("one_colour", box.one_colour),
        )
        if is_said
    ]
    if said and (name in UPPER_BOXES or name == "yatzy"):
        yield OptionFault(f"{at}/{said[0]}", "dice_of_box_fixed", OWN, {"category": name})
        return
    if box.fits is None and name not in CATEGORIES:
        yield OptionFault(f"{at}/fits", "own_box_without_fits", OWN, {"category": name})
        return
    if box.fits is not None and (box.in_a_row is not None or box.faces != "distinct"):
        field = "in_a_row" if box.in_a_row is not None else "faces"
        yield OptionFault(f"{at}/{field}", "fits_said_twice", OWN, {"category": name})
    if box.one_colour and not options.colours:
        yield OptionFault(f"{at}/one_colour", "one_colour_without_colours", "3.10", {"category": name})
        return
    made = category(box, options.dice, options.colours)
    needed = min(map(len, made.groups))
    if needed > options.dice:
        details: dict[str, Detail] = {"category": name, "needed": needed, "dice": options.dice}
        yield OptionFault(at, "box_needs_more_dice", "3.1", details)
    elif not _is_fitted(made, options):
        yield OptionFault(at, "box_never_fits", "3.10", {"category": name})


def _is_fitted(made: Category, options: SheetOptions) -> bool:
    """Whether some throw fits the box, by its colour and by the sum of all dice."""
    colours = made.colours or (frozenset(FACES),)
    for count in range(1 if options.choose_dice_count else options.dice, options.dice + 1):
        for group in made.groups:
            free = count - len(group)
            # Beside a group that has its colour the other dice may show anything; else all dice show one colour.
            faces = [FACES] if group else colours
            for others in faces if any(colour.issuperset(group) for colour in colours) and free >= 0 else ():
                if _sums(others, free) & set(range(made.lowest - sum(group), made.highest - sum(group) + 1)):
                    return True
    return False


def _sums(faces: Iterable[int], dice: int) -> set[int]:
    """The sums of so many dice that show these faces."""
    sums = {0}
    for _ in range(dice):
        sums = {each + face for each in sums for face in faces}
    return sums


def _colours(options: SheetOptions) -> Iterator[OptionFault]:
    """Colours that some face has twice or not at all."""
    shown = sorted(chain(*options.colours))
    if options.colours and shown != list(FACES):
        yield OptionFault("/colours", "colours_no_partition", "3.10", {"faces": list(map(str, shown))})


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


def _bonuses(options: SheetOptions) -> Iterator[OptionFault]:
    """Bonuses for boxes that are not there, or for sums that no sheet comes to."""
    sheet = [box.category for box in options.boxes]
    for number, rule in enumerate(options.bonuses):
        at = f"/bonuses/{number}"
        if isinstance(rule, SheetDifferenceBonus):
            named = {"more": rule.more, "less": rule.less, "times_box": rule.times_box}
            for field, category_id in named.items():
                if category_id is not None and category_id not in sheet:
                    yield OptionFault(f"{at}/{field}", "bonus_box_not_on_sheet", BONUSES, {"category": category_id})
            if rule.more == rule.less:
                yield OptionFault(f"{at}/less", "bonus_of_one_box", BONUSES, {"category": rule.less})
            continue
        if isinstance(rule, SheetClearedBonus):
            continue
        missing = [each for each in rule.boxes if each not in sheet] if isinstance(rule.boxes, tuple) else []
        for category_id in missing:
            place = f"{at}/boxes/{rule.boxes.index(category_id)}"
            yield OptionFault(place, "bonus_box_not_on_sheet", BONUSES, {"category": category_id})
        if not missing and not places_of(rule.boxes, sheet):
            yield OptionFault(f"{at}/boxes", "bonus_without_boxes", BONUSES)
        if isinstance(rule, SheetStepBonus):
            lowest = [step.least for step in rule.steps]
            if lowest != sorted(set(lowest)):
                yield OptionFault(f"{at}/steps", "bonus_steps_unordered", BONUSES)


def _unreached(options: SheetOptions) -> Iterator[OptionFault]:
    """Steps of bonuses that no sheet comes to; the boxes are sound."""
    stepped = [(number, rule) for number, rule in enumerate(options.bonuses) if isinstance(rule, SheetStepBonus)]
    if not stepped:
        return
    sheet = [box.category for box in options.boxes]
    made = tuple(category(box, options.dice, options.colours) for box in options.boxes)
    most = [max(each) for each in possible(made, options.dice, options.choose_dice_count)]
    for number, rule in stepped:
        once = sum(most[place] for place in places_of(rule.boxes, sheet))
        reached = once * (sum(each.factor for each in columns_of(options)) if rule.over == "sheet" else 1)
        for place, step in enumerate(rule.steps):
            if step.least > reached:
                details: dict[str, Detail] = {"bonus_from": step.least, "most": reached}
                yield OptionFault(f"/bonuses/{number}/steps/{place}", "bonus_sum_unreachable", BONUSES, details)


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
