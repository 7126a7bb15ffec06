"""What is contradictory in the house rules of a banking game."""

from collections.abc import Iterator
from functools import lru_cache

from rules.banking.agreement import BankingOptions, ruleset
from rules.banking.reach import Reach, reach
from rules.banking.ruleset import Ruleset
from rules.banking.tables import Tables, tables
from rules.banking.vocabulary import BankingStraight, least_dice, meanings, written_out
from rules.contract import Detail, Faces, OptionFault


@lru_cache(maxsize=64)
def faults(options: BankingOptions) -> tuple[OptionFault, ...]:
    """Every contradiction; those between the parts of a turn are looked for only where each combination is sound."""
    found = tuple(_combinations(options))
    if found:
        return found
    made = ruleset(options)
    worked_out = tables(made.combinations, made.dice, made.selection, made.qualifying)
    found = tuple(_never_counting(options, worked_out))
    return found or tuple(_turns(options, made, reach(made)))


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


def _never_counting(options: BankingOptions, worked_out: Tables) -> Iterator[OptionFault]:
    """Combinations whose dice are always worth more when they are split otherwise."""
    for place, word in enumerate(options.combinations):
        made = written_out(word, options.dice)
        if all(worked_out.worth[each.dice] > each.points for each in made):
            best = max(made, key=lambda each: each.points)
            details: dict[str, Detail] = {
                "dice": list(best.dice),
                "points": best.points,
                "best": worked_out.worth[best.dice],
            }
            yield OptionFault(f"/combinations/{place}", "combination_never_counts", "3.8", details)


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
    yield from _finish(options, most)
    if options.bust_penalty and not reached.busts:
        yield OptionFault("/bust_penalty", "no_throw_busts", "2.8")


def _finish(options: BankingOptions, most: int | None) -> Iterator[OptionFault]:
    """A strict finish that nobody comes to, or nobody comes out of."""
    begins, target = options.strict_from, options.target
    if begins is None:
        return
    if begins >= target:
        yield OptionFault(
            "/strict_from", "strict_from_above_target", "4.5", {"strict_from": begins, "target": target}
        )
    elif most is not None and begins + most <= target:
        details = {"strict_from": begins, "target": target, "most": most}
        yield OptionFault("/strict_from", "finish_unreachable", "4.5", details)
