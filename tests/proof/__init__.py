"""The service's guarantees, tried on real processes and stores that are harmed meanwhile (see conftest.py)."""

import os


def rounds(short: int, long: int) -> int:
    """How often something is done: `long` with ROLLWRIGHT_PROOF=long in the environment."""
    return long if os.environ.get("ROLLWRIGHT_PROOF") == "long" else short
