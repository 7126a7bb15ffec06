"""Request bodies: read with a bound, then as JSON, then as what the contract says."""

import codecs
import re
from collections.abc import Sequence
from typing import Any, TypeVar

import orjson
from fastapi import Request
from pydantic import TypeAdapter, ValidationError

from app.http.problem_kinds import BODY_TOO_LARGE, MALFORMED_JSON
from app.http.problems import FieldFaults, Problem, invalid, pointer
from app.settings import BODY_LIMIT

T = TypeVar("T")

MOST_FIELDS = 256
"""How many fields an object in a body may have; none that the contract knows has a tenth of it."""

MOST_ITEMS = 20_000
"""How many items a list in a body may have, which is the length of the longest record."""

PART = 100
"""How many items of a long list are validated at once, so that no more faults are built than are listed."""

_SMALL = 2 * MOST_FIELDS
"""Bytes below which a body cannot hold more than `MOST_FIELDS` of anything."""

_EXACT = 2**53
_FRACTION = re.compile(rb"[0-9][.eE]")
_PARAMETER = re.compile(
    r"""[ \t]*;[ \t]*(?:([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*+)"|([\w!#$%&'*+.^`|~-]+)))?""", re.ASCII
)
_CHARSETS = frozenset(
    f"""
    ascii us-ascii utf-8 utf8 utf-8-sig utf-16 utf-16le utf-16be utf-32 utf-32le utf-32be koi8-r koi8-u macintosh
    latin1 {" ".join(f"iso-8859-{part}" for part in (*range(1, 12), *range(13, 17)))} cp437 cp850 cp852 cp855 cp866
    {" ".join(f"windows-{page} cp{page}" for page in range(1250, 1259))}
    """.split()
)
"""The charsets that are taken, in lower case: Python keeps the codec of every name that it is ever asked for."""


async def read_body(request: Request, limit: int = BODY_LIMIT) -> bytes:
    """The whole body; refused as soon as it is known to have more bytes than `limit`."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise Problem(BODY_TOO_LARGE)
    return bytes(body)


def charset(request: Request) -> str:
    """The charset that a request names for its text (RFC 9110, 8.3), in lower case; UTF-8 where it names none.

    Parameters are read up to the first that is none, each character once.
    """
    header = request.headers.get("content-type", "")
    place = header.find(";")
    while place >= 0 and (found := _PARAMETER.match(header, place)):
        name, quoted, plain = found.groups()
        if name is not None and name.lower() == "charset":
            return (plain or re.sub(r"\\(.)", r"\1", quoted or "")).lower()
        place = found.end()
    return "utf-8"


def decoded(body: bytes, charset: str) -> str:
    """A text that was sent in a charset; refused if that is none that is known, or not the text's."""
    if charset not in _CHARSETS:
        raise invalid("", "charset", f"The charset {charset[:64]!r} is not known here; send UTF-8.")
    try:
        return body.decode(charset)
    except UnicodeDecodeError as error:
        utf8 = codecs.lookup(charset).name == "utf-8"
        said = "no UTF-8" if utf8 else f"not in the charset {charset!r}"
        place = f"{error.reason} at byte {error.start}"
        raise invalid("", "not_utf8" if utf8 else "charset", f"The text is {said}: {place}.") from None


def parse(body: bytes) -> Any:
    """The JSON value of a body, which may begin with a byte order mark.

    A number without a fraction is an integer however it is written, as in JSON Schema (2020-12, 6.1.1): `5.0` is 5.
    Refused are objects and lists that are longer than any that the contract knows.
    """
    try:
        value = orjson.loads(body.removeprefix(codecs.BOM_UTF8))
    except orjson.JSONDecodeError as error:
        raise Problem(MALFORMED_JSON, str(error)) from None
    if len(body) > _SMALL or _FRACTION.search(body):
        return _walked(value)
    return value


