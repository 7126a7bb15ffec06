"""Stored rows for tests of the store, which looks at none of what they say."""

from app.store.rows import Change, EntryRow, KeyRow, Loaded, SessionRow


def row(number: int = 1) -> SessionRow:
    return SessionRow(
        id=number.to_bytes(16, "big"),
        game="sand",
        rules_version=1,
        options="{}",
        dice_source="server",
        names='["Ida"]',
        open_seats="[]",
        tokens=b"\1" * 64,
        invitations=b"",
        secret=b"\2" * 32,
        commitment=b"\3" * 32,
        seeds="{}",
        visibility="public",
        turn_seconds=None,
        absent_seconds=None,
        label=None,
        hints="off",
        advised=None,
        opening_key=None,
        issued=None,
        bots=None,
        pause_ms=None,
        opener=None,
        announced=None,
        bot_due=None,
        created_at=5,
        updated_at=5,
        version=0,
        epoch=0,
        status="active",
        throws="[0]",
        state="[]",
        clocks=None,
        deadline=None,
    )


def judged(loaded: Loaded, state: str = "[1]", key: KeyRow | None = None) -> Change:
    before = loaded.row
    entry = EntryRow(before.version + 1, 6, "move", 0, "seat", '{"type":"bank"}', "", 50, None)
    after = before._replace(updated_at=6, version=entry.version, throws="[1]", state=state)
    return Change(after, entry, key, state=f"state {entry.version}", keyed="dice")


def growing(loaded: Loaded) -> Change:
    return judged(loaded, "x" * 300 * (loaded.row.version + 1))
