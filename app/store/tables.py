"""The schema, as SQLModel tables; Alembic's migrations follow it and a test holds them equal.

Every key begins with the session's id, so that the tables can be distributed by it.
"""

from sqlalchemy import BigInteger, Column, LargeBinary, SmallInteger, Text
from sqlmodel import Field, SQLModel


class SessionTable(SQLModel, table=True):
    """One game being played. JSON columns are compact text; times are milliseconds since 1970 (UTC)."""

    __tablename__ = "sessions"

    id: bytes = Field(sa_column=Column(LargeBinary(16), primary_key=True))
    game: str = Field(sa_column=Column(Text, nullable=False))
    rules_version: int = Field(sa_column=Column(SmallInteger, nullable=False))
    options: str = Field(sa_column=Column(Text, nullable=False))
    dice_source: str = Field(sa_column=Column(Text, nullable=False))
    names: str = Field(sa_column=Column(Text, nullable=False), description="JSON array: the seats' names")
    tokens: bytes = Field(
        sa_column=Column(LargeBinary, nullable=False), description="SHA-256 of host's and seats' tokens"
    )
    secret: bytes = Field(sa_column=Column(LargeBinary, nullable=False), description="what the dice are derived from")
    created_at: int = Field(sa_column=Column(BigInteger, nullable=False))
    updated_at: int = Field(sa_column=Column(BigInteger, nullable=False))
    version: int = Field(sa_column=Column(BigInteger, nullable=False), description="the record's length")
    status: str = Field(sa_column=Column(Text, nullable=False))
    throws: str = Field(sa_column=Column(Text, nullable=False), description="JSON array: throws made, by seat")
    state: str = Field(sa_column=Column(Text, nullable=False), description="JSON of the game's state")


class RecordTable(SQLModel, table=True):
    """One thing that happened in a session; append-only, `version` counts from 1."""

    __tablename__ = "record"
    __table_args__ = {"sqlite_with_rowid": False}

    session_id: bytes = Field(sa_column=Column(LargeBinary(16), primary_key=True))
    version: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    at: int = Field(sa_column=Column(BigInteger, nullable=False))
    kind: str = Field(sa_column=Column(Text, nullable=False))
    seat: int = Field(sa_column=Column(SmallInteger, nullable=False))
    by: str = Field(sa_column=Column("by", Text, nullable=False), description="whose token acted: seat or host")
    move: str | None = Field(sa_column=Column(Text), description="JSON of the move")
    dice: str = Field(sa_column=Column(Text, nullable=False), description="the faces thrown, a digit each")
    points: int | None = Field(sa_column=Column(BigInteger))
    events: str | None = Field(sa_column=Column(Text), description="JSON array of events; NULL for none")