def _walked(value: Any) -> Any:
    """The value with its integers as such, its objects and lists held against their bounds."""
    root = [value]
    nodes: list[dict[str, Any] | list[Any]] = [root]
    while nodes:
        node = nodes.pop()
        if len(node) > (MOST_FIELDS if isinstance(node, dict) else MOST_ITEMS):
            raise _too_long(value, node)
        items: Any = node.items() if isinstance(node, dict) else enumerate(node)
        for key, inner in items:
            kind = type(inner)
            if kind is dict or kind is list:
                nodes.append(inner)
            elif kind is float and inner.is_integer() and -_EXACT <= inner <= _EXACT:
                node[key] = int(inner)
    return root[0]


def _too_long(value: Any, culprit: dict[str, Any] | list[Any]) -> Problem:
    """The problem with an object or list that has too many members, at its place in the value."""
    nodes: list[tuple[Any, tuple[str | int, ...]]] = [(value, ())]
    place: tuple[str | int, ...] = ()
    while nodes:
        node, place = nodes.pop()
        if node is culprit:
            break
        if isinstance(node, dict | list):
            items: Any = node.items() if isinstance(node, dict) else enumerate(node)
            nodes += [(inner, (*place, key)) for key, inner in items if isinstance(inner, dict | list)]
    if isinstance(culprit, dict):
        return invalid(
            pointer(*place), "too_many_fields", f"At most {MOST_FIELDS} fields are taken, not {len(culprit)}."
        )
    return invalid(pointer(*place), "too_long", f"At most {MOST_ITEMS} may be given, not {len(culprit)}.")


def _as_parsed(body: bytes, value: Any) -> bytes:
    """The body as `parse` understood it."""
    if _FRACTION.search(body) or body.startswith(codecs.BOM_UTF8):
        return written(value)
    return body


def written(value: Any) -> bytes:
    """A value of `parse` as JSON."""
    try:
        return orjson.dumps(value)
    except orjson.JSONEncodeError:
        raise Problem(MALFORMED_JSON, "The value is nested too deeply.") from None


def validated(adapter: TypeAdapter[T], body: bytes, value: Any) -> T:
    """The body, whose JSON value is `value`, as a value of the adapter's type."""
    faults = FieldFaults()
    read = _read(adapter, _as_parsed(body, value), value, faults)
    if read is None:
        raise faults.problem()
    return read[0]


def validated_record(
    adapter: TypeAdapter[T], entries: TypeAdapter[Any] | None, value: Any, at: Sequence[str]
) -> tuple[T, tuple[Any, ...]]:
    """A value whose list at the place `at` is validated in parts by `entries` (None: nobody knows the type).

    Returns the value with an empty list there, and the list.
    """
    faults = FieldFaults()
    record = value
    for name in at:
        record = record[name]
    read = _read(adapter, written(_emptied(value, at)), value, faults)
    items: list[Any] = []
    for start in range(0, len(record) if entries is not None else 0, PART):
        if faults.full or entries is None:
            break
        part = record[start : start + PART]
        inner = _read(entries, written(part), part, faults, tuple(at), start)
        items += inner[0] if inner is not None else ()
    if read is None or faults.any:
        raise faults.problem()
    return read[0], tuple(items)


def _emptied(value: Any, at: Sequence[str]) -> Any:
    """The value with an empty list at that place."""
    return {**value, at[0]: _emptied(value[at[0]], at[1:])} if at else []


def _read(
    adapter: TypeAdapter[T],
    body: bytes,
    value: Any,
    faults: FieldFaults,
    prefix: tuple[str | int, ...] = (),
    start: int = 0,
) -> tuple[T] | None:
    """The value in a tuple; None where it has faults, which are noted."""
    try:
        return (adapter.validate_json(body),)
    except ValidationError as error:
        if error.error_count() == 1 and error.errors(include_input=False)[0]["type"] == "json_invalid":
            # nested deeper than this parser goes
            raise Problem(MALFORMED_JSON, "The value is nested too deeply.") from None
        faults.take(error, value, prefix, start)
        return None


async def read(request: Request, adapter: TypeAdapter[T]) -> T:
    """The request's body as a value of the adapter's type; no body at all is an empty object."""
    body = await read_body(request) or b"{}"
    return validated(adapter, body, parse(body))
