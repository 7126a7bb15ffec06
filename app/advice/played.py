"""What a transcript says was played, where it is by the rules: the record of it, and the options."""

from typing import Any, NamedTuple

from app.contract.transcript_reader import Written, check_rules
from app.games.options import Agreement, resolve_options
from app.games.served_game import ServedGame
from app.http.cldr import figures
from app.http.problem_kinds import UNPLAYABLE_TRANSCRIPT
from app.http.problems import Problem
from rules.check import check
from rules.contract import AnyRules, Played
from rules.faults import Fault
from rules.texts.faults import sentence, with_faults


class Game(NamedTuple):
    """A game that was played: its options as JSON, its rules, the seats' names, and its moves and resignations."""

    options: str
    rules: AnyRules
    names: tuple[str, ...]
    record: list[Played[Any]]


def played(served: ServedGame, written: Written) -> Game:
    """The game of a transcript; wrong points and totals do not matter.

    Raises `unplayable-transcript` at the first entry that is against the rules: nobody knows what was played then.
    """
    transcript = written.transcript
    check_rules(served, written, f"{written.at}/rules_version")
    agreed = resolve_options(served, Agreement(transcript.options, None))
    options = served.options.dump_json(agreed).decode()
    rules = served.loose_rules(options)
    for fault in check(rules, transcript, served.game.paragraphs, written.lines).faults:
        if fault.place[0] == "record" and not fault.code.startswith("wrong_points"):
            raise _unplayable(served, agreed, written, fault)
    record = [Played(each.kind, each.seat, each.move, each.dice) for each in transcript.entries]
    return Game(options, rules, transcript.seats, record)


def _unplayable(served: ServedGame, options: Any, written: Written, fault: Fault) -> Problem:
    def said(language: str) -> str:
        return sentence(with_faults(served.game.texts_of(options)), language, fault, (), figures(language))

    _, index, *part = fault.place
    place = written.entry(int(index), *map(str, part))
    reason = fault.reason or fault.code
    return Problem(UNPLAYABLE_TRANSCRIPT, said, **place, reason=reason, rule=fault.rule, details=dict(fault.details))
