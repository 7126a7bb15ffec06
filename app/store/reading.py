"""Reading whole records, page by page, so that other readers have their turn in between."""

from collections.abc import AsyncIterator

from app.store.rows import EntryRow, Store

ENTRIES = 500
"""How many entries of a record are read at once."""


async def record(store: Store, session: bytes, last: int | None = None) -> AsyncIterator[EntryRow]:
    """A session's entries, ascending, as far as version `last` (None: all); none where there is no such session."""
    seen = 0
    while page := await store.record(session, seen, ENTRIES):
        for entry in page:
            if last is not None and entry.version > last:
                return
            yield entry
        if len(page) < ENTRIES:
            return
        seen = page[-1].version
