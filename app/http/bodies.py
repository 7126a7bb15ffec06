"""Request bodies: read with a bound, then as JSON, then as what the contract says."""

import codecs
import re
from email.message import Message
from typing import Any, TypeVar

import orjson
from fastapi import Request
from pydantic import TypeAdapter, ValidationError

from app.http.problem_kinds import BODY_TOO_LARGE, MALFORMED_JSON
from app.http.problems import Problem, invalid, invalid_fields
from app.settings import BODY_LIMIT

T = TypeVar("T")
_CHARSETS = re.compile(r"ascii|utf-(8|16|32).*|iso8859-\d+|cp\d+|koi8-[rtu]|mac-\w+")
"""The codecs, by Python's names, that are used: those of letters, not such as unescape or compress."""


async def read_body(request: Request, limit: int = BODY_LIMIT) -> bytes:
    """The whole body; refused as soon as it is known to have more bytes than `limit`."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise Problem(BODY_TOO_LARGE)
    return bytes(body)


def charset(request: Request) -> str:
    """The charset that a request names for its text; UTF-8 where it names none."""
    message = Message()
    message["Content-Type"] = request.headers.get("content-type", "")
    return message.get_content_charset("utf-8")


def decoded(body: bytes, charset: str) -> str:
    """A text that was sent in a charset; refused if that is none that is known, or not the text's."""
    try:
        known = _CHARSETS.fullmatch(codecs.lookup(charset).name)
    except (LookupError, ValueError):
        known = None
    if known is None:
        raise invalid("", "charset", f"The charset {charset!r} is not known here; send UTF-8.")
    try:
        return body.decode(charset)
    except UnicodeDecodeError as error:
        code = "not_utf8" if known[0] == "utf-8" else "charset"
        said = "no UTF-8" if known[0] == "utf-8" else f"not in the charset {charset!r}"
        raise invalid("", code, f"The text is {said}: {error.reason} at byte {error.start}.") from None


def parse(body: bytes) -> Any:
    """The JSON value of a body."""
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise Problem(MALFORMED_JSON, str(error)) from None


def validated(adapter: TypeAdapter[T], body: bytes, value: Any) -> T:
    """The body, whose JSON value is `value`, as a value of the adapter's type."""
    try:
        return adapter.validate_json(body)
    except ValidationError as error:
        if error.errors(include_input=False)[0]["type"] == "json_invalid":  # nested deeper than this parser goes
            raise Problem(MALFORMED_JSON, "The value is nested too deeply.") from None
        raise invalid_fields(error, value) from None


async def read(request: Request, adapter: TypeAdapter[T]) -> T:
    """The request's body as a value of the adapter's type; no body at all is an empty object."""
    body = await read_body(request) or b"{}"
    return validated(adapter, body, parse(body))
