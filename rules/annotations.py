"""Annotated types unwrapped: what is declared, and the bounds that pydantic holds it to."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, get_args, get_origin

from pydantic.fields import FieldInfo
from typing_extensions import TypeAliasType

BOUNDS = ("ge", "gt", "le", "lt", "multiple_of", "min_length", "max_length", "pattern")


def unwrap(annotation: Any, marks: Iterable[Any] = ()) -> tuple[Any, Mapping[str, Any]]:
    """A type without aliases and annotations, and its bounds by name as pydantic calls them (`ge`, `max_length`).

    marks: what stands beside the type already, such as a field's metadata.
    """
    found = list(marks)
    while isinstance(annotation, TypeAliasType) or get_origin(annotation) is Annotated:
        if isinstance(annotation, TypeAliasType):
            annotation = annotation.__value__
            continue
        annotation, *more = get_args(annotation)
        found += [mark for each in more for mark in (each.metadata if isinstance(each, FieldInfo) else [each])]
    return annotation, {
        kind: getattr(mark, kind) for mark in found for kind in BOUNDS if getattr(mark, kind, None) is not None
    }
