"""Endpoints of score sheets: of a session, and empty ones."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Query, Response

from app.access import tokens
from app.access.gate import limited
from app.contract.dependencies import GamesDep
from app.contract.sheets import ScoreSheet
from app.games.options import OPTIONS, Agreement, resolve_options
from app.games.served_game import ServedGame
from app.http.bodies import parse, validated
from app.http.conditional import ETAG, caching, etag, none_match
from app.http.negotiation import SPEAKS, Spoken, preferred, speaks
from app.http.openapi import openapi_route
from app.http.problem_kinds import (
    GAME_FAILED,
    GAME_UNAVAILABLE,
    INVALID_FIELDS,
    MALFORMED_JSON,
    RATE_LIMITED,
    UNAUTHORIZED,
    UNKNOWN_GAME,
    UNKNOWN_SESSION,
)
from app.http.problems import Problem, invalid_parameter
from app.sessions import record
from app.sessions.dependencies import Authorization, SessionsDep
from app.sessions.request_head import session_id
from app.sheets import examples, page, spreadsheet
from app.sheets.sheet import empty_sheet, session_sheet
from app.store.rows import read_record
from rules.names import Name
from rules.texts.labels import Labels

router = APIRouter(prefix="/v1")

SEATS = 4
"""How many columns an empty sheet has unless it is asked for more or fewer."""

MEDIA = {"json": "application/json", "html": page.MEDIA, "csv": spreadsheet.MEDIA}
Format = Annotated[
    Literal["json", "html", "csv"] | None,
    Query(
        description="The form of the answer; without it, what `Accept` likes best, and JSON where it does not say."
    ),
]
Accept = Annotated[
    str | None, Header(description="`application/json`, `text/html` or `text/csv`, with weights (RFC 9110).")
]


def _dialect(
    *,
    bom: Annotated[
        bool, Query(description="Of CSV: whether it begins with a byte order mark, by which Excel reads it as UTF-8.")
    ] = False,
    separator: Annotated[
        spreadsheet.Separator,
        Query(
            description="Of CSV: what stands between cells; `language`: what spreadsheets in the language of the "
            "answer take, a semicolon in German, Danish and Bulgarian."
        ),
    ] = "comma",
) -> spreadsheet.Dialect:
    return spreadsheet.Dialect(bom, separator)


DialectDep = Annotated[spreadsheet.Dialect, Depends(_dialect)]


def _documented(example: Callable[[], Any], says: str, **more: Any) -> dict[str, Any]:
    return openapi_route(
        answer="ScoreSheet",
        says=says,
        example=example(),
        also={page.MEDIA: ("SheetPage", examples.page()), spreadsheet.MEDIA: ("SheetTable", examples.table())},
        **more,
    )


@router.get(
    "/sessions/{session}/sheet",
    operation_id="getSheet",
    summary="Show a session's score sheet",
    tags=["sessions"],
    **_documented(
        examples.session_json,
        "The sheet as it is now.",
        problems=(UNKNOWN_SESSION, UNAUTHORIZED, INVALID_FIELDS, GAME_UNAVAILABLE),
        headers=ETAG | SPEAKS,
        not_modified=True,
    ),
)
async def get_sheet(
    sessions: SessionsDep,
    session: str,
    language: Spoken,
    dialect: DialectDep,
    form: Annotated[Format, Query(alias="format")] = None,
    accept: Accept = None,
    if_none_match: Annotated[
        str | None, Header(description="The tag of a sheet already seen: 304 if it is still the one.")
    ] = None,
    authorization: Authorization = None,
) -> Response:
    """The sheet as players write it, without what was taken back: JSON, a page to print on A4, or CSV.

    Reading needs no token unless the session is private.
    """
    row = await sessions.readable(session_id(session), tokens.presented(authorization))
    served = sessions.referee.games.of(row)
    media = _media(form, accept)
    tag = f"{row.version}.{media.partition('/')[2]}.{language}"
    headers = _headers({"ETag": etag(tag)} | caching(private=row.visibility == "private"), language)
    if not none_match(if_none_match, tag):
        return Response(status_code=304, headers=headers)
    entries = record.standing([entry async for entry in read_record(sessions.store, row.id, row.version)])
    sheet = await asyncio.to_thread(session_sheet, served, row, entries, language)
    return await _answer(served, sheet, media, dialect, headers, f"{row.game}-{session[:8]}")


@router.get(
    "/games/{game}/sheet",
    operation_id="getEmptySheet",
    summary="Show an empty score sheet",
    dependencies=[Depends(limited)],
    tags=["games"],
    **_documented(
        examples.empty_json,
        "A sheet to write on.",
        problems=(UNKNOWN_GAME, INVALID_FIELDS, RATE_LIMITED, GAME_FAILED),
        headers=SPEAKS,
    ),
)
async def get_empty_sheet(
    games: GamesDep,
    game: str,
    *,
    language: Spoken,
    dialect: DialectDep,
    seats: Annotated[
        int | None,
        Query(ge=1, description="How many columns; else one for each name, or 4 as far as the game has them."),
    ] = None,
    names: Annotated[
        list[Name] | None, Query(description="A player's name, as often as there are; columns beyond them stay free.")
    ] = None,
    preset: Annotated[str | None, Query(description="Named options of the game.")] = None,
    options: Annotated[
        str | None,
        Query(
            description="What the table agrees on, as the JSON object that opens a session; defaults where left out.",
            json_schema_extra={"contentMediaType": "application/json"},
            examples=['{"hot_dice": "may_bank"}'],
        ),
    ] = None,
    form: Annotated[Format, Query(alias="format")] = None,
    accept: Accept = None,
) -> Response:
    """A score pad: the game's sheet with nothing on it, in the same forms as a session's."""
    served = games.named(game)
    columns = _columns(served, seats, names or [])

    def empty() -> ScoreSheet:
        agreed = served.options.dump_json(_agreed(served, options, preset)).decode()
        return empty_sheet(served, agreed, columns, language)

    sheet = await asyncio.to_thread(empty)
    return await _answer(served, sheet, _media(form, accept), dialect, _headers({}, language), served.game.name)


def _media(form: str | None, accept: str | None) -> str:
    return MEDIA[form] if form else preferred(accept, tuple(MEDIA.values()))


def _headers(headers: dict[str, str], language: str) -> dict[str, str]:
    """These headers, and those that say what the answer depends on."""
    varies = [headers.get("Vary"), "Accept", speaks(language)["Vary"]]
    return headers | speaks(language) | {"Vary": ", ".join(filter(None, varies))}


async def _answer(
    served: ServedGame,
    sheet: ScoreSheet,
    media: str,
    dialect: spreadsheet.Dialect,
    headers: dict[str, str],
    name: str,
) -> Response:
    labels = Labels(served.game.texts, sheet.language)
    if media == page.MEDIA:
        usual = served.options.dump_python(served.game.options(), mode="json")
        agreed = page.agreements(sheet, usual, served.game.texts, labels)
        text = await asyncio.to_thread(page.as_html, sheet, labels, agreed)
        return Response(text, 200, headers | {"Content-Security-Policy": page.POLICY}, media)
    if media == spreadsheet.MEDIA:
        saved = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
        text = await asyncio.to_thread(spreadsheet.as_csv, sheet, labels, dialect)
        return Response(text, 200, headers | saved, f"{media}; charset=utf-8; header=present")
    return Response(await asyncio.to_thread(sheet.model_dump_json), 200, headers, media)


def _columns(served: ServedGame, seats: int | None, names: list[str]) -> list[str | None]:
    """The columns of an empty sheet by name, None for one without."""
    fewest, most = served.game.min_seats, served.game.max_seats
    count = seats or len(names) or min(most, max(fewest, SEATS))
    if not fewest <= count <= most:
        at = "seats" if seats else "names"
        raise invalid_parameter(at, "seats", f"{served.game.name} has {fewest} to {most} seats, not {count}.")
    if len(names) > count:
        raise invalid_parameter("names", "names", f"There are more names than the {count} seats.")
    return [*names, *[None] * (count - len(names))]


def _agreed(served: ServedGame, options: str | None, preset: str | None) -> Any:
    """The options that the query stands for, as a value of the game's model."""
    if preset is not None and preset not in served.game.presets:
        known = ", ".join(served.game.presets) or "none"
        raise invalid_parameter(
            "preset", "unknown_preset", f"{served.game.name} has no such preset; it has: {known}."
        )
    try:
        return resolve_options(served, Agreement(None if options is None else _read(served, options), preset))
    except Problem as problem:
        raise _in_parameters(problem) from None


def _read(served: ServedGame, options: str) -> Any:
    try:
        value = parse(options.encode())
        return validated(served.options, options.encode(), value)
    except Problem as problem:
        if problem.kind is MALFORMED_JSON:
            raise invalid_parameter("options", "json_invalid", f"It is not JSON: {problem.detail}.") from None
        faults = [fault | {"pointer": OPTIONS + fault["pointer"]} for fault in problem.members["errors"]]
        raise Problem(problem.kind, **problem.members | {"errors": faults}) from None


def _in_parameters(problem: Problem) -> Problem:
    """The problem of a body's `options` and `preset` as one of the parameters of those names."""
    faults = [_in_parameter(fault) for fault in problem.members["errors"]]
    return Problem(problem.kind, problem.detail, problem.headers, **problem.members | {"errors": faults})


def _in_parameter(fault: dict[str, Any]) -> dict[str, Any]:
    if "parameter" in fault:
        return fault
    _, name, *inner = fault["pointer"].split("/")
    rest = {key: value for key, value in fault.items() if key != "pointer"}
    return {"parameter": name} | ({"pointer": "".join(f"/{part}" for part in inner)} if inner else {}) | rest
