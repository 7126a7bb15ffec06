"""Statements that both stores share: said once with SQLAlchemy, compiled for each database at import.

The stores hand the text and its arguments to their drivers, without the ORM. A move has statements of its own on each
store (decision 0011), whose columns and types come from the tables as well.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Dialect, bindparam, column, delete, exists, or_, select, table, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.sql.expression import ClauseElement

from app.store.tables import API_KEYS, FENCE, OPENINGS, RECORD, RETRIES, SEATED, SESSIONS, columns

SCHEMA_VERSION = select(table("alembic_version", column("version_num")))
"""The migrations that a database has, in a table that is Alembic's own."""


class Statement(NamedTuple):
    """A statement as its driver takes it: the text, and the names of its parameters in their places.

    fixed: values that the statement brings itself.
    """

    text: str
    names: tuple[str, ...]
    fixed: Mapping[str, Any]

    def arguments(self, **values: Any) -> list[Any]:
        """The values of the parameters, in their places; KeyError where one is missing."""
        values.update(self.fixed)
        return [values[name] for name in self.names]


class Statements:
    """The statements in the words of one database."""

    def __init__(self, dialect: Dialect) -> None:
        insert = postgresql.insert if dialect.name == "postgresql" else sqlite.insert
        self._dialect = dialect
        one = SESSIONS.c.id == bindparam("session")
        row = columns(SESSIONS, but=FENCE)
        sessions = select(*SESSIONS.c[row])
        self.session = self._compiled(sessions.where(one))
        self.lock = self._compiled(select(SESSIONS.c.updated_at, SESSIONS.c.status).where(one).with_for_update())
        self.create = self._compiled(insert(SESSIONS), row)
        self.append = self._compiled(insert(RECORD))
        self.open = self._compiled(insert(OPENINGS).on_conflict_do_nothing().returning(OPENINGS.c.key))
        self.opened = self._compiled(select(OPENINGS).where(OPENINGS.c.key == bindparam("key")))
        opening_key = select(SESSIONS.c.opening_key).where(one).scalar_subquery()
        self.delete = [
            self._compiled(delete(OPENINGS).where(OPENINGS.c.key == opening_key)),
            self._compiled(delete(RECORD).where(RECORD.c.session_id == bindparam("session"))),
            self._compiled(delete(RETRIES).where(RETRIES.c.session_id == bindparam("session"))),
            self._compiled(delete(SESSIONS).where(one)),
        ]
        self.seat = self._compiled(update(SESSIONS).where(one), columns(SESSIONS, SEATED))
        reissued = [
            RETRIES.c.session_id == bindparam("session"),
            RETRIES.c.key == bindparam("used"),
            RETRIES.c.caller == bindparam("whose"),
        ]
        self.reissue = self._compiled(update(RETRIES).where(*reissued), ["issued"])
        entries = select(*RECORD.c[columns(RECORD)[1:]]).where(
            RECORD.c.session_id == bindparam("session"), RECORD.c.version > bindparam("after")
        )
        self.record = self._compiled(entries.order_by(RECORD.c.version).limit(bindparam("limit")))
        overdue = select(SESSIONS.c.id).where(
            SESSIONS.c.deadline.is_not(None), SESSIONS.c.deadline < bindparam("now")
        )
        self.overdue = self._compiled(overdue.order_by(SESSIONS.c.deadline).limit(bindparam("limit")))
        due = select(SESSIONS.c.id).where(SESSIONS.c.bot_due.is_not(None), SESSIONS.c.bot_due < bindparam("now"))
        self.bots_due = self._compiled(due.order_by(SESSIONS.c.bot_due).limit(bindparam("limit")))
        listed = sessions.where(SESSIONS.c.id > bindparam("after")).order_by(SESSIONS.c.id)
        self.listed = self._compiled(listed.limit(bindparam("limit")))
        self.api_key = self._compiled(select(API_KEYS).where(API_KEYS.c.id == bindparam("key")))
        self.schema_version = self._compiled(SCHEMA_VERSION)
        of_none = ~exists().where(SESSIONS.c.id == RECORD.c.session_id)
        records = select(RECORD.c.session_id).distinct().where(of_none)
        self.orphaned_records = self._compiled(records.limit(bindparam("limit")))
        kept = RETRIES.outerjoin(SESSIONS, SESSIONS.c.id == RETRIES.c.session_id)
        beyond = or_(SESSIONS.c.id.is_(None), RETRIES.c.version > SESSIONS.c.version, RETRIES.c.version < 0)
        retries = select(RETRIES.c.session_id).distinct().select_from(kept).where(beyond)
        self.orphaned_retries = self._compiled(retries.limit(bindparam("limit")))
        to_none = ~exists().where(SESSIONS.c.id == OPENINGS.c.session)
        self.orphaned_openings = self._compiled(select(OPENINGS.c.session).where(to_none).limit(bindparam("limit")))

    @lru_cache(4)  # noqa: B019 - there is one of these for each database
    def untouched(self, statuses: int) -> Statement:
        """Ids of sessions of one of so many statuses (see `numbered`) that were last touched before `since`."""
        query = select(SESSIONS.c.id).where(
            SESSIONS.c.updated_at < bindparam("since"),
            SESSIONS.c.status.in_([bindparam(f"value{at}") for at in range(statuses)]),
        )
        return self._compiled(query.limit(bindparam("limit")))

    def _compiled(self, statement: ClauseElement, assigned: Sequence[str] | None = None) -> Statement:
        compiled: Any = statement.compile(dialect=self._dialect, column_keys=assigned)
        fixed = {name: bound.value for name, bound in compiled.binds.items() if bound.unique}
        return Statement(str(compiled), tuple(compiled.positiontup), fixed)


def numbered(values: Sequence[Any]) -> dict[str, Any]:
    """Values for parameters that are named by their places."""
    return {f"value{at}": value for at, value in enumerate(values)}


POSTGRES = Statements(PGDialect_asyncpg())  # type: ignore[no-untyped-call]
SQLITE = Statements(SQLiteDialect_pysqlite())
