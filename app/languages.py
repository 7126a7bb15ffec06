"""Which language an answer speaks: what the address asks for, else what the reader accepts, else English.

Only what a person reads depends on it; codes, views, streams and records never do.
"""

import re
from functools import lru_cache
from typing import Annotated, Literal, get_args

from fastapi import Depends, Header, Query, Request
from starlette.requests import HTTPConnection

ENGLISH = "en"
Language = Literal["en", "de", "da", "bg"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
_RANGE = re.compile(r"(?P<range>\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:;q=(?P<weight>0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?")
_KEPT = 256


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
    """The best of `LANGUAGES` by an Accept-Language header (RFC 9110, section 12.5.4); English where none is.

    A range stands for its language wherever it is spoken (`de-AT` for `de`), and `*` for every language that no
    other range stands for. Of equal weights the first named wins. What is no range is passed over.
    """
    weights: dict[str, float] = {}
    refused: set[str] = set()
    for part in header.lower().split(","):
        found = _RANGE.fullmatch(re.sub(r"[ \t]", "", part))
        if found is None:
            continue
        language = found["range"].partition("-")[0]
        weight = float(found["weight"] or 1)
        if weight == 0 and found["range"] == language:
            refused.add(language)
        weights[language] = max(weight, weights.get(language, 0))
    others = [language for language in LANGUAGES if language not in weights]
    best, most = ENGLISH, 0.0
    for language, weight in weights.items():
        named = [language] if language != "*" else others
        for each in named:
            if weight > most and each in LANGUAGES and each not in refused:
                best, most = each, weight
    return best


def speaks(*languages: str) -> dict[str, str]:
    """The headers of an answer in these languages that would be another one for another reader."""
    return {"Content-Language": ", ".join(dict.fromkeys(languages)), "Vary": "Accept-Language"}


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
