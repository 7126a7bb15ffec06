"""House rules page of `banking`: what a table's options come to, paragraph by paragraph.

The numbers are those of `texts/<language>/banking-house.md`, which the reasons of refusals cite.
"""

from collections.abc import Iterator
from typing import assert_never

from rules.banking.combinations import (
    BankingCombination,
    BankingEqual,
    BankingEqualFlat,
    BankingExact,
    BankingFurtherAdd,
    BankingFurtherTimes,
    BankingGroups,
    BankingNothing,
    BankingSingle,
    BankingStraight,
    Further,
)
from rules.banking.options import BankingOptions
from rules.house_page import Paragraph, Phrase, faces
from rules.seats import MAX_SEATS

_WORDS = {"3.2": "singles", "3.3": "equals", "3.4": "straights", "3.5": "groups", "3.6": "exacts"}
"""By paragraph, what the combinations are of which it tells."""
_NOTHING = "3.10"


def paragraphs(options: BankingOptions) -> Iterator[Paragraph]:
    """The rules of a table with these options, which are sound."""
    yield Paragraph("1.1", (Phrase("dice", {"dice": options.dice}), Phrase("seats", {"most": MAX_SEATS})))
    yield Paragraph("1.2", (Phrase("target", {"target": options.target}),))
    yield Paragraph("1.3", (Phrase("turns_go_round"),))
    yield from _turn(options)
    yield from _points(options)
    yield from _bank(options)
    yield from _end(options)
    yield Paragraph("6.1", (Phrase("leaving"),))


def _turn(options: BankingOptions) -> Iterator[Paragraph]:
    yield Paragraph("2.1", (Phrase("begin" if options.piggyback == "never" else "begin_or_ride"),))
    qualifying = [Phrase("qualifying")] if options.qualifying == "one_or_five" else []
    yield Paragraph("2.2", (Phrase("bust"), *qualifying))
    yield Paragraph("2.3", (Phrase("aside_first"),))
    yield Paragraph("2.4", (Phrase("each_scores"),))
    yield Paragraph("2.5", (Phrase("free_selection" if options.selection == "free" else "best_selection"),))
    yield Paragraph("2.6", (Phrase("at_risk"),))
    yield Paragraph("2.7", (Phrase("hot_dice"),))
    yield Paragraph("2.8", tuple(_penalty(options)))
    yield Paragraph("2.9", tuple(_riding(options)))
    if options.last_die_throws > 1:
        yield Paragraph("2.10", (Phrase("last_die", {"throws": options.last_die_throws}),))


def _penalty(options: BankingOptions) -> Iterator[Phrase]:
    if not options.bust_penalty:
        yield Phrase("no_penalty")
        return
    yield Phrase("penalty", {"busts": options.busts_in_a_row, "points": options.bust_penalty})
    yield Phrase("penalty_to_zero" if options.penalty_floor == "zero" else "penalty_below_zero")


def _riding(options: BankingOptions) -> Iterator[Phrase]:
    if options.piggyback == "never":
        yield Phrase("no_ride")
        return
    yield Phrase("ride")
    if options.piggyback == "opened":
        yield Phrase("ride_opened")
    if options.riding_minimum is not None:
        yield Phrase("ride_least", {"least": options.riding_minimum})


def _points(options: BankingOptions) -> Iterator[Paragraph]:
    yield Paragraph("3.1", (Phrase("combinations"),))
    for number, said in _WORDS.items():
        items = tuple(_combination(word) for word in options.combinations if _paragraph(word) == number)
        if items:
            yield Paragraph(number, (Phrase(said),), items)
    yield Paragraph("3.8", (Phrase("best_split"),))
    if options.equal_dice == "together":
        yield Paragraph("3.9", (Phrase("together"),))
    nothing = tuple(_combination(word) for word in options.combinations if _paragraph(word) == _NOTHING)
    if nothing:
        yield Paragraph(_NOTHING, nothing)


def _paragraph(word: BankingCombination) -> str:
    match word:
        case BankingSingle():
            return "3.2"
        case BankingEqual() | BankingEqualFlat():
            return "3.3"
        case BankingStraight():
            return "3.4"
        case BankingGroups():
            return "3.5"
        case BankingExact():
            return "3.6"
        case BankingNothing():
            return _NOTHING
        case _:
            assert_never(word)


def _combination(word: BankingCombination) -> Phrase:
    match word:
        case BankingSingle():
            return _scores(Phrase("single", {"face": word.face}), word.points)
        case BankingEqual():
            ones = {} if word.ones is None else {"ones": word.ones}
            fields = {"count": word.count, "times": word.times_face, **ones}
            return _with_further(Phrase("equal_ones" if ones else "equal", fields), word.further)
        case BankingEqualFlat():
            flat = Phrase("equal_flat", {"count": word.count, "points": word.points})
            return _with_further(flat, word.further)
        case BankingStraight():
            return _scores(faces(range(word.first, word.last + 1)), word.points)
        case BankingGroups():
            sizes = {"sizes": " + ".join(map(str, word.sizes))}
            return _scores(Phrase("distinct" if word.faces == "distinct" else "any_faces", sizes), word.points)
        case BankingExact():
            return _scores(faces(sorted(word.dice)), word.points)
        case BankingNothing():
            return Phrase("nothing", {"points": word.points})
        case _:
            assert_never(word)


def _scores(dice: str | Phrase, points: int) -> Phrase:
    return Phrase("scores", {"dice": dice, "points": points})


def _with_further(equal: Phrase, further: Further) -> Phrase:
    match further:
        case BankingFurtherAdd():
            said = Phrase("further_add", {"add": further.add})
        case BankingFurtherTimes():
            said = Phrase("further_times", {"times": further.times})
        case _:
            said = Phrase(f"further_{further}")
    return Phrase("and_further", {"equal": equal, "further": said})


def _bank(options: BankingOptions) -> Iterator[Paragraph]:
    yield Paragraph("4.1", (Phrase("bank"),))
    first = Phrase("opening", {"least": options.opening}) if options.opening else Phrase("no_opening")
    later = Phrase("minimum", {"least": options.minimum}) if options.minimum else Phrase("no_minimum")
    yield Paragraph("4.2", (first, later))
    yield Paragraph("4.3", (Phrase("hot_may_bank" if options.hot_dice == "may_bank" else "hot_must_roll"),))
    if not options.most_left:
        yield Paragraph("4.4", (Phrase("hot_only"),))
    elif options.most_left < options.dice - 1:
        yield Paragraph("4.4", (Phrase("most_left", {"left": options.most_left}),))
    if options.strict_from is not None:
        yield Paragraph("4.5", (Phrase("strict", {"total": options.strict_from}),))
    if options.refused_endings:
        yield Paragraph("4.6", (Phrase("endings", {"endings": options.refused_endings}),))


def _end(options: BankingOptions) -> Iterator[Paragraph]:
    yield Paragraph("5.1", (Phrase(options.last_round),))
    yield Paragraph("5.2", (Phrase("ties_share" if options.ties == "share" else "ties_first"),))
    yield Paragraph("5.3", (Phrase("over"),))
    if options.last_round == "one_more_throw":
        yield Paragraph("5.4", (Phrase("last_throw"),))
    if options.overshoot != "counts":
        yield Paragraph("5.5", (Phrase("exactly"), Phrase(options.overshoot)))
