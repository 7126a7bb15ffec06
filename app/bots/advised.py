"""What bots know about right play: the adviser of a game and its options, with a table good enough to play by.

A bot plays for the first objective whose table is at hand. Of the tables that are missing the quickest is solved;
the others are used where they are in the folder, so that nobody makes the service solve duels for minutes.
"""

import asyncio
from collections import OrderedDict
from typing import Any

from app.advice.advisers import Advisers
from app.games.served_game import ServedGame
from app.store.rows import SessionRow
from rules.adviser import AnyAdviser, Objective

KEPT = 64
"""Of how many games with their options and seats it is known what their bots play for."""

PATIENCE = 2.0
"""For how many seconds an opening waits for a table, before it is told to come again."""

Key = tuple[str, str, int]


class Advised:
    """The advisers of one worker, as its bots use them."""

    def __init__(self, advisers: Advisers) -> None:
        self._advisers = advisers
        self._objectives: OrderedDict[Key, Objective] = OrderedDict()

    def ready(self, served: ServedGame, row: SessionRow, state: Any) -> AnyAdviser | None:
        """The adviser, if it can be used at once; None where it takes waiting (`prepared`)."""
        objective = self._objectives.get(_key(served, row.options, row.throws.count(",") + 1))
        return None if objective is None else self._advisers.ready(served, row.options, state, objective)

    async def prepared(
        self, served: ServedGame, options: str, state: Any, seats: int, patience: float = PATIENCE
    ) -> None:
        """Make the adviser ready for a session of so many seats.

        Raises the problem that a table is being solved (`advice-preparing`) or that none can be
        (`advice-unavailable`).
        """
        key = _key(served, options, seats)
        objective = self._objectives.get(key) or await self._chosen(served, options, state)
        await self._advisers.adviser(served, options, state, objective, whole=True, patience=patience)
        self._objectives[key] = objective
        self._objectives.move_to_end(key)
        if len(self._objectives) > KEPT:
            self._objectives.popitem(last=False)

    async def _chosen(self, served: ServedGame, options: str, state: Any) -> Objective:
        """What to play for: the default objective if its table is there, else the one that is solved soonest."""
        adviser, missing = await self._advisers.looked(served, options, state)
        if missing:
            return await asyncio.to_thread(_quickest, served, options, state)
        return adviser.objectives(state, 0)[0]


def _key(served: ServedGame, options: str, seats: int) -> Key:
    return served.game.name, options, seats


def _quickest(served: ServedGame, options: str, state: Any) -> Objective:
    """The objective of the game whose table is solved soonest. None counts that takes no table: it looks no further
    than a turn where others need one.
    """
    assert served.game.adviser is not None  # noqa: S101 - has been looked at
    adviser = served.game.adviser(served.options.validate_json(options))
    wanted = {each: adviser.solutions(state, each) for each in adviser.objectives(state, 0)}
    return min((each for each in wanted if wanted[each]), key=lambda each: wanted[each][-1].seconds)
