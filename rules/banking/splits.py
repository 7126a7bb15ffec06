"""Splits: what selections of dice are worth by the combinations that they fall into."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, takewhile

from rules.banking.combinations import Combination
from rules.banking.ruleset import Scoring
from rules.contract import Faces
from rules.dice import FACES, parts


def worth_of(scoring: Scoring) -> dict[Faces, int]:
    """The points of every selection in which each die scores."""
    split = best_together if scoring.equal_dice == "together" else best_splits
    worth = split(scoring.combinations, scoring.dice)
    return worth | with_nothing(worth, scoring.dice, scoring.nothing) if scoring.nothing else worth


def with_nothing(worth: Mapping[Faces, int], dice: int, points: int) -> dict[Faces, int]:
    """The throws of all dice of which no selection scores, with the points of such a throw."""
    return {
        thrown: points
        for thrown in combinations_with_replacement(FACES, dice)
        if parts(thrown).isdisjoint(worth.keys())
    }


def best_splits(combos: Sequence[Combination], dice: int) -> dict[Faces, int]:
    """The points of the best split into combinations of every selection in which each die scores."""
    worth: dict[Faces, int] = {(): 0}
    for chosen in _selections(dice):
        splits = [
            combo.points + worth[rest]
            for combo in combos
            # Some combination takes the lowest die, so looking at those alone finds every split.
            if combo.dice[0] == chosen[0] and (rest := _without(chosen, combo.dice)) in worth
        ]
        if splits:
            worth[chosen] = max(splits)
    del worth[()]
    return worth


def best_together(combos: Sequence[Combination], dice: int) -> dict[Faces, int]:
    """The same where equal dice that make one combination are never split into several.

    So the dice of a face fall into a part that goes into combinations of several faces, and a part that is worth what
    `_unsplit` says.
    """
    alike = {face: _unsplit(_worth_by_number(combos, face), dice) for face in FACES}
    mixed = [combo for combo in combos if combo.dice[0] != combo.dice[-1]]
    worth: dict[Faces, int] = {(): 0}
    for chosen in _selections(dice):
        first = chosen[0]
        number = sum(1 for _ in takewhile(first.__eq__, chosen))
        splits = [
            combo.points + worth[rest]
            for combo in mixed
            if combo.dice[0] == first and (rest := _without(chosen, combo.dice)) in worth
        ]
        if number in alike[first] and chosen[number:] in worth:
            splits.append(alike[first][number] + worth[chosen[number:]])
        if splits:
            worth[chosen] = max(splits)
    del worth[()]
    return worth


def _worth_by_number(combos: Sequence[Combination], face: int) -> dict[int, int]:
    """By how many dice of the face they take, the points of the combinations of nothing else."""
    worth: dict[int, int] = {}
    for combo in combos:
        if combo.dice[0] == combo.dice[-1] == face:
            number = len(combo.dice)
            worth[number] = max(worth.get(number, 0), combo.points)
    return worth


def _unsplit(worth: Mapping[int, int], dice: int) -> dict[int, int]:
    """By their number, what equal dice are worth: as one combination, or in parts no several of which make one."""
    found: dict[int, int] = {}
    for number in range(1, dice + 1):
        fitting = [
            sum(worth[part] for part in parts)
            for parts in _partitions(number, sorted(worth))
            if not any(sum(some) in worth for size in range(2, len(parts) + 1) for some in combinations(parts, size))
        ]
        if fitting:
            found[number] = max(fitting)
    return found


def _partitions(number: int, sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to add up to the number by these sizes, each way in ascending order."""
    if not number:
        yield ()
    for at, size in enumerate(sizes):
        if size <= number:
            for rest in _partitions(number - size, sizes[at:]):
                yield size, *rest


def _selections(dice: int) -> Iterator[Faces]:
    """Every selection of one die up to all, those of few dice first."""
    for size in range(1, dice + 1):
        yield from combinations_with_replacement(FACES, size)


def _without(dice: Faces, part: Faces) -> Faces | None:
    """The dice that are left when `part` is taken away; None if it is not all there."""
    rest = list(dice)
    for face in part:
        if face not in rest:
            return None
        rest.remove(face)
    return tuple(rest)
