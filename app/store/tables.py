"""The schema, said once, as SQLModel tables: statements take their columns and types from here.

Alembic's migrations follow it and a test holds them equal. Every key begins with the session's id, so that the tables
can be distributed by it.
"""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, SmallInteger, Table, Text, text
from sqlmodel import Field, SQLModel

COURSE = {"group": "course"}
"""Marks the columns of a session that the course of its game changes: a move writes all of them. They stand last."""

SEATED = {"group": "seated"}
"""Marks the columns of a session that claims, new tokens and seeds change, and with bots each of its changes."""

FENCE = {"group": "fence"}
"""Marks what tells commits apart that led to the same version: the store's own, and no part of a session."""


class SessionTable(SQLModel, table=True):
    """One game being played. JSON columns are compact text; times are milliseconds since 1970 (UTC)."""

    __tablename__ = "sessions"
    __table_args__ = (
        Index(
            "sessions_deadline",
            "deadline",
            sqlite_where=text("deadline IS NOT NULL"),
            postgresql_where=text("deadline IS NOT NULL"),
        ),
        Index(
            "sessions_bot_due",
            "bot_due",
            sqlite_where=text("bot_due IS NOT NULL"),
            postgresql_where=text("bot_due IS NOT NULL"),
        ),
    )

    id: bytes = Field(sa_column=Column(LargeBinary(16), primary_key=True))
    game: str = Field(sa_column=Column(Text, nullable=False))
    rules_version: int = Field(sa_column=Column(SmallInteger, nullable=False))
    options: str = Field(sa_column=Column(Text, nullable=False))
    dice_source: str = Field(sa_column=Column(Text, nullable=False))
    names: str = Field(
        sa_column=Column(Text, nullable=False, info=SEATED),
        description="JSON array: the seats' names, null: nobody's yet",
    )
    open_seats: str = Field(
        sa_column=Column(Text, nullable=False, server_default="[]"),
        description="JSON array: seats that the host left to whoever claims them",
    )
    tokens: bytes = Field(
        sa_column=Column(LargeBinary, nullable=False, info=SEATED), description="SHA-256 of host's and seats' tokens"
    )
    invitations: bytes = Field(
        sa_column=Column(LargeBinary, nullable=False, server_default=text("''"), info=SEATED),
        description="SHA-256 of the seats' invitations, zeros where there is none",
    )
    secret: bytes = Field(
        sa_column=Column(LargeBinary, nullable=False), description="what the dice are derived from, perhaps sealed"
    )
    commitment: bytes | None = Field(
        sa_column=Column(LargeBinary), description="SHA-256 of the secret; NULL where the dice are not provable"
    )
    seeds: str = Field(
        sa_column=Column(Text, nullable=False, server_default="{}", info=SEATED),
        description="JSON object: seeds by seat",
    )
    visibility: str = Field(sa_column=Column(Text, nullable=False, server_default="public"))
    turn_seconds: int | None = Field(sa_column=Column(Integer))
    absent_seconds: int | None = Field(
        sa_column=Column(Integer), description="how long a seat that is to move is waited for"
    )
    label: str | None = Field(sa_column=Column(Text), description="what the host calls it")
    hints: str = Field(
        sa_column=Column(Text, nullable=False, server_default="off"),
        description="what the table agreed on about advice: off, own or all",
    )
    advised: str | None = Field(
        sa_column=Column(Text, info=SEATED), description="JSON array: seats that had advice for their next move"
    )
    opening_key: bytes | None = Field(sa_column=Column(LargeBinary), description="key of its row in openings")
    issued: bytes | None = Field(
        sa_column=Column(LargeBinary, info=SEATED), description="SHA-256 of the tokens that its opening showed"
    )
    epoch: int = Field(
        sa_column=Column(Integer, nullable=False, server_default="0", info=SEATED),
        description="how often tokens were replaced",
    )
    bots: str | None = Field(
        sa_column=Column(Text),
        description="JSON array: the levels of the seats that the service plays, null: a player's",
    )
    pause_ms: int | None = Field(
        sa_column=Column(Integer), description="how long a bot waits before each of its moves"
    )
    opener: bytes | None = Field(
        sa_column=Column(LargeBinary), description="with bots: a digest of who opened it, so that none has them all"
    )
    announced: str | None = Field(
        sa_column=Column(Text, info=SEATED), description="JSON object: the rolls that bots wait for, by seat"
    )
    bot_due: int | None = Field(
        sa_column=Column(BigInteger, info=SEATED), description="from when on a bot may make its move"
    )
    created_at: int = Field(sa_column=Column(BigInteger, nullable=False))
    updated_at: int = Field(sa_column=Column(BigInteger, nullable=False, info=COURSE))
    version: int = Field(sa_column=Column(BigInteger, nullable=False, info=COURSE), description="the record's length")
    status: str = Field(sa_column=Column(Text, nullable=False, info=COURSE))
    throws: str = Field(
        sa_column=Column(Text, nullable=False, info=COURSE), description="JSON array: throws made, by seat"
    )
    state: str = Field(sa_column=Column(Text, nullable=False, info=COURSE), description="JSON of the game's state")
    clocks: str | None = Field(
        sa_column=Column(Text, info=COURSE),
        description="JSON array: until when each seat must act, with turn_seconds, or is waited for, without",
    )
    deadline: int | None = Field(
        sa_column=Column(BigInteger, info=COURSE), description="the first of the clocks to run out"
    )
    tag: int = Field(
        sa_column=Column(BigInteger, nullable=False, server_default="0", info=FENCE),
        description="drawn by the commit that wrote the row last",
    )


