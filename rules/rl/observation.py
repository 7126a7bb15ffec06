"""A game's view as numbers: always as many, worked out from the type of the view and the view of the first state."""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, NotRequired, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel
from typing_extensions import is_typeddict

from rules.annotations import unwrap
from rules.dice import FACES
from rules.rl.encoding import Underivable

PLACES = 6
"""How many places a list of objects has that is empty at first; what is beyond is not seen."""

Write = Callable[[Any, list[float]], None]


class Layout(NamedTuple):
    """How values of a type are written: the name of each number, and what writes them."""

    names: tuple[str, ...]
    write: Write

    def absent(self) -> list[float]:
        """What stands where there is no such value."""
        return [0.0] * len(self.names)


def layout(annotation: Any, sample: Any, name: str = "") -> Layout:
    """The layout of a type; `sample` is its value in the first state, and `name` where it stands.

    A number is one number, true and false are 1 and 0, a code is a 1 in the place of its value; what may be null has
    a 1 before it where it is not. A list of numbers is told by its length, its sum, and how often each face from 1 to
    6 is in it. A list of objects has as many places as in the first state (6 if it is empty there), a mapping the
    keys that it has there, and a member that may be missing stands only if it is there. Texts that are no codes are
    left out. Raises `Underivable` for any other type.
    """
    if get_origin(annotation) is NotRequired:
        [annotation] = get_args(annotation)
    annotation, _ = unwrap(annotation)
    origin, parts = get_origin(annotation), get_args(annotation)
    if annotation is int or annotation is bool or annotation is float:
        return Layout((name,), lambda value, out: out.append(value))
    if annotation is str:
        return Layout((), lambda value, out: None)  # noqa: ARG005 - a text is no number
    if origin is Literal:
        return _code(parts, name)
    if origin in (Union, UnionType) and NoneType in parts:
        rest = [part for part in parts if part is not NoneType]
        return _optional(layout(Union[*rest], sample, name), name)
    if origin in (list, tuple):
        return _list(parts[0], sample or (), name)
    if origin is dict:
        return _mapping(parts[1], sample or {}, name)
    members = _members(annotation, sample)
    if members is None:
        raise Underivable(f"{name or 'the view'} is of the type {annotation!r}")
    return _object(members, sample, name, mapping=is_typeddict(annotation))


def _members(annotation: Any, sample: Any) -> Mapping[str, Any] | None:
    if is_typeddict(annotation):
        hints = get_type_hints(annotation, include_extras=True)
        return {
            name: hint
            for name, hint in hints.items()
            if get_origin(hint) is not NotRequired or name in (sample or ())
        }
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return {name: field.annotation for name, field in annotation.model_fields.items()}
    if is_dataclass(annotation):
        hints = get_type_hints(annotation, include_extras=True)
        return {field.name: hints[field.name] for field in fields(annotation)}
    return None


def _object(members: Mapping[str, Any], sample: Any, name: str, *, mapping: bool) -> Layout:
    """`mapping` tells how members are reached: `value["name"]` or `value.name`."""
    read = _item if mapping else getattr
    made = [
        (key, layout(annotation, None if sample is None else read(sample, key), f"{name}.{key}" if name else key))
        for key, annotation in members.items()
    ]

    def write(value: Any, out: list[float]) -> None:
        for key, each in made:
            each.write(read(value, key), out)

    return Layout(tuple(inner for _, each in made for inner in each.names), write)


def _item(value: Mapping[str, Any], key: str) -> Any:
    return value.get(key)


def _code(values: tuple[Any, ...], name: str) -> Layout:
    places = {each: [float(each == other) for other in values] for each in values}
    return Layout(tuple(f"{name}={each}" for each in values), lambda value, out: out.extend(places[value]))


def _optional(inner: Layout, name: str) -> Layout:
    absent = [0.0, *inner.absent()]

    def write(value: Any, out: list[float]) -> None:
        if value is None:
            out.extend(absent)
        else:
            out.append(1.0)
            inner.write(value, out)

    return Layout((f"{name}?", *inner.names), write)


def _list(item: Any, sample: Any, name: str) -> Layout:
    bare, _ = unwrap(item)
    if bare is int or get_origin(bare) in (list, tuple):
        return _numbers(name, nested=bare is not int)
    places = len(sample) or PLACES
    made = [layout(item, sample[0] if sample else None, f"{name}[{place}]") for place in range(places)]

    def write(value: Any, out: list[float]) -> None:
        for place, each in enumerate(made):
            if place < len(value):
                each.write(value[place], out)
            else:
                out.extend(each.absent())

    return Layout(tuple(inner for each in made for inner in each.names), write)


def _numbers(name: str, *, nested: bool) -> Layout:
    def write(value: Any, out: list[float]) -> None:
        flat = [each for part in value for each in part] if nested else value
        out += (len(flat), sum(flat), *map(flat.count, FACES))

    told = ("count", "sum", *(f"of {face}" for face in FACES))
    return Layout(tuple(f"{name}:{each}" for each in told), write)


def _mapping(annotation: Any, sample: Mapping[str, Any], name: str) -> Layout:
    made = {key: layout(annotation, value, f"{name}.{key}") for key, value in sample.items()}

    def write(value: Any, out: list[float]) -> None:
        for key, each in made.items():
            if key in value:
                each.write(value[key], out)
            else:
                out.extend(each.absent())

    return Layout(tuple(inner for each in made.values() for inner in each.names), write)
