"""The log: JSON lines with what an operator needs, and nothing that opens a door."""

import asyncio
import logging
import re
import secrets
import warnings
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from re import _constants, _parser
from typing import Any
from uuid import UUID

import orjson
import pytest
import structlog
from pydantic import SecretStr
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

from app.telemetry.logs import _SECRETS, REDACTED, redact, request_id
from tests.app.support.log_lines import ReadLines, logging_as_configured

log = structlog.get_logger()


@pytest.fixture
def lines() -> Iterator[ReadLines]:
    with logging_as_configured("info") as read:
        yield read


def test_a_line_is_one_json_object_with_time_level_event_and_members(lines: ReadLines) -> None:
    log.info("started", workers=2, nested={"at": [1, 2.5, None, True]})
    (line,) = lines()
    moment = line.pop("timestamp")
    assert line == {"level": "info", "event": "started", "workers": 2, "nested": {"at": [1, 2.5, None, True]}}
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", moment)
    assert abs(datetime.fromisoformat(moment) - datetime.now(UTC)) < timedelta(minutes=1)


def test_only_the_level_and_above_is_logged() -> None:
    with logging_as_configured("warning") as lines:
        log.info("quiet")
        logging.getLogger("uvicorn.error").info("quiet")
        log.warning("ours")
        logging.getLogger("uvicorn.error").warning("theirs")
        assert [(line["level"], line["event"]) for line in lines()] == [("warning", "ours"), ("warning", "theirs")]


@pytest.mark.parametrize("name", ["uvicorn.error", "alembic.runtime.migration", "asyncio"])
def test_the_standard_librarys_loggers_write_the_same_lines(lines: ReadLines, name: str) -> None:
    logging.getLogger(name).error("listening on %s:%d", "127.0.0.1", 8000)
    (line,) = lines()
    assert datetime.fromisoformat(line.pop("timestamp")).tzinfo == UTC
    assert line == {"level": "error", "logger": name, "event": "listening on 127.0.0.1:8000"}


def test_warnings_are_lines_too() -> None:
    with warnings.catch_warnings(), logging_as_configured("info") as lines:
        warnings.simplefilter("always")
        warnings.warn("an old way", DeprecationWarning, stacklevel=1)
        (line,) = lines()
    assert (line["logger"], line["level"]) == ("py.warnings", "warning")
    assert "an old way" in line["event"]


def test_configuring_again_doubles_no_line(lines: ReadLines) -> None:
    with logging_as_configured("info") as lines_anew:
        log.info("once")
        logging.getLogger("alembic").info("once")
        assert [line["event"] for line in lines_anew()] == ["once", "once"]
        assert lines() == []


async def test_lines_carry_the_id_of_the_request_that_is_answered(lines: ReadLines) -> None:
    async def answer(own: str) -> None:
        request_id.set(own)
        await asyncio.sleep(0)
        log.info("move")
        await asyncio.to_thread(logging.getLogger("store").info, "commit")

    await asyncio.gather(answer("a-1"), answer("a-2"))
    log.info("idle")
    written = [(line["event"], line.get("request_id")) for line in lines()]
    assert sorted(written[:-1]) == [("commit", "a-1"), ("commit", "a-2"), ("move", "a-1"), ("move", "a-2")]
    assert written[-1] == ("idle", None)


def _look_up(hand: str) -> None:
    raise KeyError(len(hand))


def _fail() -> None:
    hand = "the hidden hand"
    try:
        _look_up(hand)
    except KeyError as error:
        raise RuntimeError("no dice") from error


def _log_ours() -> None:
    try:
        _fail()
    except RuntimeError:
        log.exception("failed")


def _log_theirs() -> None:
    try:
        _fail()
    except RuntimeError:
        logging.getLogger("asyncio").exception("failed")


@pytest.mark.parametrize("write", [_log_ours, _log_theirs])
def test_exceptions_are_told_with_cause_and_frames_but_no_local_variables(
    lines: ReadLines, write: Callable[[], None]
) -> None:
    write()
    (line,) = lines()
    assert (line["level"], line["event"]) == ("error", "failed")
    assert [(told["exc_type"], told["exc_value"]) for told in line["exception"]] == [
        ("RuntimeError", "no dice"),
        ("KeyError", "15"),
    ]
    frame = line["exception"][0]["frames"][-1]
    assert (Path(frame["filename"]).name, frame["name"]) == ("test_logs.py", "_fail")
    assert isinstance(frame["lineno"], int)
    assert "hidden hand" not in orjson.dumps(line).decode()


def _everywhere(secret: str, lines: ReadLines) -> str:
    """What the log shows after a secret was put wherever one can get: the lines, as text."""
    log.info(f"got {secret}, sent it")
    log.info("member", note=secret, deep={"list": [{"tuple": ("x", secret)}], secret: 1}, raw=secret.encode())
    logging.getLogger("uvicorn.error").warning("Invalid request: %s", secret)
    try:
        try:
            int(f"{secret} here")
        except ValueError as error:
            error.add_note(f"sent {secret} twice")
            raise ExceptionGroup("several", [OSError(secret)]) from error
    except ExceptionGroup:
        log.exception("failed")
        logging.getLogger("asyncio").exception("failed")
    log.info("value", value=Exception(secret))
    written = lines()
    assert len(written) == 6
    return orjson.dumps(written).decode()


