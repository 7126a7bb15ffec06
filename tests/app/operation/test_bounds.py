"""The bounds that operators are told of are those that hold."""

from pathlib import Path

from app import settings
from app.contract import checks, transcripts
from app.http import bodies, problems
from rules import throws
from rules.transcript import MOST_ENTRIES

TOLD = (Path(__file__).parents[3] / "docs/operations.md").read_text().partition("## What clients cannot do")[2]
KIB, MIB = 1024, 1024 * 1024


def test_bounds_are_told_as_they_are() -> None:
    default = settings.Settings.model_fields
    for bound in (
        f"{default['head_seconds'].default:.0f} s; {default['body_seconds'].default:.0f} s",
        f"{settings.HEADER_LIMIT // KIB} KiB; {settings.BODY_LIMIT // KIB} KiB; {transcripts.BODY_LIMIT // MIB} MiB",
        f"{checks.MOST_LINES:,} lines and {checks.MOST_BYTES // MIB} MiB",
        f"{bodies.MOST_FIELDS} fields; {bodies.MOST_ITEMS:,} items; {problems.MOST_LISTED}",
        f"{int(default['limit_checks'].default.partition('/')[0]):,} a minute",
        f"{default['max_streams'].default} (",
        f"{MOST_ENTRIES:,}",
        f"{throws.MOST_BYTES // MIB} MiB",
    ):
        assert bound in TOLD, bound
