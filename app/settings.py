"""Settings: what an operator may set, from the environment."""

import re
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, AliasChoices, BeforeValidator, Field, SecretStr
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

BODY_LIMIT = 64 * 1024
"""Bytes a request's body may have."""

HEADER_LIMIT = 16 * 1024
"""Bytes a request's target and headers may have together."""

MAX_PAGE = 500
"""Record entries on one page."""

GRACE_SECONDS = 5
"""How long a stop waits for requests that are under way."""


def _rate(text: str) -> str:
    """A rate in the notation of the limits library, such as `60/minute`; ValueError for anything else."""
    from limits import parse_many  # noqa: PLC0415 - its import is slow, and most services set no limit

    if len(parse_many(text)) != 1:
        raise ValueError("one rate is needed, such as 60/minute")
    return text


def _listed(value: object) -> object:
    """The parts of a text that are separated by commas."""
    return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value


def _origins(origins: tuple[str, ...]) -> tuple[str, ...]:
    """Origins as browsers send them (RFC 6454, 6.2): what is written otherwise would never match."""
    for origin in origins:
        if origin != "*" and not re.fullmatch(r"https?://[^/\s]+", origin):
            raise ValueError(f"{origin!r} is no origin such as https://example.org")
    return origins


ROOT_PATH = re.compile(r"(?:/[A-Za-z0-9._~-]{1,100}){1,8}")
"""Paths of a site that the service may stand below."""


def _root_path(path: str) -> str:
    """A path without a slash at its end."""
    if path and not ROOT_PATH.fullmatch(path):
        raise ValueError("a path is needed that begins with a slash and ends with none, such as /dice")
    return path


def _proxies(text: str) -> str:
    """Addresses and networks, or *."""
    for part in filter(None, (each.strip() for each in text.split(","))):
        if part != "*":
            ip_network(part, strict=False)
    return text


def _unless_empty(text: object) -> object:
    """None for an empty text."""
    return None if text == "" else text


Rate = Annotated[str, AfterValidator(_rate)]


class Settings(BaseSettings):
    """Settings of one service; each is read from the environment variable `ROLLWRIGHT_<NAME>`."""

    model_config = SettingsConfigDict(env_prefix="ROLLWRIGHT_", frozen=True, populate_by_name=True)

    # --- the store ---
    database: str = Field(
        "sqlite:///rollwright.db",
        validation_alias=AliasChoices("ROLLWRIGHT_DATABASE", "DATABASE_URL"),
        description="Address of the store: postgresql://user:password@host/name, or sqlite:///relative.db, "
        "sqlite:////absolute.db. DATABASE_URL is read as well.",
    )
    listen_database: str | None = Field(
        None,
        description="Address for LISTEN where `database` leads to a pooler in transaction mode, "
        "which cannot carry it: the PostgreSQL server itself.",
    )
    listen: bool = Field(
        True,
        description="Wake event streams on other workers by LISTEN and NOTIFY of PostgreSQL. False where that cannot "
        "be had: each worker then asks four times a second for the sessions that are followed on it.",
    )
    prepared_statements: bool = Field(
        True, description="Keep prepared statements on PostgreSQL; false behind a pooler in transaction mode."
    )
    pool: int = Field(4, ge=1, le=100, description="PostgreSQL connections for reading, in each worker.")
    busy_seconds: float = Field(
        10.0,
        gt=0,
        le=300,
        description="How long a write may wait for another process on the same SQLite file.",
    )
    secret_key: SecretStr | None = Field(
        None,
        min_length=32,
        description="Encrypts the secrets of dice at rest (32 characters or more); without it they are stored as "
        "they are. It cannot be changed while sessions stored under it are on.",
    )
    retention_days: int | None = Field(
        None,
        ge=1,
        le=36500,
        description="After so many days untouched a session is abandoned, after as many more deleted. "
        "Nothing is abandoned or deleted unless this is set.",
    )

    # --- advice ---
    tables: Path | None = Field(
        None,
        description="Folder of solved tables (`rollwright solve`); left out, `rollwright-tables` beside the SQLite "
        "file, else in the current directory.",
    )
    tables_bytes: int = Field(
        1_000_000_000,
        ge=1_000_000,
        description="Bytes that solved tables may take together; the longest unused go first.",
    )

    # --- doors ---
    require_api_key: bool = Field(
        False, description="Whether opening a session takes an API key (`rollwright keys add`)."
    )
    limit_openings: Rate | None = Field(
        None, description="How many sessions an API key or else an address may open, such as 60/minute."
    )
    limit_moves: Rate | None = Field(
        None,
        description="How many requests that change a session a token may send, such as 50/second; "
        "a token that is nobody's counts for its address.",
    )
    limit_checks: Annotated[Rate | None, BeforeValidator(_unless_empty)] = Field(
        "3000/minute",
        description="How many calls that need no session (scores, options, checks, empty sheets) an address may "
        "make; none where it is empty.",
    )
    limit_requests: Rate | None = Field(
        None, description="How many requests of any kind an address may send, such as 100/second."
    )
    max_streams: int = Field(
        64, ge=1, le=100_000, description="How many event streams one address may hold open, in each worker."
    )
    cors_origins: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_listed), AfterValidator(_origins)] = Field(
        (),
        description="Origins whose pages may call the service, separated by commas; * for any.",
    )
    trusted_proxies: Annotated[str, AfterValidator(_proxies)] = Field(
        "",
        description="Addresses or networks, separated by commas, of proxies whose X-Forwarded-For and "
        "X-Forwarded-Prefix are believed; * for any, none where it is empty.",
    )
    root_path: Annotated[str, AfterValidator(_root_path)] = Field(
        "",
        description="The path of a site that the service stands below, such as /dice; empty for none.",
    )

    # --- slow clients ---
    head_seconds: float = Field(
        20.0, gt=0, le=3600, description="How long a client may take to send a request's head once it is connected."
    )
    body_seconds: float = Field(
        60.0,
        gt=0,
        le=3600,
        description="How long a client may take to send a request's body, or each 64 KiB of a longer one.",
    )

    # --- operation ---
    log_level: Annotated[str, Field(pattern="^(debug|info|warning|error)$")] = Field(
        "info", description="What is logged: debug, info, warning or error."
    )
    log_requests: bool = Field(False, description="Whether each request gets a line in the log; it costs throughput.")
    heartbeat_seconds: float = Field(
        15.0, gt=0, le=300, description="How often a silent event stream sends a comment, so that it is not cut."
    )
