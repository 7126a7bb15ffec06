"""Analyses: games that were played, judged by their advisers, as JSON."""

import asyncio
from collections.abc import Sequence
from threading import Event
from typing import Any, cast

import orjson
from starlette.requests import ClientDisconnect

from app.advice.advisers import Advisers
from app.advice.played import Game, played
from app.advice.questions import DIGITS, no_advice
from app.contract.advice import DEAREST
from app.contract.contract import Contract
from app.contract.transcript_reader import read_sent
from app.games.served_game import ServedGame
from app.http.bodies import decoded, parse
from app.http.problems import invalid, invalid_parameter
from rules.advice.advise import SIGNS, chosen_objective
from rules.advice.analysis import Analysis, Judged, analyse
from rules.adviser import AnyAdviser, Objective

MOST_ENTRIES = 5000
"""How many entries are analysed at once, at some milliseconds each."""


class _Stoppable:
    """An adviser that answers until nobody waits any more: whatever is asked of it then raises `ClientDisconnect`."""

    def __init__(self, adviser: AnyAdviser, stopped: Event) -> None:
        self._adviser = adviser
        self._stopped = stopped

    def __getattr__(self, name: str) -> Any:
        if self._stopped.is_set():
            raise ClientDisconnect
        return getattr(self._adviser, name)


class Analyser:
    """Analyses what is sent about one game. Its answers are made in threads, while the event loop goes on."""

    def __init__(
        self, served: ServedGame, contract: Contract, advisers: Advisers, objective: Objective | None
    ) -> None:
        self._served = served
        self._contract = contract
        self._advisers = advisers
        self._objective = objective
        self._loop = asyncio.get_running_loop()
        self._stopped = Event()

    def stop(self) -> None:
        """Let what is being analysed end soon, with `ClientDisconnect`; to be called from any thread."""
        self._stopped.set()

    def answer_json(self, body: bytes) -> bytes:
        """The answer to a transcript, as an object or as text; raises `Problem`."""
        return orjson.dumps(self.answer(body))

    def answer_text(self, body: bytes, charset: str = "utf-8") -> bytes:
        """The answer to a transcript in the text notation, in that charset; raises `Problem`."""
        return orjson.dumps(self._analysis(b"", decoded(body, charset)))

    def answer(self, body: bytes) -> dict[str, Any]:
        """The same as a value to be written as JSON."""
        return self._analysis(body, parse(body))

    def _analysis(self, body: bytes, value: Any) -> dict[str, Any]:
        served = self._served
        if served.game.adviser is None:
            raise no_advice(served)
        written = read_sent(served, self._contract, body, value)
        if len(written.transcript.entries) > MOST_ENTRIES:
            said = f"A game of {MOST_ENTRIES} entries at most is analysed, not of {len(written.transcript.entries)}."
            raise invalid("" if written.is_text else "/record", "too_long", said)
        game = played(served, written)
        hinted = [entry.hinted for entry in written.transcript.entries]
        state = game.rules.start(len(game.names))
        asked = self._advisers.adviser(served, game.options, state, self._objective, whole=True)
        adviser = asyncio.run_coroutine_threadsafe(asked, self._loop).result()
        return analysis(served, self._stoppable(adviser), game, self._objective, hinted)

    def _stoppable(self, adviser: AnyAdviser) -> AnyAdviser:
        stoppable: Any = _Stoppable(adviser, self._stopped)
        return cast("AnyAdviser", stoppable)


def analysis(
    served: ServedGame,
    adviser: AnyAdviser,
    game: Game,
    objective: Objective | None,
    hinted: Sequence[bool],
    versions: Sequence[int] = (),
) -> dict[str, Any]:
    """The analysis as a value to be written as JSON, by an adviser that answers for whole games.

    versions: of a session, by entry, which one it made. Raises the problem with the objective.
    """
    rules, state = game.rules, game.rules.start(len(game.names))
    try:
        chosen = chosen_objective(adviser, state, 0, objective)
    except ValueError as error:
        raise invalid_parameter("objective", "objective", f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
    found = analyse(rules, adviser, len(game.names), game.record, chosen)
    return {
        "game": served.game.name,
        "objective": chosen,
        "objectives": adviser.objectives(state, 0),
        "method": adviser.method(state, 0, chosen),
        "spread": adviser.spread(chosen),
        "finished": found.finished,
        "seats": [
            {
                "seat": seat.seat,
                "name": game.names[seat.seat],
                **seat.figures(),
                "dearest": [each.entry for each in found.dearest(seat.seat, DEAREST)],
            }
            for seat in found.seats
        ],
        "entries": [
            _entry(served, found, each)
            | ({"version": versions[each.entry]} if versions else {})
            | ({"hinted": True} if hinted[each.entry] else {})
            for each in found.entries
        ],
    }


def _entry(served: ServedGame, found: Analysis[Any], judged: Judged[Any]) -> dict[str, Any]:
    worth, decision, throw = judged.worth, None, None
    if judged.label is not None and worth is not None:
        decision = {
            "value": worth + SIGNS[found.objective] * judged.loss,
            "played": worth,
            "loss": judged.loss,
            "label": judged.label,
            "best": served.write_move(judged.best),
        }
    if judged.dice:
        throw = {"before": worth, "after": judged.after, "luck": judged.luck}
    return {
        "entry": judged.entry,
        "seat": judged.seat,
        "move": None if judged.move is None else served.write_move(judged.move),
        "dice": list(judged.dice),
        "decision": decision,
        "throw": throw,
        "values": [round(each, DIGITS) for each in judged.values],
    }
