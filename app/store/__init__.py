"""The store: where sessions are kept, in SQLite or PostgreSQL."""

from app.settings import Settings
from app.store import postgres, sqlite
from app.store.migrate import is_postgres, sqlite_path


async def open_store(settings: Settings) -> sqlite.SqliteStore | postgres.PostgresStore:
    """A store on the database of the settings, which has been migrated; `Unavailable` if it does not answer."""
    if not is_postgres(settings.database):
        return sqlite.SqliteStore(sqlite_path(settings.database), settings.busy_seconds)
    return await postgres.open_store(
        settings.database,
        listen=settings.listen,
        listen_database=settings.listen_database,
        pool=settings.pool,
        prepared_statements=settings.prepared_statements,
    )
