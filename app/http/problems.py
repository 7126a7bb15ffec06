"""Problem details (RFC 9457): how errors are raised and rendered; `app.http.problem_kinds` declares them."""

from collections.abc import Callable, Collection, Mapping
from http import HTTPStatus
from typing import Any

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.exceptions import HTTPException
from starlette.types import Scope

from app.http.negotiation import ENGLISH, chosen, speaks
from app.http.problem_kinds import INTERNAL, INVALID_FIELDS, KINDS, METHOD_NOT_ALLOWED, NOT_FOUND, ProblemKind
from app.http.texts import words

MEDIA_TYPE = "application/problem+json"
NO_FAILURE = "rollwright.no_failure"
"""In a request's scope: true where its answer tells of no failure, whatever the status."""
MOST_LISTED = 100
"""How many faults of fields an answer lists."""

Sentence = Callable[[str], str | None]
"""A sentence for the reader of a language."""


class Problem(Exception):
    """A refused request: its kind, a sentence of its own, headers of the answer, and members that go with it.

    The sentence is a plain text in English where it speaks to a programmer.
    """

    def __init__(
        self,
        kind: ProblemKind,
        detail: str | Sentence | None = None,
        headers: Mapping[str, str] | None = None,
        **members: Any,
    ) -> None:
        super().__init__(kind.code)
        self.kind = kind
        self.detail = detail
        self.headers = headers or {}
        self.members = members
        self.session_game: str | None = None  # of the session that refused it, for the figures


class FieldFault(BaseModel):
    """One field that is not what it should be."""

    model_config = ConfigDict(json_schema_extra={"description": "One field that is not what it should be."})

    pointer: str | None = Field(None, description="JSON Pointer (RFC 6901) into the body; empty for the whole body.")
    parameter: str | None = Field(None, description="Name of the query parameter or header at fault.")
    line: int | None = Field(None, description="In a transcript as text: the line, from 1.")
    column: int | None = Field(None, description="And the column, from 1.")
    code: str = Field(description="A stable code of the fault, such as `missing` or `less_than_equal`.")
    detail: str = Field(
        description="What is wrong: of a transcript as text in the reader's language, else in English."
    )
    rule: str | None = Field(
        None, description="Of options that contradict each other: the paragraph of the game's rules page."
    )


class ProblemDetails(BaseModel):
    """Problem details (RFC 9457): the one shape of every error."""

    type: str = Field(description="Address of the page that explains the problem, relative to the service.")
    title: str = Field(description="The kind of problem, in the reader's language.")
    status: int
    code: str = Field(
        description="The stable code of the problem, also the last part of `type`.",
        json_schema_extra={"enum": [*sorted(KINDS)]},
    )
    detail: str | None = Field(
        None,
        description="What happened in this very case: with `illegal-move` in the reader's language, else in English.",
    )
    errors: list[FieldFault] | None = Field(
        None,
        max_length=MOST_LISTED,
        description=f"With `invalid-fields`: every field at fault, the first {MOST_LISTED} of them.",
    )
    more_errors: int | None = Field(
        None,
        description="With `invalid-fields`: how many more faults were found, where more were than are listed; a long "
        "record is read no further then.",
    )
    limit: str | None = Field(None, description="With `rate-limited`: the limit that was reached.")
    progress: float | None = Field(
        None, ge=0, le=1, description="With `advice-preparing`: about how much of the table is solved."
    )
    pointer: str | None = Field(
        None,
        description="With `unplayable-transcript` and `position-impossible`: a JSON Pointer to what is at fault in "
        "the body.",
    )
    line: int | None = Field(None, description="With `unplayable-transcript` of a text: its line, from 1.")
    column: int | None = Field(None, description="With `unplayable-transcript` of a text: the column, from 1.")
    reason: str | None = Field(
        None, description="With `illegal-move` and `unplayable-transcript`: the refusal's stable code."
    )
    rule: str | None = Field(
        None, description="With `illegal-move` and `unplayable-transcript`: the paragraph of the game's rules page."
    )
    details: dict[str, Any] | None = Field(
        None, description="With `illegal-move` and `unplayable-transcript`: the figures the sentence speaks of."
    )


