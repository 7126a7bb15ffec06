"""`rollwright keys`."""

import re

from sqlmodel import Session
from typer.testing import CliRunner

from app.access.api_keys import parse, valid
from app.cli.api_keys import keys, run
from app.store.rows import ApiKey
from app.store.tables import ApiKeyTable


def call(*words: str, status: int = 0) -> tuple[str, str]:
    """What the command says on standard output and on standard error."""
    done = CliRunner().invoke(keys, words)
    assert done.exit_code == status, done.output
    return done.stdout, done.stderr


def stored(database: str, key_id: str) -> ApiKey:
    def find(session: Session) -> ApiKey:
        row = session.get_one(ApiKeyTable, key_id)
        return ApiKey(row.id, row.name, row.digest, row.created_at, row.revoked_at)

    return run(database, find)


def test_a_key_is_shown_once_listed_and_revoked(database: str) -> None:
    shown, said = call("add", "Bot league", "--database", database)
    text = shown.strip()
    assert "once" in said
    found = parse(text)
    assert found is not None
    key_id, digest = found
    assert valid(stored(database, key_id), digest)
    call("add", "Otto", "--database", database)

    listed, _ = call("list", "--database", database)
    time = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"
    assert re.fullmatch(rf"{key_id}  {time}  - {{20}} Bot league\n[0-9a-f]{{12}}  {time}  - {{20}} Otto\n", listed)

    said, _ = call("revoke", key_id, "--database", database)
    assert key_id in said
    key = stored(database, key_id)
    assert key.revoked_at is not None
    assert not valid(key, digest)
    call("revoke", key_id, "--database", database)
    assert stored(database, key_id) == key, "a second time does not move the first"
    listed, _ = call("list", "--database", database)
    assert re.search(rf"^{key_id}  {time}  {time}  Bot league$", listed, re.MULTILINE)
    assert re.search(r"  - {20} Otto$", listed, re.MULTILINE)
    assert text.removeprefix(f"rw_key_{key_id}_") not in listed


def test_an_unknown_key_is_not_revoked(database: str) -> None:
    shown, said = call("revoke", "0123456789ab", "--database", database, status=1)
    assert shown == ""
    assert "0123456789ab" in said


def test_a_name_must_be_one_line_of_bounded_length(database: str) -> None:
    for name in ("", "x" * 101, "two\nlines", "\x1b[2J"):
        call("add", name, "--database", database, status=2)
    assert call("list", "--database", database) == ("", "")
