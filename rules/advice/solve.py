"""The solver process: `python -m rules.advice.solve PATH` works out the table that standard input describes.

It is the only process that imports numba and numpy, by the name of the solver's module in the `Solution`, which it
reads as JSON; it writes the table to PATH.
"""

import json
import sys
from importlib import import_module
from pathlib import Path

from rules.advice import tables
from rules.adviser import Solution

NEEDS = ("numba", "numpy", "llvmlite")
"""What the extra `advice` brings."""
LACKING = 3
"""The exit status of a process that lacks the extra."""


def main() -> None:
    """Read a solution from standard input, and write its table to the path on the command line."""
    path = Path(sys.argv[1])
    fields = json.load(sys.stdin)
    solution = Solution(**{**fields, "shape": tuple(fields["shape"])})
    try:
        solver = import_module(solution.solver)
    except ModuleNotFoundError as error:
        if error.name not in NEEDS:
            raise
        sys.exit(LACKING)
    tables.write(path, solution, solver.solve(solution.task))


if __name__ == "__main__":
    main()
