"""Advisers by game and options, each with the tables that are at hand.

What takes long is done in threads, and what takes a table is solved by the solver process (`app.advice.solver`).
"""

import asyncio
import time
from collections import OrderedDict
from dataclasses import dataclass, replace
from math import ceil
from typing import Annotated

from fastapi import Depends, Request

from app.advice.shelf import Shelf, Unsolvable
from app.advice.solver import Crowded, Solver
from app.games.served_game import ServedGame
from app.http.problem_kinds import ADVICE_PREPARING, ADVICE_UNAVAILABLE, NO_ADVICE
from app.http.problems import Problem
from rules.adviser import AnyAdviser, Objective, Solution, Values

MOST_ADVISERS = 6
"""How many are kept, of up to 4 MB each (pages of tables apart) once they have answered much."""
MOST_CONES = 4
"""How many tables of positions an adviser keeps, of up to 1 MB each; they have no files."""
QUICK_SECONDS = 2.3
"""A position's own table is solved in place of the whole one where it takes no longer, 2 of these for a solver that
has to be started.
"""
MOST_SECONDS = 180.0
"""What takes longer is solved by command alone (`rollwright solve`), not for whoever asks."""
PATIENCE = 1.0
"""For how many seconds a request waits for a table before it is told to come again."""
FAILED_SECONDS = 60.0
"""For how long a table that could not be solved is not tried again."""
MOST_FAILURES = 256
TOUCH_SECONDS = 60.0
"""How often the files of tables in use are marked as such."""

State = object
Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Kept:
    """An adviser, made of one with whole tables alone (of `files`) and of the tables of positions (`cones`).

    complete: whether no table is missing whatever is asked.
    """

    adviser: AnyAdviser
    whole: AnyAdviser
    files: tuple[Solution, ...] = ()
    cones: tuple[tuple[Solution, Values], ...] = ()
    complete: bool = False
    touched: float = 0.0

    def with_file(self, solution: Solution, values: Values) -> "_Kept":
        """With one more whole table."""
        adviser = self.whole.with_table(solution, values)
        return _Kept(adviser, adviser, (*self.files, solution), complete=not adviser.solutions())

    def with_cone(self, solution: Solution, values: Values) -> "_Kept":
        """With one more table of a position; the longest unused go."""
        cones = (*self.cones[1 - MOST_CONES :], (solution, values))
        adviser = self.whole
        for each, numbers in cones:
            adviser = adviser.with_table(each, numbers)
        return replace(self, adviser=adviser, cones=cones)


