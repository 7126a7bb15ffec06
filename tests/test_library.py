"""Every example of docs/library.md prints what the page shows."""

import subprocess
import sys
from itertools import pairwise

import pytest

from tests.test_readme import BLOCK, ROOT, shown_like

BLOCKS = BLOCK.findall((ROOT / "docs" / "library.md").read_text("utf-8"))
EXAMPLES = [
    pytest.param(code, shown, id=f"{number}")
    for number, ((kind, code), (_, shown)) in enumerate(pairwise(BLOCKS))
    if kind == "python"
]


@pytest.mark.parametrize(("code", "shown"), EXAMPLES)
def test_an_example_prints_what_is_shown(code: str, shown: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-"], input=code, capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    for line, said in zip(shown.splitlines(), done.stdout.splitlines(), strict=True):
        assert shown_like(line).fullmatch(said), (line, said)


def test_every_example_has_its_answer() -> None:
    assert [kind for kind, _ in BLOCKS] == ["python", "text"] * len(EXAMPLES)
    assert len(EXAMPLES) == 8