@pytest.mark.parametrize("kind", ["host", "seat", "invite", "key"])
def test_tokens_are_never_written(lines: ReadLines, kind: str) -> None:
    token = f"rw_{kind}_-_{secrets.token_urlsafe(48)}"
    shown = _everywhere(token, lines)
    assert token.removeprefix(f"rw_{kind}_") not in shown
    assert shown.count(f"rw_{kind}_{REDACTED}") == 13
    assert f"got rw_{kind}_{REDACTED}, sent it" in shown


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql://ida:s3same@db.example:5432/dice", f"postgresql://ida:{REDACTED}@db.example:5432/dice"),
        ("postgresql+asyncpg://ida:s3same@db/dice", f"postgresql+asyncpg://ida:{REDACTED}@db/dice"),
        ("postgres://:s3same@db", f"postgres://:{REDACTED}@db"),
        ("postgresql://ida:p/s3same@q@db/dice", f"postgresql://ida:{REDACTED}@db/dice"),
        ("postgresql://ida:s3same s3same@db/dice", f"postgresql://ida:{REDACTED}@db/dice"),
        (
            "postgresql://db/dice?user=ida&password=s3same&x=1",
            f"postgresql://db/dice?user=ida&password={REDACTED}&x=1",
        ),
        ("host=db password='s3same s3same' user=ida", f"host=db password={REDACTED} user=ida"),
    ],
)
def test_the_databases_password_is_never_written(lines: ReadLines, address: str, shown: str) -> None:
    written = _everywhere(address, lines)
    assert "s3same" not in written
    assert f"{shown} here" in written


@pytest.mark.parametrize(
    "address",
    ["postgresql://ida@db:5432/dice", "sqlite:////var/lib/rollwright.db", "http://127.0.0.1:8000 ida@example"],
)
def test_an_address_without_a_password_is_written_as_it_is(address: str) -> None:
    assert redact(None, "", {"at": address}) == {"at": address}


def test_bearers_of_other_issuers_are_not_written(lines: ReadLines) -> None:
    log.info("Authorization: Bearer abc.def-1, bearer ghi")
    assert lines()[0]["event"] == f"Authorization: Bearer {REDACTED} bearer {REDACTED}"


KEYS = ["authorization", "Authorization", "token", "host_token", "tokens", "secret", "x-secret", "SECRET_KEY"]


@pytest.mark.parametrize("key", [*KEYS, "invitation", "invitations", "password"])
def test_members_with_telling_names_are_redacted_at_any_depth(key: str) -> None:
    event: dict[str, Any] = {key: "plain", "a": [{"b": ({key: {"c": 1}}, "kept")}]}
    assert redact(None, "", event) == {key: REDACTED, "a": [{"b": [{key: REDACTED}, "kept"]}]}


def test_members_with_other_names_are_kept() -> None:
    event = {"event": "secretary took the tokenizer", "authorized": True, "secretary": "Ida", "status": 200}
    assert redact(None, "", event) == event


def test_the_values_of_a_failed_statement_are_not_written(lines: ReadLines) -> None:
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        with pytest.raises(OperationalError) as caught:
            connection.execute(text("INSERT INTO nowhere VALUES (:secret)"), {"secret": "s3same"})
        log.error("store", exc_info=caught.value)
    engine.dispose()
    log.error("DETAIL:  Failing row contains (1, s3same).")
    written = orjson.dumps(lines()).decode()
    assert "no such table" in written
    assert "s3same" not in written


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (UUID(int=7), "00000000-0000-0000-0000-000000000007"),
        (SecretStr("s3same"), "**********"),
        (Path("a/b"), "a/b"),
        (b"\xff\x00a", "\\xff\x00a"),
        (2**70, 2**70),
        ("\udcff", "\udcff"),
    ],
)
def test_a_value_of_any_type_can_be_logged(lines: ReadLines, value: Any, shown: Any) -> None:
    log.info("value", value=value)
    log.info("after")
    assert [line.get("value") for line in lines()] == [shown, None]


def unbounded_before_the_end(parsed: Any) -> bool:
    """Whether a pattern has a repeat without a bound that something follows: tried from every place to the end."""
    *before, (_, last) = parsed or [(None, None)]
    return "MAXREPEAT" in str(before) or (
        isinstance(last, tuple) and any(map(unbounded_before_the_end, _sequences(last)))
    )


def _sequences(node: Any) -> Iterator[Any]:
    """The patterns within a group or within the branches of one."""
    for part in node:
        if isinstance(part, _parser.SubPattern):
            yield part
        elif isinstance(part, list | tuple):
            yield from _sequences(part)


def test_redacting_goes_over_a_text_once() -> None:
    assert "MAXREPEAT" in str(_constants.MAXREPEAT)
    assert unbounded_before_the_end(_parser.parse(r"(a[^@]*)@"))
    assert unbounded_before_the_end(_parser.parse(r"a(?:'[^']*'|b)"))
    assert not unbounded_before_the_end(_parser.parse(r"(a)(?:'[^']{0,9}'|[^b]*)"))
    for word, pattern, _ in _SECRETS:
        assert not unbounded_before_the_end(_parser.parse(pattern.pattern)), word