class Advisers:
    """The advisers of one worker. To be used on one event loop."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.solver = Solver(shelf)
        self._kept: OrderedDict[Key, _Kept] = OrderedDict()
        self._failed: OrderedDict[str, tuple[float, str]] = OrderedDict()  # by digest: until when, and why

    def ready(
        self, served: ServedGame, options: str, state: State, objective: Objective | None = None
    ) -> AnyAdviser | None:
        """The adviser, if it is here and answers for this state; None where it takes waiting (`adviser`)."""
        key = (served.game.name, options)
        kept = self._kept.get(key)
        if kept is None or not (kept.complete or not kept.adviser.solutions(state, objective)):
            return None
        return self._used(key, kept)

    async def adviser(
        self,
        served: ServedGame,
        options: str,
        state: State,
        objective: Objective | None = None,
        *,
        whole: bool = False,
        patience: float = PATIENCE,
    ) -> AnyAdviser:
        """The adviser of a game with these options (as JSON) that answers for the objective (or the default one).

        It answers for the state and what follows from it, and with `whole` for the seats' whole games. Waits for up
        to `patience` seconds for a table to be solved. Raises the problem that the game has no adviser
        (`no-advice`), that a table is being solved (`advice-preparing`), or that none can be (`advice-unavailable`).
        """
        if served.game.adviser is None:
            raise Problem(NO_ADVICE, f"Nobody knows what the moves of {served.game.name} are worth.")
        key = (served.game.name, options)
        known = self._kept.get(key)
        if known is not None and known.complete:
            return self._used(key, known)
        kept, missing = await asyncio.to_thread(self._looked, served, options, known, state, objective)
        if missing:
            solution = self._chosen(missing[-1:] if whole else missing)
            own = solution is not missing[-1]
            values = await self._solved(solution, patience, kept=not own)
            kept = await asyncio.to_thread(kept.with_cone if own else kept.with_file, solution, values)
        return self._used(key, kept)

    async def looked(
        self, served: ServedGame, options: str, state: State, objective: Objective | None = None
    ) -> tuple[AnyAdviser, tuple[Solution, ...]]:
        """The adviser with what is in the folder, and the missing tables of which any would answer; solves nothing.

        Raises the problem that the game has no adviser (`no-advice`).
        """
        if served.game.adviser is None:
            raise Problem(NO_ADVICE, f"Nobody knows what the moves of {served.game.name} are worth.")
        key = (served.game.name, options)
        kept, missing = await asyncio.to_thread(self._looked, served, options, self._kept.get(key), state, objective)
        return self._used(key, kept), missing

    async def stop(self) -> None:
        """Stop solving."""
        await self.solver.stop()

    def _used(self, key: Key, kept: _Kept) -> AnyAdviser:
        """Keep it as the one that was used last."""
        now = time.monotonic()
        if now - kept.touched > TOUCH_SECONDS:
            kept = replace(kept, touched=now)
            for solution in kept.files:
                self.shelf.touch(solution)
        self._kept[key] = kept
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_ADVISERS:
            self._kept.popitem(last=False)
        return kept.adviser

    def _looked(
        self, served: ServedGame, options: str, known: _Kept | None, state: State, objective: Objective | None
    ) -> tuple[_Kept, tuple[Solution, ...]]:
        """The adviser with the table that it takes if that is in the folder by now, and else the missing ones."""
        if known is None:
            assert served.game.adviser is not None  # noqa: S101 - was looked at
            adviser = served.game.adviser(served.options.validate_json(options))
            known = _Kept(adviser, adviser, complete=not adviser.solutions())
        missing = known.adviser.solutions(state, objective)
        for solution in missing[-1:]:
            values = self.shelf.find(solution)
            if values is not None:
                return known.with_file(solution, values), ()
        return known, missing

    def _chosen(self, missing: tuple[Solution, ...]) -> Solution:
        """Which table to solve: a small one of the position, else the whole, else the position's all the same.

        Raises the problem that none can be solved here.
        """
        why = ""
        for solution in (*(each for each in missing[:-1] if each.seconds <= QUICK_SECONDS), *reversed(missing)):
            why = self._hindrance(solution)
            if not why:
                return solution
        raise unavailable(why)

    def _hindrance(self, solution: Solution) -> str:
        """Why the table is not solved on request; empty where it may be."""
        if solution.seconds > MOST_SECONDS:
            return f"it takes about {solution.seconds:.0f} s, which is for the operator (`rollwright solve`)"
        try:
            self.shelf.check_room(solution)
        except Unsolvable as error:
            return str(error)
        until, why = self._failed.get(solution.digest, (0.0, ""))
        return why if time.monotonic() < until else ""

    async def _solved(self, solution: Solution, patience: float, *, kept: bool) -> Values:
        try:
            job = self.solver.want(solution, kept=kept)
        except Crowded as crowded:
            raise preparing(0.0, crowded.seconds) from None
        try:
            return await asyncio.wait_for(asyncio.shield(job.done), patience)
        except TimeoutError:
            raise preparing(job.progress, self.solver.wait_of(job)) from None
        except Unsolvable as error:
            self._failed[solution.digest] = (time.monotonic() + FAILED_SECONDS, str(error))
            if len(self._failed) > MOST_FAILURES:
                self._failed.popitem(last=False)
            raise unavailable(str(error)) from None


def unavailable(why: str) -> Problem:
    """The problem that there is no table and none can be solved."""
    return Problem(ADVICE_UNAVAILABLE, f"There is no table for this, and none is made here: {why}.")


def preparing(progress: float, seconds: float) -> Problem:
    """The problem that a table is being solved: how much of it is done, and in about how many seconds it is."""
    wait = max(1, ceil(seconds))
    detail = f"The table is {progress:.0%} done; about {wait} s are left."
    return Problem(ADVICE_PREPARING, detail, headers={"Retry-After": str(wait)}, progress=round(progress, 2))


async def _advisers(request: Request) -> Advisers:
    advisers: Advisers = request.app.state.advisers
    return advisers


AdvisersDep = Annotated[Advisers, Depends(_advisers)]
"""The advisers of the service that was asked."""
