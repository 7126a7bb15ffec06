"""Network file systems: whether a SQLite file lies on one, whose locks and syncs SQLite cannot rely on."""

import re
from pathlib import Path

NETWORK = "network-filesystem"
"""The code of the warning."""

_TYPES = frozenset(
    (
        *("9p", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "gfs", "gfs2", "glusterfs", "gpfs", "lustre"),
        *("ncpfs", "nfs", "nfs4", "ocfs2", "orangefs", "pvfs2", "smb3", "smbfs", "virtiofs"),
    )
)
_FUSE = ("fuse.ceph", "fuse.davfs", "fuse.gcsfuse", "fuse.glusterfs", "fuse.rclone", "fuse.s3fs", "fuse.sshfs")
_MOUNTS = Path("/proc/self/mountinfo")
_ESCAPE = re.compile(r"\\([0-7]{3})")


def network_type(path: Path, mountinfo: str) -> str | None:
    """The type of the network file system that an absolute path lies on, None where it is a local one.

    mountinfo: as proc(5) has it, a mount a line: five fields of which the last is the mount point, options up to a
    lone hyphen, and the type. The longest mount point that holds the path counts, of equal ones the last.
    """
    depth, found = -1, ""
    for line in mountinfo.splitlines():
        before, _, after = line.partition(" - ")
        _, _, _, _, mount, *_ = *before.split(" "), *[""] * 5
        types = after.split(" ")
        if mount and types[0]:
            point = Path(_ESCAPE.sub(lambda code: chr(int(code[1], 8)), mount))
            if len(point.parts) >= depth and path.is_relative_to(point):
                depth, found = len(point.parts), types[0]
    return found if found in _TYPES or found.startswith(_FUSE) else None


def warnings(path: Path) -> tuple[str, ...]:
    """What is to be said of the place of a file; nothing where the system does not tell."""
    try:
        mounts = _MOUNTS.read_text("utf-8", "surrogateescape")
    except OSError:
        return ()
    return (NETWORK,) if network_type(path.resolve(), mounts) else ()
