"""Packed options: a table's options as a short text for an address or a QR code, and back.

"1", the version of this form, then in base64url (RFC 4648) a CRC-32 and a raw DEFLATE stream (RFC 1951). The stream
holds the complete options as JSON, so that no default that changes changes what an address says; `packed.1.txt`, its
preset dictionary, holds JSON like it and stays as it is for good. The CRC is over the game's name, a zero byte and
the stream: what is cut off, mistyped or another game's is told from what is whole.
"""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from importlib.resources import files
from typing import Any

from app.games.served_game import ServedGame

MOST_PACKED = 1500
"""The most characters of a packed text: a QR code of some 130 modules a side."""
PACKED = r"^[A-Za-z0-9_-]+$"
VERSION = "1"
_MOST_JSON = 64 * 1024
_CHECK = 4
"""Bytes of the CRC."""


class NotPacked(ValueError):
    """A text that stands for no options of the game; `code` says why: `packed_by_another_version` or
    `packed_damaged`.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


def packed(served: ServedGame, options: Any) -> str | None:
    """The options as a text; None where that is too long for an address."""
    deflate = zlib.compressobj(zlib.Z_BEST_COMPRESSION, wbits=-zlib.MAX_WBITS, zdict=_usual())
    stream = deflate.compress(served.options.dump_json(options)) + deflate.flush()
    text = VERSION + urlsafe_b64encode(_check(served, stream) + stream).decode().rstrip("=")
    return text if len(text) <= MOST_PACKED else None


def unpacked(served: ServedGame, text: str) -> Any:
    """The options that a text stands for, contradictory or not; `NotPacked` if it stands for none."""
    if not text.startswith(VERSION):
        raise NotPacked("packed_by_another_version", "These rules were packed by another version of the service.")
    try:
        return served.options.validate_json(_json(served, text.removeprefix(VERSION)))
    except (ValueError, zlib.error):  # of pydantic, too
        raise NotPacked("packed_damaged", "The text was cut off or changed, or is not of this game.") from None


def _json(served: ServedGame, text: str) -> bytes:
    held = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    check, stream = held[:_CHECK], held[_CHECK:]
    if urlsafe_b64encode(held).decode().rstrip("=") != text or check != _check(served, stream):
        raise ValueError("not what was packed")
    inflate = zlib.decompressobj(-zlib.MAX_WBITS, zdict=_usual())
    json = inflate.decompress(stream, _MOST_JSON)
    if not inflate.eof or inflate.unused_data:
        raise ValueError("not one whole stream")
    return json


def _check(served: ServedGame, stream: bytes) -> bytes:
    return zlib.crc32(served.game.name.encode() + b"\0" + stream).to_bytes(_CHECK, "big")


@cache
def _usual() -> bytes:
    return (files("app.games") / f"packed.{VERSION}.txt").read_bytes()