def pointer(*parts: str | int) -> str:
    """A JSON Pointer (RFC 6901) to a place in the body."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def invalid(at: str, code: str, detail: str) -> Problem:
    """An `invalid-fields` problem with one fault at a JSON Pointer."""
    return Problem(INVALID_FIELDS, errors=[{"pointer": at, "code": code, "detail": detail}])


def invalid_parameter(name: str, code: str, detail: str) -> Problem:
    """An `invalid-fields` problem with one fault in a parameter of the address or a header."""
    return Problem(INVALID_FIELDS, errors=[{"parameter": name, "code": code, "detail": detail}])


_OR = " Or: "
MOST_BUILT = 1000
"""Beyond so many at once pydantic's findings are counted only: each costs a hundred times what it takes to cause."""


class FieldFaults:
    """Faults of fields from pydantic's findings, each place once; where several types are taken, with all of them."""

    def __init__(self) -> None:
        self._faults: dict[tuple[str | int, ...], dict[str, Any]] = {}
        self._explained: set[tuple[str | int, ...]] = set()  # places in which another fault lies
        self._unbuilt = 0

    @property
    def full(self) -> bool:
        """Whether no more would be listed."""
        return len(self._faults) >= MOST_LISTED

    @property
    def any(self) -> bool:
        """Whether there is one."""
        return bool(self._faults)

    def take(self, error: ValidationError, body: Any, prefix: tuple[str | int, ...] = (), start: int = 0) -> None:
        """Add what is wrong with `body`, which stands at `prefix`, its items (of a list) from `start` on."""
        if (count := error.error_count()) > MOST_BUILT:
            self._unbuilt += count - 1
            self._add(prefix, "too_many_faults", f"It has {count} faults, which are too many to be listed.")
            return
        for found in error.errors(include_url=False, include_input=False):
            code = _CODES.get(found["type"], found["type"])
            place = _place(found["loc"], body, code)
            detail = _sentence(code, found["msg"], found.get("ctx", {}))
            if code.startswith("union_tag_"):
                place.append(str(found["ctx"]["discriminator"]).strip("'"))
                detail = f"One of these is needed: {found['ctx'].get('expected_tags', f'a known {place[-1]}')}."
            if start and place and isinstance(place[0], int):
                place[0] += start
            self._add((*prefix, *place), code, detail)

    def _add(self, place: tuple[str | int, ...], code: str, detail: str) -> None:
        if place in self._explained:
            return  # what is wrong inside explains it
        if known := self._faults.get(place):  # of a union: each of its types has said what it needs
            ways = known["detail"].split(_OR)
            known["detail"] = known["detail"] if detail in ways else _OR.join((*ways, detail))
            return
        self._faults[place] = {"pointer": pointer(*place), "code": code, "detail": detail}
        self._explained.update(place[:depth] for depth in range(len(place)))

    def problem(self) -> Problem:
        """An `invalid-fields` problem with the first of them, and how many more there are."""
        return invalid_all(list(self._faults.values()), self._unbuilt)


def invalid_all(faults: list[dict[str, Any]], more: int = 0) -> Problem:
    """An `invalid-fields` problem with these faults, of which the first are listed, and `more` that are not there."""
    more += max(0, len(faults) - MOST_LISTED)
    members: dict[str, Any] = {"errors": faults[:MOST_LISTED]}
    return Problem(INVALID_FIELDS, **members | ({"more_errors": more} if more else {}))


def invalid_fields(error: ValidationError, body: Any, prefix: tuple[str | int, ...] = ()) -> Problem:
    """An `invalid-fields` problem from pydantic's findings about `body`."""
    faults = FieldFaults()
    faults.take(error, body, prefix)
    return faults.problem()


_SENTENCES = {
    "missing": "The field is missing.",
    "extra_forbidden": "There is no such field here.",
    "int_type": "A whole number is needed.",
    "string_type": "A text is needed.",
    "bool_type": "true or false is needed.",
    "list_type": "A list is needed.",
    "tuple_type": "A list is needed.",
    "dict_type": "An object is needed.",
    "model_type": "An object is needed.",
    "dataclass_type": "An object is needed.",
    "literal_error": "One of these is needed: {expected}.",
    "greater_than_equal": "The number must be at least {ge}.",
    "greater_than": "The number must be above {gt}.",
    "less_than_equal": "The number must be at most {le}.",
    "less_than": "The number must be below {lt}.",
    "multiple_of": "The number must be a multiple of {multiple_of}.",
    "too_short": "At least {min_length} must be given, not {actual_length}.",
    "too_long": "At most {max_length} may be given, not {actual_length}.",
    "string_too_short": "The text needs at least {min_length} characters.",
    "string_too_long": "The text may have at most {max_length} characters.",
    "string_pattern_mismatch": "The text is blank, or has characters that are not allowed here.",
}
"""What is said about a fault, by its code; pydantic's own sentence for any other."""


