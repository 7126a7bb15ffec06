"""Opening with a transcript: what was played at the table is refereed again, and can be played on."""

import asyncio
from collections.abc import Callable
from typing import Any, NoReturn

import orjson
from pydantic import ValidationError

from app.contract.contract import Contract
from app.contract.transcript_reader import Written, check_rules, read_json, read_text, unreadable
from app.contract.transcripts import MAX_ENTRIES
from app.games.options import Agreement, resolve_options
from app.games.served_game import ServedGame
from app.http.bodies import validated, validated_record
from app.http.cldr import figures
from app.http.problem_kinds import UNPLAYABLE_TRANSCRIPT
from app.http.problems import Problem, Sentence, invalid, invalid_fields
from app.sessions import bot_seats, record
from app.sessions.opening import Caller, NewSession, Opened, open_once, wanted_of, with_bots
from app.sessions.service import Sessions
from app.store.rows import EntryRow, SessionRow
from rules.contract import AnyRules, Illegal, Step
from rules.faults import Fault
from rules.notation import NotationError, game_of
from rules.referee import points_rule
from rules.texts.faults import sentence, with_faults
from rules.transcript import Entry, Transcript

AT = "/transcript"


async def open_transcript(sessions: Sessions, contract: Contract, body: bytes, value: Any, sender: Caller) -> Opened:
    """Open the session that a request with a transcript asks for; `value` is the JSON value of its body."""
    served, wanted, written = await asyncio.to_thread(_wanted, sessions, contract, body, value)
    return await open_once(sessions, served, wanted, sender, lambda row: replayed(served, row, written))


def _wanted(
    sessions: Sessions, contract: Contract, body: bytes, value: Any
) -> tuple[ServedGame, NewSession, Written]:
    asked = _validated(contract, body, value)
    served, written = _read(sessions, contract, asked.transcript)
    transcript = written.transcript
    if len(transcript.entries) > MAX_ENTRIES:
        detail = f"A session opens with {MAX_ENTRIES} entries at most, not {len(transcript.entries)}."
        raise invalid(AT if written.is_text else f"{AT}/record", "too_long", detail)
    check_rules(served, written, AT if written.is_text else f"{AT}/rules_version")
    _agrees(served, asked, transcript)
    options = _options(served, Agreement(transcript.options, None), lambda at: AT if written.is_text else AT + at)
    wanted = wanted_of(asked, options, transcript.seats)
    return served, with_bots(wanted, served, transcript.bots, asked.pause_ms, f"{AT}/seats"), written


def _validated(contract: Contract, body: bytes, value: Any) -> Any:
    """The request as the contract has it."""
    adapter, document = contract.transcript_request, value["transcript"]
    if not isinstance(document, dict) or not isinstance(document.get("record"), list):
        return validated(adapter, body, value)
    game = document.get("game")
    entries = contract.records.get(game) if isinstance(game, str) else None
    asked, record = validated_record(adapter, entries, value, ("transcript", "record"))
    return asked.model_copy(update={"transcript": asked.transcript.model_copy(update={"record": record})})


def _read(sessions: Sessions, contract: Contract, sent: Any) -> tuple[ServedGame, Written]:
    served_games = sessions.referee.games.served_games
    if not isinstance(sent, str):
        return served_games[sent.game], read_json(contract, sent, AT)
    try:
        name = game_of(sent)
    except NotationError as fault:
        raise unreadable(fault, AT) from None
    if name not in served_games:
        raise invalid(AT, "unknown_game", f"There is no game named {name!r}; there are {', '.join(served_games)}.")
    return served_games[name], read_text(served_games[name], sent, AT)


def _agrees(served: ServedGame, asked: Any, transcript: Transcript[Any, Any]) -> None:
    """Refuse fields of the request that say other than the transcript."""
    if asked.game not in (None, transcript.game):
        raise invalid("/game", "contradiction", f"The transcript is of {transcript.game}.")
    if asked.preset is not None and asked.preset not in served.game.presets:
        known = ", ".join(served.game.presets) or "none"
        raise invalid("/preset", "unknown_preset", f"{served.game.name} has no such preset; it has: {known}.")
    if asked.options is not None or asked.preset is not None:
        try:
            given = None if asked.options is None else served.options.validate_json(orjson.dumps(asked.options))
        except ValidationError as error:
            raise invalid_fields(error, asked.options, ("options",)) from None
        if _options(served, Agreement(given, asked.preset)) != transcript.options:
            at = "/options" if asked.preset is None else "/preset"
            raise invalid(at, "contradiction", "The transcript was played with other options.")
    if asked.seats is not None and tuple(seat.name for seat in asked.seats) != transcript.seats:
        raise invalid("/seats", "contradiction", f"The transcript has the seats {', '.join(transcript.seats)}.")