class RecordTable(SQLModel, table=True):
    """One thing that happened in a session; append-only, `version` counts from 1."""

    __tablename__ = "record"
    __table_args__ = {"sqlite_with_rowid": False}

    session_id: bytes = Field(sa_column=Column(LargeBinary(16), primary_key=True))
    version: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    at: int = Field(sa_column=Column(BigInteger, nullable=False))
    kind: str = Field(sa_column=Column(Text, nullable=False))
    seat: int = Field(sa_column=Column(SmallInteger, nullable=False), description="-1: none")
    by: str = Field(sa_column=Column("by", Text, nullable=False), description="who acted: seat, host, bot or service")
    move: str | None = Field(
        sa_column=Column(Text), description="JSON of the move, or of what an undoing, a claim or a seed says"
    )
    dice: str = Field(sa_column=Column(Text, nullable=False), description="the faces thrown, a digit each")
    points: int | None = Field(sa_column=Column(BigInteger))
    events: str | None = Field(sa_column=Column(Text), description="JSON array of events; NULL for none")
    hinted: int | None = Field(sa_column=Column(SmallInteger), description="1 where the seat had advice before it")


class RetryTable(SQLModel, table=True):
    """An `Idempotency-Key` that took effect in a session, written in the transaction of its effect."""

    __tablename__ = "retries"
    __table_args__ = {"sqlite_with_rowid": False}

    session_id: bytes = Field(sa_column=Column(LargeBinary(16), primary_key=True))
    key: bytes = Field(sa_column=Column(LargeBinary, primary_key=True), description="digest of the key")
    caller: int = Field(
        sa_column=Column(SmallInteger, primary_key=True, autoincrement=False), description="a seat, or -1: the host"
    )
    fingerprint: bytes = Field(sa_column=Column(LargeBinary, nullable=False), description="digest of the request")
    version: int = Field(sa_column=Column(BigInteger, nullable=False), description="the entry that it made")
    issued: bytes | None = Field(sa_column=Column(LargeBinary), description="digest of the token that it brought")


class OpeningTable(SQLModel, table=True):
    """An `Idempotency-Key` that opened a session. Found before the session's id is known, so keyed by itself."""

    __tablename__ = "openings"
    __table_args__ = {"sqlite_with_rowid": False}

    key: bytes = Field(sa_column=Column(LargeBinary, primary_key=True), description="digest of caller and key")
    fingerprint: bytes = Field(sa_column=Column(LargeBinary, nullable=False), description="digest of the request")
    session: bytes = Field(sa_column=Column(LargeBinary(16), nullable=False))


class ApiKeyTable(SQLModel, table=True):
    """A key that may open sessions; times are milliseconds since 1970 (UTC)."""

    __tablename__ = "api_keys"

    id: str = Field(sa_column=Column(Text, primary_key=True), description="the part of the key that may be shown")
    name: str = Field(sa_column=Column(Text, nullable=False))
    digest: bytes = Field(sa_column=Column(LargeBinary(32), nullable=False), description="SHA-256 of the key")
    created_at: int = Field(sa_column=Column(BigInteger, nullable=False))
    revoked_at: int | None = Field(sa_column=Column(BigInteger))


def columns(
    table: Table, group: Mapping[str, str] | None = None, but: Mapping[str, str] | None = None
) -> tuple[str, ...]:
    """The names of a table's columns, or of those of one group, in their order; `but` those of another."""
    return tuple(
        column.name
        for column in table.columns
        if (group is None or column.info == group) and (but is None or column.info != but)
    )


def hold(row: type[tuple[Any, ...]], names: tuple[str, ...]) -> None:
    """Refuse a row type (a NamedTuple) whose fields are not these columns in this order: TypeError."""
    fields: tuple[str, ...] = getattr(row, "_fields", ())
    if fields != names:
        raise TypeError(
            f"{row.__name__} has the fields {', '.join(fields)}, its table the columns {', '.join(names)}"
        )


SESSIONS, RECORD, RETRIES, OPENINGS, API_KEYS = (
    SQLModel.metadata.tables[name] for name in ("sessions", "record", "retries", "openings", "api_keys")
)