def _sentence(code: str, message: str, figures: Mapping[str, Any]) -> str:
    if code == "literal_error":
        figures = {"expected": str(figures["expected"]).replace("True", "true").replace("False", "false")}
    return _SENTENCES[code].format_map(figures) if code in _SENTENCES else message


_CODES = {"unexpected_keyword_argument": "extra_forbidden"}  # one name for what dataclasses and models both refuse


def _place(loc: tuple[str | int, ...], body: Any, code: str) -> list[str | int]:
    """The part of pydantic's location that really is a place in the body: union tags and type names are none."""
    place: list[str | int] = []
    here, tagged = body, None
    for index, part in enumerate(loc):
        last = index == len(loc) - 1
        if isinstance(here, dict) and here.get("type") == part and here is not tagged:
            tagged = here  # the tag, even where a field is named so too
        elif isinstance(here, dict) and isinstance(part, str) and (part in here or (last and code == "missing")):
            place.append(part)
            here = here.get(part)
        elif isinstance(here, list) and isinstance(part, int) and part < len(here):
            place.append(part)
            here = here[part]
    return place


def details(problem: Problem, language: str) -> dict[str, Any]:
    """The problem details, for a reader of `language`."""
    kind = problem.kind
    title = words(language).get(f"problem.{kind.code}")
    body: dict[str, Any] = {
        "type": f"/problems/{kind.code}",
        "title": title or kind.title,
        "status": kind.status,
        "code": kind.code,
    }
    detail = problem.detail if isinstance(problem.detail, str | None) else problem.detail(language)
    if detail is not None:
        body["detail"] = detail
    members = problem.members
    if "errors" in members:
        members = members | {"errors": [_told(fault, language) for fault in members["errors"]]}
    return body | members


def _told(fault: Mapping[str, Any], language: str) -> dict[str, Any]:
    """A fault whose `detail` may be a `Sentence`."""
    detail = fault["detail"]
    return {**fault, "detail": detail(language) if callable(detail) else detail}


def render(problem: Problem, language: str = ENGLISH) -> Response:
    """The answer to a refused request, for a reader of `language`."""
    kind = problem.kind
    said = (problem.detail, *(fault["detail"] for fault in problem.members.get("errors", ())))
    english = [ENGLISH] if any(isinstance(each, str) for each in said) else []
    titled = language if f"problem.{kind.code}" in words(language) else ENGLISH
    headers = speaks(titled, *english) | dict(problem.headers)
    if kind.status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    if kind.status == HTTPStatus.UNSUPPORTED_MEDIA_TYPE:
        headers["Accept-Encoding"] = "identity"  # RFC 9110, 15.5.16
    if kind.status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers.setdefault("Retry-After", "1")
    return Response(orjson.dumps(details(problem, language)), kind.status, headers, MEDIA_TYPE)


def page(kind: ProblemKind) -> str:
    """The Markdown page of a kind of error."""
    return (
        f"# {kind.title}\n\n`{kind.code}` - HTTP status {kind.status}\n\n"
        f"## What happened\n\n{kind.meaning}\n\n## What to do\n\n{kind.remedy}\n"
    )


def install(app: FastAPI, allowed: Callable[[Scope], Collection[str]]) -> None:
    """Answer every error of the app with problem details; `allowed` gives the methods that a path takes, if any."""

    @app.exception_handler(Problem)
    async def on_problem(request: Request, problem: Problem) -> Response:
        if not problem.kind.is_failure:
            request.scope[NO_FAILURE] = True
        return render(problem, chosen(request))

    @app.exception_handler(RequestValidationError)
    async def on_parameters(request: Request, error: RequestValidationError) -> Response:
        faults = [
            {
                "parameter": str(found["loc"][1]),
                "code": found["type"],
                "detail": _sentence(found["type"], found["msg"], found.get("ctx", {})),
            }
            for found in error.errors()
        ]
        return render(invalid_all(faults), chosen(request))

    @app.exception_handler(HTTPException)
    async def on_http(request: Request, error: HTTPException) -> Response:
        kind = METHOD_NOT_ALLOWED if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED else NOT_FOUND
        answer = render(Problem(kind), chosen(request))
        answer.headers.update(error.headers or {})
        if kind is METHOD_NOT_ALLOWED and (methods := allowed(request.scope)):
            answer.headers["Allow"] = ", ".join(sorted(methods))  # the router names those of the first route only
        return answer

    @app.exception_handler(Exception)
    async def on_failure(request: Request, _: Exception) -> Response:
        return render(Problem(INTERNAL), chosen(request))
