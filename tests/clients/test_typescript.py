"""The TypeScript client compiles, with its tests of types, and its own tests pass against a real service."""

import os
import re
import subprocess

import pytest

from tests.clients.conftest import TYPESCRIPT
from tests.support.patience import PATIENCE


@pytest.mark.usefixtures("typescript")
def test_its_own_tests(address: str) -> None:
    done = subprocess.run(
        ["/usr/bin/env", "npm", "test", "--silent"],
        cwd=TYPESCRIPT[0],
        env=os.environ | {"ROLLWRIGHT_URL": address},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    passed = re.search(r"^# pass (\d+)$", done.stdout, re.MULTILINE)
    assert passed is not None
    assert int(passed[1]) >= 20
