"""Network file systems are told by the mounts of the process."""

from pathlib import Path

import pytest

from app.settings import Settings
from app.store import mounts, open_store
from app.store.health import warn
from app.store.migrate import migrate
from app.store.mounts import NETWORK, network_type
from app.store.sqlite import SqliteStore
from tests.app.support.log_lines import logging_as_configured

MOUNTS = r"""21 1 252:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
30 21 0:26 / /proc rw,nosuid - proc proc rw
40 21 0:40 /share /srv/nfs rw,relatime shared:9 master:1 - nfs4 host:/share rw,vers=4.2
41 40 252:2 / /srv/nfs/disk rw - xfs /dev/vdb rw
42 21 0:41 / /mnt/my\040share rw - cifs //host/share rw
43 21 0:42 / /mnt/ssh rw - fuse.sshfs me@host: rw
44 21 0:43 / /mnt/local rw - fuse.mergerfs a:b rw
45 21 0:44 / /mnt/over rw - nfs host:/a rw
46 45 0:45 / /mnt/over rw - ext4 /dev/vdc rw
47 21 0:46 / /data rw - virtiofs data rw
odd line
"""


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("/var/lib/games.db", None),
        ("/srv/nfs/games.db", "nfs4"),
        ("/srv/nfs2/games.db", None),
        ("/srv/nfs/disk/games.db", None),
        ("/mnt/my share/deep/games.db", "cifs"),
        ("/mnt/ssh/games.db", "fuse.sshfs"),
        ("/mnt/local/games.db", None),
        ("/mnt/over/games.db", None),
        ("/data/games.db", "virtiofs"),
    ],
)
def test_the_innermost_mount_counts(path: str, found: str | None) -> None:
    assert network_type(Path(path), MOUNTS) == found


def test_nothing_is_known_without_mounts() -> None:
    assert network_type(Path("/srv/games.db"), "") is None


@pytest.mark.parametrize(("kind", "told"), [("nfs4", (NETWORK,)), ("ext4", ())])
async def test_a_store_on_one_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, told: tuple[str, ...]
) -> None:
    """In what `/readyz` shows, and in a line of the log that the start writes."""
    table = tmp_path / "mountinfo"
    table.write_text(f"21 1 252:1 / / rw - ext4 /dev/vda1 rw\n40 21 0:40 / {tmp_path} rw - {kind} host:/ rw\n")
    monkeypatch.setattr(mounts, "_MOUNTS", table)
    settings = Settings(database=f"sqlite:///{tmp_path}/games.db")
    migrate(settings.database)
    store = await open_store(settings)
    assert isinstance(store, SqliteStore)
    try:
        check = await store.ready()
        assert (bool(check), check.warnings) == (True, told)
        with logging_as_configured("INFO") as lines:
            warn(check)
            assert [line["code"] for line in lines()] == list(told)
    finally:
        await store.close()
