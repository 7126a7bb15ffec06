"""The OpenAPI document as a whole: what FastAPI leaves out of it, and what nothing in it refers to."""

from collections.abc import Iterator, Mapping
from typing import Any

PATTERNS: Mapping[tuple[str, str], str] = {
    ("header", "idempotency-key"): r"^[!-~]{1,128}$",
    ("header", "if-match"): r'^(\*|"(0|[1-9][0-9]{0,17})"( *, *"(0|[1-9][0-9]{0,17})")*)$',
    ("path", "session"): r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
}
"""By place and name, what a parameter has to be like; who sends another is refused in words that say so."""

_SCHEMAS = "#/components/schemas/"


def with_patterns(document: dict[str, Any]) -> None:
    """Say of every parameter that has a pattern what it is."""
    for operation in operations(document):
        for parameter in operation.get("parameters", ()):
            pattern = PATTERNS.get((parameter["in"], parameter["name"]))
            if pattern is not None:
                parameter["schema"]["pattern"] = pattern


def without_unused(document: dict[str, Any]) -> None:
    """Drop the schemas that no operation comes to."""
    schemas = document["components"]["schemas"]
    known, reached = set[str](), list(_referred(document["paths"]))
    while reached:
        name = reached.pop()
        if name not in known:
            known.add(name)
            reached += _referred(schemas[name])
    document["components"]["schemas"] = {name: schema for name, schema in schemas.items() if name in known}


def operations(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """All operations of a document."""
    for path in document["paths"].values():
        yield from path.values()


def _referred(value: Any) -> Iterator[str]:
    """The names of the schemas that a part of the document refers to, by `$ref` or as a discriminator maps."""
    if isinstance(value, str) and value.startswith(_SCHEMAS):
        yield value.removeprefix(_SCHEMAS)
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _referred(inner)
