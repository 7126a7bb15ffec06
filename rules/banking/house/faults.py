"""Contradictions in the house rules of a banking game, and what its turns can come to at all."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from rules.banking.combinations import BankingNothing, BankingStraight, expand, least_dice, meanings
from rules.banking.house.dead_ends import exactly, refused_endings
from rules.banking.options import BankingOptions, ruleset
from rules.banking.ruleset import Ruleset, Scoring
from rules.banking.splits import with_nothing, worth_of
from rules.banking.tables import choices, tables
from rules.contract import Detail, Faces, OptionFault


class Reach(NamedTuple):
    """What is possible within a turn, however unlikely.

    scores: whether a throw of all dice can score. busts: whether a throw of the turn can be a bust. leaves: whether
    dice can be left in the cup. stops: whether a turn can come to where the dice allow a bank. most: the most points
    it can have there; None where hot dice may follow hot dice without end.
    """

    scores: bool
    busts: bool
    leaves: bool
    stops: bool
    most: int | None


def reach(ruleset: Ruleset) -> Reach:
    """What the turns of this ruleset can come to."""
    throws = _throws(ruleset.scoring)
    most = {ruleset.dice: 0}  # by the dice in the cup, the most points so far
    busts = endless = False
    for cup in range(ruleset.dice, 0, -1):
        if cup in most:
            busts = busts or throws[cup].busts
            endless = endless or throws[cup].hot
            for rest, points in throws[cup].left.items():
                most[rest] = max(most.get(rest, 0), most[cup] + points)
    left = [cup for cup in most if cup < ruleset.dice]
    stops = [cup for cup in (*left, *([ruleset.dice] if endless else [])) if ruleset.stops(cup)]
    return Reach(
        scores=bool(left) or endless,
        busts=busts,
        leaves=bool(left),
        stops=bool(stops),
        most=None if endless else max((most[cup] for cup in stops), default=0),
    )


class _Throws(NamedTuple):
    """All throws of so many dice: whether one is a bust, whether one may be set aside whole, and by the number of
    dice left in the cup the most points of a selection that leaves them.
    """

    busts: bool
    hot: bool
    left: Mapping[int, int]


@lru_cache(maxsize=64)
def _throws(scoring: Scoring) -> Mapping[int, _Throws]:
    """By the number of dice, all throws of them."""
    by_cup: dict[int, _Throws] = {}
    for cup, group in groupby(tables(scoring).throws.once(), key=lambda throw: len(throw[0])):
        throws = [throw for _, throw in group]
        ways = [placed for throw in throws for placed in throw.placed.values()]
        left: dict[int, int] = {}
        for placed in ways:
            if not placed.events:
                left[placed.cup] = max(left.get(placed.cup, 0), placed.points)
        by_cup[cup] = _Throws(not all(throw.legal for throw in throws), any(placed.events for placed in ways), left)
    return by_cup


@lru_cache(maxsize=64)
def faults(options: BankingOptions) -> tuple[OptionFault, ...]:
    """Every contradiction; of what turns can come to only where each combination is sound, as it rests on them."""
    return (*(tuple(_combinations(options)) or _reckoned(options)), *_plain(options))


def _reckoned(options: BankingOptions) -> tuple[OptionFault, ...]:
    """Those that take what every throw is worth."""
    made = ruleset(options)
    return tuple(_never_counting(options, made.scoring)) or tuple(_turns(options, made, reach(made)))


def _plain(options: BankingOptions) -> Iterator[OptionFault]:
    """Options that do not go together, whatever throws are worth."""
    if options.riding_minimum is not None and options.piggyback == "never":
        yield OptionFault("/riding_minimum", "riding_without_piggyback", "2.9")
    if options.strict_from is not None and options.strict_from >= options.target:
        details: dict[str, Detail] = {"strict_from": options.strict_from, "target": options.target}
        yield OptionFault("/strict_from", "strict_from_above_target", "4.5", details)
    if options.overshoot != "counts":
        if options.strict_from is not None:
            yield OptionFault("/strict_from", "strict_from_with_exact_target", "5.5")
        if options.opening > options.target:
            details = {"opening": options.opening, "target": options.target}
            yield OptionFault("/opening", "opening_above_target", "5.5", details)
    for name in ("busts_in_a_row", "penalty_floor"):
        if not options.bust_penalty and getattr(options, name) != BankingOptions.model_fields[name].default:
            yield OptionFault(f"/{name}", "without_penalty", "2.8")
    if options.last_die_throws > 1 and options.dice == 1:
        yield OptionFault("/last_die_throws", "no_last_die", "2.10")


def _combinations(options: BankingOptions) -> Iterator[OptionFault]:
    """Words that mean nothing in this game, or that say again what another has said."""
    said: dict[tuple[str, Faces], int] = {}
    for place, word in enumerate(options.combinations):
        at = f"/combinations/{place}"
        if isinstance(word, BankingStraight) and word.first >= word.last:
            yield OptionFault(at, "straight_backwards", "3.4", {"first": word.first, "last": word.last})
            continue
        if (needed := least_dice(word)) > options.dice:
            yield OptionFault(at, "combination_too_large", "3.1", {"needed": needed, "dice": options.dice})
            continue
        meant = meanings(word, options.dice)
        if before := [said[each] for each in meant if each in said]:
            yield OptionFault(at, "combination_twice", "3.7", {"other": f"/combinations/{min(before)}"})
        said |= dict.fromkeys(meant - said.keys(), place)


def _never_counting(options: BankingOptions, scoring: Scoring) -> Iterator[OptionFault]:
    """Combinations whose dice are always worth more when they are split otherwise, and a throw that there is not."""
    worth = tables(scoring).worth
    for place, word in enumerate(options.combinations):
        at, made = f"/combinations/{place}", expand(word, options.dice)
        if isinstance(word, BankingNothing):
            if not _may_be_nothing(scoring):
                yield OptionFault(at, "nothing_never_thrown", "3.10")
        elif all(worth[each.dice] > each.points for each in made):
            best = max(made, key=lambda each: each.points)
            details: dict[str, Detail] = {
                "dice": list(best.dice),
                "points": best.points,
                "best": worth[best.dice],
            }
            yield OptionFault(at, "combination_never_counts", "3.8", details)


def _may_be_nothing(scoring: Scoring) -> bool:
    """Whether there are throws of all dice in which nothing scores and which keep a turn alive."""
    thrown = with_nothing(worth_of(scoring._replace(nothing=0)), scoring.dice, scoring.nothing)
    return any(choices(throw, thrown, scoring.selection, scoring.qualifying) for throw in thrown)


def _turns(options: BankingOptions, made: Ruleset, reached: Reach) -> Iterator[OptionFault]:
    """What no turn can come to, though the options speak of it."""
    if not reached.scores:
        yield OptionFault(
            "/qualifying" if made.qualifying == "one_or_five" else "/combinations", "no_throw_scores", "2.2"
        )
        return
    if not reached.stops:
        where = "/most_left" if reached.leaves else "/hot_dice"
        yield OptionFault(where, "no_turn_can_bank", "4.4" if reached.leaves else "4.3")
        return
    most = reached.most
    if most is not None:
        if options.opening > most:
            yield OptionFault("/opening", "opening_unreachable", "4.2", {"opening": options.opening, "most": most})
        if options.minimum > most:
            yield OptionFault("/minimum", "minimum_unreachable", "4.2", {"minimum": options.minimum, "most": most})
        riding = options.riding_minimum if options.piggyback != "never" else None
        if riding is not None and riding > most:
            details: dict[str, Detail] = {"minimum": riding, "most": most}
            yield OptionFault("/riding_minimum", "minimum_unreachable", "2.9", details)
        begins, target = options.strict_from, options.target
        if begins is not None and begins < target and begins + most <= target:
            details = {"strict_from": begins, "target": target, "most": most}
            yield OptionFault("/strict_from", "finish_unreachable", "4.5", details)
    yield from exactly(made)
    if options.bust_penalty and not reached.busts:
        yield OptionFault("/bust_penalty", "no_throw_busts", "2.8")
    yield from refused_endings(made)
