"""Advisers of games from outside at arm's length: whatever they raise, or give that none may give, is theirs."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, get_args

from app.games.external.guard import GuardedRules, Junk, asked
from rules.adviser import AnyAdviser, Method, Objective, Positions, Solution, Unsolved, Values
from rules.contract import AnyGame
from rules.faults import Impossible

MOST_NUMBERS = 1 << 34
"""The most numbers that a table may have."""


def with_guarded_advice(game: AnyGame, kept: AnyGame) -> AnyGame:
    """`kept`, which is `game` at arm's length, with its adviser and its positions at arm's length too."""
    advises, positions = game.adviser, game.positions

    def adviser(options: Any) -> AnyAdviser:
        rules = kept.rules(options)
        return GuardedAdviser(game.name, rules, asked(game.name, "adviser", advises or _none, options))

    def state(rules: GuardedRules, position: Any) -> Any:
        return asked(game.name, "positions", _state, positions, rules, position, passing=(Impossible,))

    return replace(
        kept,
        adviser=advises and adviser,
        positions=positions and Positions(positions.form, state),
    )


def _none(options: Any) -> AnyAdviser:
    raise Junk(f"no adviser for {options!r}")


def _state(positions: Positions[Any], rules: GuardedRules, position: Any) -> Any:
    return rules.can_be_played(positions.state(rules.inner, position))


class GuardedAdviser:
    """`rules.adviser.Adviser` of a game from outside, each answer of which is looked at."""

    def __init__(self, game: str, rules: Any, inner: AnyAdviser) -> None:
        self._game = game
        self._rules = rules
        self._inner = inner

    def objectives(self, state: Any, seat: int) -> tuple[Objective, ...]:
        """See the protocol."""

        def good(found: Any) -> bool:
            return isinstance(found, tuple) and bool(found) and set(found) <= set(get_args(Objective))

        answer: tuple[Objective, ...] = self._ask(good, "objectives", state, seat)
        return answer

    def method(self, state: Any, seat: int, objective: Objective) -> Method:
        """See the protocol."""
        answer: Method = self._ask(lambda found: found in get_args(Method), "method", state, seat, objective)
        return answer

    def value(self, state: Any, seat: int, objective: Objective) -> float:
        """See the protocol."""
        answer: float = self._ask(_is_number, "value", state, seat, objective)
        return answer

    def values(self, state: Any, seat: int, objective: Objective) -> tuple[float, ...]:
        """See the protocol."""
        count = len(self._rules.legal_moves(state, seat))

        def good(found: Any) -> bool:
            return isinstance(found, tuple) and len(found) == count and all(map(_is_number, found))

        answer: tuple[float, ...] = self._ask(good, "values", state, seat, objective)
        return answer

    def spread(self, objective: Objective) -> float:
        """See the protocol."""
        answer: float = self._ask(lambda found: _is_number(found) and found > 0, "spread", objective)
        return answer

    def solutions(self, state: Any = None, objective: Objective | None = None) -> tuple[Solution, ...]:
        """See the protocol."""

        def good(found: Any) -> bool:
            return isinstance(found, tuple) and all(map(_is_solution, found))

        answer: tuple[Solution, ...] = self._ask(good, "solutions", state, objective)
        return answer

    def with_table(self, solution: Solution, values: Values) -> "GuardedAdviser":
        """See the protocol."""
        inner = asked(self._game, "adviser", lambda: self._inner.with_table(solution, values))
        return GuardedAdviser(self._game, self._rules, inner)

    def _ask(self, good: Callable[[Any], bool], name: str, *arguments: Any) -> Any:
        looked_at = partial(_looked_at, good, self._inner, name)
        return asked(self._game, "adviser", looked_at, *arguments, passing=(Unsolved,))


def _looked_at(good: Callable[[Any], bool], adviser: Any, name: str, *arguments: Any) -> Any:
    found = getattr(adviser, name)(*arguments)
    if not good(found):
        raise Junk(f"no answer of an adviser: {found!r}")
    return found


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and math.isfinite(value)


def _is_solution(value: Any) -> bool:
    return (
        isinstance(value, Solution)
        and value.dtype in ("f4", "f8")
        and bool(value.shape)
        and all(type(size) is int and size > 0 for size in value.shape)
        and math.prod(value.shape) <= MOST_NUMBERS
        and value.name.replace("-", "").isalnum()
        and value.digest.isalnum()
        and _is_number(value.seconds)
    )
