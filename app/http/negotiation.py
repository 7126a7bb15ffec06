"""Content negotiation: which language an answer speaks, and which of several media types it takes (RFC 9110, 12).

Only what a person reads depends on the language; codes, views, streams and records never do.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Annotated, Literal, get_args

from fastapi import Depends, Header, Query, Request
from starlette.requests import HTTPConnection

ENGLISH = "en"
Language = Literal["en", "de", "da", "bg"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
_WEIGHT = re.compile(r"0(?:\.\d{0,3})?|1(?:\.0{0,3})?", re.ASCII)
_LANGUAGE_RANGE = re.compile(r"\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*", re.ASCII)
_MEDIA_RANGE = re.compile(r"[\w!#$&^.+*-]+/[\w!#$&^.+*-]+", re.ASCII)
_KEPT = 256


def weighted(header: str, is_range: Callable[[str], object], *, bare: bool) -> Iterator[tuple[str, float]]:
    """The ranges of an Accept header that pass for such, in lower case, with their weights (RFC 9110, 12.4.2).

    What is no range is passed over. A `bare` one has nothing but a weight, and is passed over if that is none; of
    others further parameters are ignored, and what is no weight counts as 1.
    """
    for part in header.lower().split(","):
        name, *parameters = (piece.strip(" \t") for piece in part.split(";"))
        weight = next((parameter[2:] for parameter in parameters if parameter.startswith("q=")), "1")
        sound = _WEIGHT.fullmatch(weight) is not None
        if is_range(name) and (not bare or (sound and parameters in ([], [f"q={weight}"]))):
            yield name, float(weight) if sound else 1.0


def chosen(request: HTTPConnection) -> str:
    """The language of `LANGUAGES` to answer the request in.

    `?lang=` if it names one, else the best by Accept-Language, else English. Never fails, so that errors can be told
    in the reader's language too; an endpoint that takes `Spoken` refuses a `lang` that is not known.
    """
    asked = request.query_params.get("lang")
    if asked in LANGUAGES:
        return asked
    return accepted(",".join(request.headers.getlist("accept-language")))


@lru_cache(_KEPT)
def accepted(header: str) -> str:
    """The best of `LANGUAGES` by an Accept-Language header (RFC 9110, 12.5.4); English where none is.

    A range stands for its language wherever it is spoken (`de-AT` for `de`), and `*` for every language that no
    other range stands for. Of equal weights the first named wins.
    """
    weights: dict[str, float] = {}
    refused: set[str] = set()
    for name, weight in weighted(header, _LANGUAGE_RANGE.fullmatch, bare=True):
        language = name.partition("-")[0]
        if weight == 0 and name == language:
            refused.add(language)
        weights[language] = max(weight, weights.get(language, 0))
    others = [language for language in LANGUAGES if language not in weights]
    best, most = ENGLISH, 0.0
    for language, weight in weights.items():
        for candidate in [language] if language != "*" else others:
            if weight > most and candidate in LANGUAGES and candidate not in refused:
                best, most = candidate, weight
    return best


def preferred(accept: str | None, offered: Sequence[str]) -> str:
    """The best of the offered media types by an Accept header (RFC 9110, 12.5.1).

    The first where none is acceptable or all are alike; the most specific range that a type falls under counts.
    """
    weights = dict(weighted(accept or "*/*", _MEDIA_RANGE.fullmatch, bare=False))

    def weight(media: str) -> float:
        ranges = (media, f"{media.partition('/')[0]}/*", "*/*")
        return next((weights[name] for name in ranges if name in weights), 0.0)

    return max(offered, key=weight)


def speaks(*languages: str) -> dict[str, str]:
    """The headers of an answer in these languages that would be another one for another reader."""
    return {"Content-Language": ", ".join(dict.fromkeys(languages)), "Vary": "Accept-Language"}


SPEAKS = {"Content-Language": "The language of what a person reads in the answer."}
"""As the contract says it."""


async def _asked(
    request: Request,
    lang: Annotated[
        Language | None,
        Query(description="The language of what a person reads; else by Accept-Language, else English."),
    ] = None,
    _: Annotated[
        str | None,
        Header(alias="Accept-Language", description="The reader's languages, with weights (RFC 9110)."),
    ] = None,
) -> str:
    return lang or chosen(request)


Spoken = Annotated[str, Depends(_asked)]
"""An endpoint's parameter: the language to answer in. It documents `lang` and refuses one that is not known (422)."""