def _options(served: ServedGame, agreement: Agreement, place: Callable[[str], str] = str) -> Any:
    """The options agreed on, or the problem with them at what `place` makes of its pointer."""
    try:
        return resolve_options(served, agreement)
    except Problem as problem:
        faults = [fault | {"pointer": place(fault["pointer"])} for fault in problem.members["errors"]]
        raise Problem(problem.kind, problem.detail, errors=faults) from None


def replayed(served: ServedGame, row: SessionRow, written: Written) -> tuple[SessionRow, list[EntryRow]]:
    """A session that was just opened, after the entries of a transcript, and its record then.

    Raises the problem at the first entry that the rules refuse or that claims what is not so.
    """
    transcript = written.transcript
    rules = served.rules(row.options)
    state = rules.start(len(transcript.seats))
    throws = [0] * len(transcript.seats)
    entries: list[EntryRow] = []
    for index, entry in enumerate(transcript.entries):
        step = _step(served, rules, state, written, index)
        move = None if entry.move is None else served.move_json(entry.move).decode()
        points = None if entry.move is None else step.points
        events = served.events_json(step.events) if step.events else None
        faces = "".join(map(str, entry.dice))
        by, hinted = bot_seats.BOT if entry.by_bot else "host", 1 if entry.hinted else None
        entries.append(
            EntryRow(index + 1, row.created_at, entry.kind, entry.seat, by, move, faces, points, events, hinted)
        )
        throws[entry.seat] += bool(entry.dice)
        state = step.state
    for seat, (said, right) in enumerate(zip(transcript.totals or (), rules.totals(state), strict=False)):
        if said != right:
            rule = served.game.paragraphs.get("wrong_total")
            _refuse(written.total(seat), _sentence(served, "wrong_total", said, right), "wrong_total", rule)
    after = row._replace(
        version=len(entries),
        status="active" if rules.outcome(state) is None else "finished",
        throws=record.text(throws),
        state=served.state_json(state).decode(),
    )
    return record.with_clocks(served, after, state, row.created_at), entries


def _step(served: ServedGame, rules: AnyRules, state: Any, written: Written, index: int) -> Step[Any]:
    """What an entry does, held to the rules and to what it claims."""
    entry: Entry[Any] = written.transcript.entries[index]
    place, paragraphs = written.entry(index), served.game.paragraphs
    if entry.skipped:
        if entry.seat not in rules.to_move(state):
            _refuse(place, "The seat is not to move.", "out_of_turn", paragraphs.get("out_of_turn"))
        return Step(rules.void(state, entry.seat), None, ())
    if entry.move is None:
        if rules.outcome(state) is not None or entry.seat in rules.resigned(state):
            _refuse(place, "The seat can leave no more.", "resigned", paragraphs.get("left_before"))
        return rules.withdraw(state, entry.seat)
    count = rules.throws(state, entry.seat, entry.move)
    if isinstance(count, int) and len(entry.dice) != count:
        said = _sentence(served, "wrong_dice_count", len(entry.dice), count)
        _refuse(place, said, "dice_count", paragraphs.get("wrong_dice_count"))
    step = rules.apply(state, entry.seat, entry.move, entry.dice)
    if isinstance(step, Illegal):
        raise _illegal(served, step, place, written.transcript.options)
    if entry.points is not None and entry.points != (step.points or 0):
        said = _sentence(served, "wrong_points", entry.points, step.points or 0)
        _refuse(written.entry(index, "points"), said, "wrong_points", points_rule(paragraphs, entry.move, step))
    if entry.bust and not any(event.type == "bust" for event in step.events):
        _refuse(written.entry(index, "bust"), "This is no bust.", "wrong_bust", paragraphs.get("wrong_bust"))
    return step


def _sentence(served: ServedGame, code: str, claimed: int, right: int) -> Sentence:
    """What a check says of such a fault."""
    return lambda language: sentence(
        with_faults(served.game.texts), language, Fault((), code, claimed=claimed, right=right), (), figures(language)
    )


def _refuse(place: dict[str, Any], said: str | Sentence, reason: str, rule: str | None) -> NoReturn:
    raise Problem(UNPLAYABLE_TRANSCRIPT, said, **place, reason=reason, rule=rule, details={})


def _illegal(served: ServedGame, illegal: Illegal, place: dict[str, Any], options: Any) -> Problem:
    def said(language: str) -> str | None:
        texts = served.game.texts_of(options)
        return texts.sentence(language, f"reason.{illegal.reason}", illegal.details, (), figures(language))

    details = dict(illegal.details)
    return Problem(UNPLAYABLE_TRANSCRIPT, said, **place, reason=illegal.reason, rule=illegal.rule, details=details)
