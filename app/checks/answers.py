"""Checks: what is sent to be checked, read and answered."""

from collections.abc import Iterable, Sequence
from itertools import islice
from threading import Event
from typing import Any, cast

import orjson
from starlette.requests import ClientDisconnect

from app.contract.checks import MOST_FAULTS
from app.contract.contract import Contract
from app.contract.transcript_reader import Written, check_rules, read_sent
from app.games.options import Agreement, resolve_options
from app.games.served_game import ServedGame
from app.http.bodies import decoded, parse, validated
from app.http.cldr import figures
from app.http.problems import invalid, pointer
from rules.check import check
from rules.contract import AnyRules, Rank, Texts, ranked
from rules.faults import PLAIN, Fault, SheetFindings
from rules.texts.faults import sentence, with_faults


class _Stoppable:
    """Rules that answer until nobody waits any more: whatever is asked of them then raises `ClientDisconnect`."""

    def __init__(self, rules: AnyRules, stopped: Event) -> None:
        self._rules = rules
        self._stopped = stopped

    def __getattr__(self, name: str) -> Any:
        if self._stopped.is_set():
            raise ClientDisconnect
        return getattr(self._rules, name)


class Checker:
    """Checks what is sent about one game, for a reader of one language."""

    def __init__(self, served: ServedGame, contract: Contract, language: str) -> None:
        self._served = served
        self._contract = contract
        self._language = language
        self._stopped = Event()

    def stop(self) -> None:
        """Let what is being checked end soon, with `ClientDisconnect`; to be called from any thread."""
        self._stopped.set()

    def _rules(self, options: Any) -> AnyRules:
        """The rules by which to check."""
        rules: Any = _Stoppable(
            self._served.loose_rules(self._served.options.dump_json(options).decode()), self._stopped
        )
        return cast("AnyRules", rules)

    def answer_json(self, body: bytes) -> bytes:
        """The answer to a transcript, as an object or as text, or to filled sheets; raises `Problem`."""
        return orjson.dumps(self.answer(body))

    def answer_text(self, body: bytes, charset: str = "utf-8") -> bytes:
        """The answer to a transcript in the text notation, in that charset; raises `Problem`."""
        return orjson.dumps(self._transcript(read_sent(self._served, self._contract, b"", decoded(body, charset))))

    def answer(self, body: bytes) -> dict[str, Any]:
        """The same as a value to be written as JSON."""
        value = parse(body)
        if isinstance(value, dict) and "sheets" in value:
            return self._sheets(body, value)
        return self._transcript(read_sent(self._served, self._contract, body, value))

    def _transcript(self, written: Written) -> dict[str, Any]:
        served, transcript = self._served, written.transcript
        check_rules(served, written, "/rules_version")
        options = resolve_options(served, Agreement(transcript.options, None))
        rules = self._rules(options)
        found = check(rules, transcript, served.game.paragraphs, written.lines)
        names = transcript.seats if len(set(transcript.seats)) == len(transcript.seats) else ()
        texts = with_faults(served.game.texts_of(options))
        faults = (self._told(texts, fault, names) | _place(written, fault.place) for fault in found.faults)
        return _answer(
            faults,
            len(found.faults),
            finished=found.finished,
            totals=(found.claimed, found.totals),
            ranking=(found.claimed_ranking, found.ranking),
        )

    def _sheets(self, body: bytes, value: Any) -> dict[str, Any]:
        served = self._served
        adapter = self._contract.sheets.get(served.game.name)
        look = served.game.check_sheet
        if adapter is None or look is None:
            raise invalid("/sheets", "no_sheets", f"Filled sheets of {served.game.name} cannot be checked.")
        asked = validated(adapter, body, value)
        options = resolve_options(served, asked)
        rules = self._rules(options)
        look_at_all = served.game.check_sheets
        found: Sequence[SheetFindings]
        if look_at_all is None:
            found = [look(rules, sheet) for sheet in asked.sheets]
            ranking = _ranking([each.total for each in found])
        else:
            table = look_at_all(rules, asked.sheets)
            found, ranking = table.sheets, table.ranking
        texts = with_faults(served.game.texts_of(options))
        faults = (
            self._told(texts, fault) | {"pointer": pointer("sheets", index, *fault.place)}
            for index, each in enumerate(found)
            for fault in each.faults
        )
        claimed, right = [each.claimed for each in found], [each.total for each in found]
        return _answer(
            faults,
            sum(len(each.faults) for each in found),
            finished=all(each.full for each in found),
            totals=(None if set(claimed) == {None} else claimed, right),
            ranking=(ranking if claimed == right else _ranking(claimed), ranking),
        )

    def _told(self, texts: Texts, fault: Fault, names: Sequence[str] = ()) -> dict[str, Any]:
        made = {
            "pointer": pointer(*fault.place),
            "code": fault.code,
            "rule": fault.rule,
            "detail": sentence(texts, self._language, fault, names, figures(self._language)),
            "details": dict(fault.details),
            "claimed": self._shown(fault.claimed),
            "right": self._shown(fault.right),
        }
        return made if fault.reason is None else made | {"reason": fault.reason}

    def _shown(self, value: Any) -> Any:
        return value if isinstance(value, PLAIN) else self._served.write_move(value)


def _place(written: Written, place: tuple[str | int, ...]) -> dict[str, Any]:
    """The number of the entry at fault, and where it stands in a text."""
    part, index = place[0], int(place[1])
    places = written.entries if part == "record" else written.totals
    made: dict[str, Any] = {} if places is None else {"line": places[index].line, "column": places[index].column}
    return made | {"move": index + 1} if part == "record" else made


def _ranking(totals: Sequence[int | None]) -> tuple[Rank, ...] | None:
    known = [total for total in totals if total is not None]
    return ranked(known) if len(known) == len(totals) else None


def _answer(
    faults: Iterable[dict[str, Any]], count: int, *, finished: bool, totals: Any, ranking: Any
) -> dict[str, Any]:
    listed = list(islice(faults, MOST_FAULTS))
    return {
        "valid": not count,
        "finished": finished,
        "faults": listed,
        "more_faults": count - len(listed),
        "totals": {"claimed": totals[0], "right": totals[1]},
        "ranking": {"claimed": ranking[0], "right": ranking[1]},
    }
