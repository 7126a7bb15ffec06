"""Reading a request's body: bounded, then as JSON, then as what the contract says."""

from typing import Any, TypeVar

import orjson
from fastapi import Request
from pydantic import TypeAdapter, ValidationError

from app.problems import BODY_TOO_LARGE, MALFORMED_JSON, Problem, invalid_fields
from app.settings import BODY_LIMIT

T = TypeVar("T")


async def read_body(request: Request, limit: int = BODY_LIMIT) -> bytes:
    """The whole body; refused as soon as it is known to have more bytes than `limit`."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise Problem(BODY_TOO_LARGE)
    return bytes(body)


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
