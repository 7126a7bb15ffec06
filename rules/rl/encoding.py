"""A game's moves as numbers: a fixed list, worked out from the types of the moves and the boxes of the sheet."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from enum import Enum
from functools import cached_property
from itertools import combinations_with_replacement, product
from math import comb, prod
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from rules.annotations import unwrap
from rules.contract import AnyGame, Roll
from rules.flaws import members

MOST = 100_000
"""How many moves are too many for a list."""


class Underivable(ValueError):
    """A game's types are such that no fixed encoding follows from them; the text says which."""


class Moves:
    """All moves of a game, each with its number.

    They stand by type in the order of the union `Game.move`, those of `Game.verbs`, and within a type by its fields
    in their order, the last one changing fastest. Literals stand as declared, numbers ascend, None comes first. A
    tuple of any length stands for its values in any order: the shorter first, each in ascending order. The faces that
    a roll carries are left out. A category that is any text stands for `Game.categories_of` the options, the game's
    own first.
    """

    def __init__(self, game: AnyGame, options: Any) -> None:
        ids = game.categories_of(options)
        in_use = (made for made in members(game.move) if _verb(made) in game.verbs)
        self.all: tuple[Any, ...] = tuple(move for made in in_use for move in _moves(made, ids))

    def __len__(self) -> int:
        return len(self.all)

    def number(self, move: Any) -> int:
        """The number of a move, whatever the order of its tuples; KeyError for one that its own type refuses."""
        found = self._numbers.get(move)
        return self._numbers[_ascending(move)] if found is None else found

    @cached_property
    def _numbers(self) -> dict[Any, int]:
        return {move: number for number, move in enumerate(self.all)}


def _verb(made: Any) -> Any:
    return get_args(get_type_hints(made)["type"])[0]


def _moves(made: Any, categories: tuple[str, ...]) -> Iterator[Any]:
    hints = get_type_hints(made, include_extras=True)
    own = [field.name for field in fields(made) if field.name != "type"]
    values = [_of_field(name, hints[name], made, categories) for name in own]
    _few(prod(map(len, values)), made)
    return (made(**dict(zip(own, chosen, strict=True))) for chosen in product(*values))


def _of_field(name: str, annotation: Any, made: Any, categories: tuple[str, ...]) -> tuple[Any, ...]:
    if issubclass(made, Roll) and name == "dice":
        return (None,)
    if name == "category" and categories and unwrap(annotation)[0] is str:
        return categories
    return _values(annotation, made)


def _few(count: int, made: Any) -> None:
    if count > MOST:
        raise Underivable(f"{made.__name__} has {count} values, more than {MOST}")


def _values(annotation: Any, made: Any, outer: Mapping[str, Any] = MappingProxyType({})) -> tuple[Any, ...]:
    """All values of an annotated type, within its bounds and those of what it is a part of."""
    annotation, own = unwrap(annotation)
    bounds = {**outer, **own}
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return parts
    if origin in (Union, UnionType):
        alternatives = sorted(parts, key=lambda part: part is not NoneType)
        return tuple(value for part in alternatives for value in _values(part, made, bounds))
    if annotation is NoneType:
        return (None,)
    if annotation is bool:
        return (False, True)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return tuple(annotation)
    if annotation is int and "ge" in bounds and "le" in bounds:
        step = bounds.get("multiple_of", 1)
        numbers = range(-(-bounds["ge"] // step) * step, bounds["le"] + 1, step)
        _few(len(numbers), made)
        return tuple(numbers)
    if origin is tuple and parts[-1:] != (...,):
        return tuple(product(*(_values(part, made) for part in parts)))
    if origin is tuple and "max_length" in bounds:
        inner = _values(parts[0], made)
        lengths = range(bounds.get("min_length", 0), bounds["max_length"] + 1)
        _few(sum(comb(len(inner) + length - 1, length) for length in lengths), made)
        return tuple(chosen for length in lengths for chosen in combinations_with_replacement(inner, length))
    raise Underivable(f"{made.__name__} has a field of {annotation!r} without bounds")


def _ascending(move: Any) -> Any:
    hints = get_type_hints(type(move), include_extras=True)
    several = {
        field.name: tuple(sorted(getattr(move, field.name)))
        for field in fields(move)
        if get_args(unwrap(hints[field.name])[0])[-1:] == (...,)
    }
    return replace(move, **several)
