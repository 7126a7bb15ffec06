"""Random values of a type as pydantic models declare it, with the bounds that its annotations set."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st
from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import PydanticSerializationError

from rules.annotations import unwrap

FEW = 20
"""How many values of a number are all tried; of more, those up to the default, so that games stay short."""

LONGEST = 8
"""How long lists get, where they may be longer."""


def model_values(model: type[BaseModel]) -> st.SearchStrategy[Mapping[str, Any]]:
    """Values for all fields of a model, which need not go together."""
    return st.fixed_dictionaries({name: field_values(field) for name, field in model.model_fields.items()})


def field_values(field: FieldInfo) -> st.SearchStrategy[Any]:
    """What a field may hold, with its default among it; the default alone where nothing is known of its type."""
    if field.is_required():
        return values(field.annotation, field.metadata)
    default = field.get_default(call_default_factory=True)
    try:
        drawn = values(field.annotation, field.metadata, default)
        drawn.validate()
    except Exception:  # noqa: BLE001 - a type that hypothesis cannot make values of
        return st.just(default)
    return st.one_of(st.just(default), drawn)


def built(make: Callable[..., Any], wanted: Mapping[str, Any], required: frozenset[str] = frozenset()) -> Any:
    """What `make` makes of the wanted fields, or of as many as go together; None where not even the required do.

    make: takes the fields as keywords, and raises a ValidationError or returns None where they do not go together.
    """
    whole = _tried(make, wanted)
    if whole is not None:
        return whole
    kept = {name: value for name, value in wanted.items() if name in required}
    best = _tried(make, kept)
    for name, value in wanted.items():
        made = None if best is None or name in kept else _tried(make, {**kept, name: value})
        if made is not None:
            kept[name], best = value, made
    return best


def _tried(make: Callable[..., Any], fields: Mapping[str, Any]) -> Any:
    try:
        return make(**fields)
    except ValidationError:
        return None


def values(annotation: Any, marks: Any = (), default: Any = None) -> st.SearchStrategy[Any]:
    """Values of an annotated type within the bounds of its marks. `default` bounds numbers of a wide range."""
    annotation, bounds = unwrap(annotation, marks)
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return st.sampled_from(parts)
    if origin in (Union, UnionType):
        return st.one_of([values(part, marks, default) for part in parts])
    if origin in (tuple, list, set, frozenset, dict):
        return _several(origin, parts, bounds)
    return _single(annotation, bounds, default)


def _several(origin: Any, parts: tuple[Any, ...], bounds: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    if origin is tuple and parts[-1:] != (...,):
        return st.tuples(*map(values, parts))
    least = bounds.get("min_length", 0)
    size = {"min_size": least, "max_size": max(least, min(bounds.get("max_length", LONGEST), LONGEST))}
    if origin is dict:
        return st.dictionaries(values(parts[0]), values(parts[1]), **size)
    return st.lists(values(parts[0]), **size).map(origin)


def _single(annotation: Any, bounds: Mapping[str, Any], default: Any) -> st.SearchStrategy[Any]:
    if annotation in (None, NoneType):
        return st.none()
    if annotation is int:
        return _numbers(bounds, default)
    if annotation is str:
        return _texts(bounds)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return st.sampled_from(annotation)
    if isinstance(annotation, type) and is_dataclass(annotation):
        return _instances(annotation)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        needed = frozenset(name for name, field in annotation.model_fields.items() if field.is_required())
        made = model_values(annotation).map(lambda drawn: built(annotation, drawn, needed))
        return made.filter(lambda value: value is not None)
    return st.from_type(annotation)


def _instances(made: type) -> st.SearchStrategy[Any]:
    """Values of a dataclass that come back from JSON as they are."""
    hints = get_type_hints(made, include_extras=True)
    adapter = TypeAdapter[Any](made)
    drawn: dict[str, st.SearchStrategy[Any]] = {}
    for field in fields(made):
        some = values(hints[field.name])
        drawn[field.name] = some if field.default is MISSING else st.one_of(st.just(field.default), some)

    def sound(value: Any) -> bool:
        try:
            return bool(adapter.validate_json(adapter.dump_json(value, warnings="error")) == value)
        except (PydanticSerializationError, ValidationError):
            return False

    return st.builds(made, **drawn).filter(sound)


def _texts(bounds: Mapping[str, Any]) -> st.SearchStrategy[str]:
    if "pattern" in bounds:
        return st.from_regex(bounds["pattern"], fullmatch=True)
    least = bounds.get("min_length", 0)
    return st.text(min_size=least, max_size=bounds.get("max_length", least + LONGEST))


def _numbers(bounds: Mapping[str, Any], default: Any) -> st.SearchStrategy[int]:
    """Whole numbers within the bounds: all of a few, else those up to the default."""
    step = bounds.get("multiple_of") or 1
    usual = default if isinstance(default, int) else None
    least = bounds.get("ge", bounds["gt"] + 1 if "gt" in bounds else usual or 0)
    most = bounds.get("le", bounds["lt"] - 1 if "lt" in bounds else max(least, usual or 0) + FEW)
    low, high = -(-least // step), most // step
    if high - low > FEW:
        high = max(low, min(high, usual // step if usual is not None else low + FEW))
    return st.integers(low, max(low, high)).map(lambda count: count * step)
