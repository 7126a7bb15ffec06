"""The solver process: `python -m rules.advice.solve` works out the tables that standard input asks for.

It is the only process that imports numba and numpy, by the name of the solver's module in a `Solution`. A line of
JSON asks for a table: `solution`, and the `path` where its file is to be. It is answered by a line of JSON: `{}` once
the file is there, `{"lacking": true}` for want of the extra `advice`, or what `failed`. The process ends with its
input, or when nothing was asked for a while: what it has loaded takes some 200 MB.
"""

import json
import os
import select
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from rules.advice import tables
from rules.adviser import Solution

NEEDS = ("numba", "numpy", "llvmlite")
"""What the extra `advice` brings."""
IDLE_SECONDS = 60
NICENESS = 10
"""Solving may take minutes; what serves goes first."""


def main() -> None:
    """Answer what standard input asks for."""
    os.nice(NICENESS)
    while select.select([sys.stdin], [], [], IDLE_SECONDS)[0]:
        line = sys.stdin.readline()
        if not line:
            return
        sys.stdout.write(json.dumps(answer(json.loads(line))) + "\n")
        sys.stdout.flush()


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """Solve what is asked for and write its table."""
    fields = asked["solution"]
    solution = Solution(**{**fields, "shape": tuple(fields["shape"])})
    try:
        solver = import_module(solution.solver)
        tables.write(Path(asked["path"]), solution, solver.solve(solution.task))
    except ModuleNotFoundError as error:
        if error.name in NEEDS:
            return {"lacking": True}
        return {"failed": str(error)}
    except Exception as error:  # noqa: BLE001 - whatever it was, who asked is told
        return {"failed": f"{type(error).__name__}: {error}"}
    return {}


if __name__ == "__main__":
    main()
