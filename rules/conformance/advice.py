"""Laws about advice, for games with an adviser: its values follow from the rules, and asking changes nothing."""

import math
from collections.abc import Iterator
from copy import deepcopy
from itertools import product
from typing import Any, NamedTuple, get_args

from hypothesis import strategies as st

from rules.advice.advise import SIGNS
from rules.adviser import AnyAdviser, Method, Objective, Solution, Unsolved
from rules.conformance.law import Play, hold, play
from rules.conformance.options import options_of
from rules.conformance.values import model_values
from rules.contract import AnyGame, AnyRules
from rules.dice import FACES
from rules.faults import Impossible
from rules.odds import throws

SOME = 12
"""How far these laws play: every value may be a mean over hundreds of throws."""
CLOSE = 1e-6
MOST_THROWN = 3
"""The most dice whose every throw is looked at, in a game where their order may matter."""


class _Asked(NamedTuple):
    """An adviser about a state in which a seat is to move, for one objective."""

    adviser: AnyAdviser
    rules: AnyRules
    state: Any
    seat: int
    objective: Objective

    @property
    def told(self) -> str:
        return f"for {self.objective} of seat {self.seat} in {self.state!r}"


def _asked(game: AnyGame, data: st.DataObject) -> Iterator[_Asked]:
    """Questions along a random game, as far as they take no table; the adviser has to name those that they take."""
    if game.adviser is None:
        return
    played, adviser = _play(game, data)
    for turn in played.turns:
        objectives = adviser.objectives(turn.before, turn.seat)
        hold(objectives, f"objectives() names nothing to play for in {turn.before!r}")
        for objective in objectives:
            hold(objective in get_args(Objective), f"{objective!r} is no objective; there are {get_args(Objective)}")
            asked = _Asked(adviser, played.rules, turn.before, turn.seat, objective)
            try:
                adviser.values(turn.before, turn.seat, objective)
            except Unsolved as unsolved:
                hold(unsolved.solutions, f"values raises Unsolved without solutions {asked.told}")
                wanted = adviser.solutions(turn.before, objective)
                hold(wanted, f"values raises Unsolved, and solutions() names nothing {asked.told}")
                for solution in wanted:
                    hold(isinstance(solution, Solution), f"{solution!r} is no rules.adviser.Solution")
                continue
            yield asked


def _play(game: AnyGame, data: st.DataObject) -> tuple[Play, AnyAdviser]:
    assert game.adviser is not None  # noqa: S101 - was looked at
    options = data.draw(options_of(game), "options")
    return play(game, data, SOME, options), game.adviser(options)


def advice_is_on_every_legal_move(game: AnyGame, data: st.DataObject) -> None:
    """`Adviser.values` gives a number for each legal move, and `value` is the best of them where it is exact."""
    for asked in _asked(game, data):
        adviser, state, seat, objective = asked.adviser, asked.state, asked.seat, asked.objective
        method = adviser.method(state, seat, objective)
        hold(method in get_args(Method), f"{method!r} is no method; there are {get_args(Method)}")
        spread = adviser.spread(objective)
        hold(spread > 0, f"spread({objective!r}) is {spread!r}: it is a standard deviation, more than 0")
        legal, values = asked.rules.legal_moves(state, seat), adviser.values(state, seat, objective)
        hold(
            len(values) == len(legal), f"values gives {len(values)} numbers for {len(legal)} legal moves {asked.told}"
        )
        hold(all(map(math.isfinite, values)), f"values gives {values!r}, not all of them numbers, {asked.told}")
        best = max(values) if SIGNS[objective] > 0 else min(values)
        value = adviser.value(state, seat, objective)
        hold(math.isfinite(value), f"value gives {value!r} {asked.told}")
        if method == "exact":
            hold(
                abs(value - best) < CLOSE, f"value gives {value!r}, and the best move is worth {best!r} {asked.told}"
            )


def advice_follows_from_the_rules(game: AnyGame, data: st.DataObject) -> None:
    """Where it is exact, a move is worth what the state after it is, and one that throws the mean over the throws."""
    for asked in _asked(game, data):
        adviser, rules, seat, objective = asked.adviser, asked.rules, asked.seat, asked.objective
        if adviser.method(asked.state, seat, objective) != "exact":
            continue
        if game.max_seats > 1 and len(rules.totals(asked.state)) == 1:
            continue  # the next turn is the seat's own again, with which an objective of one turn begins anew
        values = adviser.values(asked.state, seat, objective)
        for legal, value in zip(rules.legal_moves(asked.state, seat), values, strict=True):
            if legal.throws > MOST_THROWN and not game.alike:
                continue
            thrown = (
                throws(legal.throws) if game.alike else [(faces, 1) for faces in product(FACES, repeat=legal.throws)]
            )
            mean = 0.0
            try:
                for faces, ways in thrown:
                    step: Any = rules.apply(asked.state, seat, legal.move, faces)
                    mean += ways / 6**legal.throws * adviser.value(step.state, seat, objective)
            except Unsolved:
                continue
            hold(
                abs(value - mean) < CLOSE * max(1.0, abs(mean)),
                f"{legal.move!r} is said to be worth {value!r}, and what follows is {mean!r} {asked.told}",
            )


def advising_changes_nothing(game: AnyGame, data: st.DataObject) -> None:
    """An adviser leaves the state it is given as it is, and says the same when asked again."""
    for asked in _asked(game, data):
        kept = deepcopy(asked.state)
        first = asked.adviser.values(asked.state, asked.seat, asked.objective)
        asked.adviser.value(asked.state, asked.seat, asked.objective)
        hold(asked.state == kept, f"the adviser changes the state it is given: {asked.told}")
        again = asked.adviser.values(asked.state, asked.seat, asked.objective)
        hold(again == first, f"values gives {first!r} and then {again!r} {asked.told}")


def written_positions_are_states(game: AnyGame, data: st.DataObject) -> None:
    """A position that is written by hand is a state in which a seat is to move, or `Impossible` at its place."""
    if game.positions is None:
        return
    config = game.positions.form.model_config
    hold(
        config.get("frozen") and config.get("extra") == "forbid",
        f"{game.positions.form.__name__} needs model_config = ConfigDict(frozen=True, extra='forbid')",
    )
    rules = game.rules(data.draw(options_of(game), "options"))
    fields = data.draw(model_values(game.positions.form), "position")
    try:
        position = game.positions.form.model_validate(dict(fields), strict=False)
    except ValueError:
        return  # refused by the form itself
    try:
        state = game.positions.state(rules, position)
    except Impossible as error:
        hold(str(error), f"Impossible needs a sentence: {position!r}")
        return
    hold(rules.to_move(state), f"in the state of {position!r} nobody is to move: raise rules.faults.Impossible")
