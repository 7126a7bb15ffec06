"""Random legal play in process, for tests of any game: a seed fixes every choice and every die."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from hypothesis import strategies as st
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from rules.contract import AnyGame, AnyRules, Illegal, Legal, Played, Step


class Turn(NamedTuple):
    """One step of a random game: the state before, what was picked from what was listed, and what it did."""

    before: Any
    seat: int
    legal: Legal[Any]
    faces: tuple[int, ...]
    step: Step[Any]

    @property
    def played(self) -> Played[Any]:
        """The record entry of this step."""
        return Played("move", self.seat, self.legal.move, self.faces, self.step.points, self.step.events)


def throw(chance: random.Random, count: int) -> tuple[int, ...]:
    """So many faces."""
    return tuple(chance.choices(range(1, 7), k=count))


def random_play(rules: AnyRules, state: Any, chance: random.Random, most: int) -> Iterator[Turn]:
    """Play on from a state by random legal moves of random seats, `most` moves or to the end."""
    for _ in range(most):
        to_move = rules.to_move(state)
        if not to_move:
            return
        seat = chance.choice(to_move)
        legal = chance.choice(rules.legal_moves(state, seat))
        faces = throw(chance, legal.throws)
        step = rules.apply(state, seat, legal.move, faces)
        assert not isinstance(step, Illegal), (legal, step)
        yield Turn(state, seat, legal, faces, step)
        state = step.state


def options_of(game: AnyGame) -> st.SearchStrategy[BaseModel]:
    """Random options of a game: every field random among what its type and bounds allow."""
    return st.builds(game.options, **{name: _values(field) for name, field in game.options.model_fields.items()})


def _values(field: FieldInfo) -> st.SearchStrategy[Any]:
    if field.annotation is int:
        bounds = {
            kind: getattr(mark, kind)
            for mark in field.metadata
            for kind in ("ge", "le", "multiple_of")
            if hasattr(mark, kind)
        }
        step = bounds.get("multiple_of") or 1
        least = -(-bounds["ge"] // step)
        return st.integers(least, max(least, min(bounds["le"], field.default) // step)).map(lambda n: n * step)
    annotation: Any = field.annotation
    return st.from_type(annotation)
