"""Solved tables as files: a header that says what they hold, the numbers, and a digest over these.

A file begins with the line `rollwright-table-1`, then a line of JSON (name, digest of what was solved, solver and its
version, dtype, shape, sha256 of the numbers), filled up with spaces so that the numbers begin at a multiple of 64
bytes. Numbers are little-endian IEEE 754, in C order. A file is written aside and renamed, so that nobody ever
reads half of one.
"""

import json
import math
import mmap
import os
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from rules.adviser import Solution, Values

MAGIC = b"rollwright-table-1\n"
SUFFIX = ".table"
ALIGNMENT = 64
HEADER_LIMIT = 4096
SIZES = {"f4": 4, "f8": 8}
CHUNK = 1 << 20


class Unreadable(ValueError):
    """A file that is not the table it should be."""


def file_name(solution: Solution) -> str:
    """The name of the table's file in any folder."""
    return f"{solution.name}-{solution.digest[:20]}-{solution.version}{SUFFIX}"


def size(solution: Solution) -> int:
    """The bytes of the table's numbers."""
    return math.prod(solution.shape) * SIZES[solution.dtype]


def write(path: Path, solution: Solution, numbers: Any) -> None:
    """Write the numbers (anything with a buffer of the right size) aside, and put the file in its place."""
    data = memoryview(numbers).cast("B")
    if data.nbytes != size(solution):
        raise ValueError(f"{data.nbytes} bytes, not {size(solution)}")
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.stem}-", delete=False) as file:
        try:
            file.write(_header(solution, sha256(data).hexdigest()))
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            Path(file.name).chmod(0o644)
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


def read(path: Path, solution: Solution) -> Values:
    """The numbers of the file, mapped into memory; `Unreadable` where they are not those of the solution, whole.

    Raises FileNotFoundError where there is no such file.
    """
    if sys.byteorder != "little":
        raise Unreadable("tables are read on little-endian machines alone")
    with path.open("rb") as file:
        start = file.read(len(MAGIC) + HEADER_LIMIT)
        if not start.startswith(MAGIC):
            raise Unreadable(f"{path} is no table")
        try:
            header = json.loads(start[len(MAGIC) : start.index(b"\n", len(MAGIC))])
            digest = header["sha256"]
        except (ValueError, KeyError, TypeError):
            raise Unreadable(f"{path} has no header") from None
        expected = _header(solution, digest)
        if start[: len(expected)] != expected:
            raise Unreadable(f"{path} holds another table")
        if os.fstat(file.fileno()).st_size != len(expected) + size(solution):
            raise Unreadable(f"{path} is cut off")
        numbers = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))[len(expected) :]
    found = sha256()
    for begin in range(0, numbers.nbytes, CHUNK):
        found.update(numbers[begin : begin + CHUNK])
    if found.hexdigest() != digest:
        raise Unreadable(f"{path} is damaged")
    return numbers.cast("d") if solution.dtype == "f8" else numbers.cast("f")


def _header(solution: Solution, digest: str) -> bytes:
    fields = {
        "name": solution.name,
        "digest": solution.digest,
        "solver": solution.solver,
        "version": solution.version,
        "dtype": solution.dtype,
        "shape": list(solution.shape),
        "sha256": digest,
    }
    text = MAGIC + json.dumps(fields, separators=(",", ":")).encode()
    return text + b" " * (-(len(text) + 1) % ALIGNMENT) + b"\n"
