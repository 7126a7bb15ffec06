"""Questions about a position: what a request asks for, and the answer to it."""

from typing import Any, NamedTuple

import orjson

from app.advice.played import played
from app.contract.advice import MOST_MOVES
from app.contract.contract import Contract
from app.contract.transcript_reader import Written, read_sent
from app.games.options import resolve_options
from app.games.served_game import ServedGame
from app.http.bodies import parse, validated, written
from app.http.problem_kinds import INVALID_FIELDS, NO_ADVICE, POSITION_IMPOSSIBLE
from app.http.problems import Problem, invalid, invalid_parameter, pointer
from rules.advice.advise import chosen_objective, ranked_moves
from rules.advice.analysis import label
from rules.adviser import AnyAdviser, Objective
from rules.contract import AnyRules
from rules.faults import Impossible
from rules.fold import replay

DIGITS = 6
"""Behind the point, of values that are told: of points a millionth, of chances a ten-thousandth of a percent."""
TRANSCRIPT = "transcript"


class Question(NamedTuple):
    """A position that is asked about: its game's options as JSON, its rules, the state, whose moves, for what."""

    options: str
    rules: AnyRules
    state: Any
    seat: int
    objective: Objective | None
    top: int = MOST_MOVES


def read_question(served: ServedGame, contract: Contract, body: bytes) -> Question:
    """The question of a request's body; raises the problem with it."""
    adapter = contract.advise.get(served.game.name)
    if adapter is None:
        raise no_advice(served)
    value = parse(body)
    sent = value.get(TRANSCRIPT) if isinstance(value, dict) else None
    if sent is not None:
        value = {name: each for name, each in value.items() if name != TRANSCRIPT}
        body = written(value)
    asked = validated(adapter, body, value)
    position = getattr(asked, "position", None)
    if sent is None:
        if position is None or served.game.positions is None:
            raise invalid("/position", "missing", "A position is needed, or a transcript that leads to it.")
        options = served.options.dump_json(resolve_options(served, asked)).decode()
        rules = served.loose_rules(options)
        try:
            state = served.game.positions.state(rules, position)
        except Impossible as error:
            raise impossible(str(error), "position", *error.place) from None
        seat = _seat(rules, state, asked.seat)
        return Question(options, rules, state, seat, asked.objective, asked.top)
    for name, given in (
        ("position", position),
        ("options", asked.options),
        ("preset", getattr(asked, "preset", None)),
    ):
        if given is not None:
            raise invalid(pointer(name), "beside_transcript", "The transcript says it already.")
    game = played(served, _transcript(served, contract, sent))
    state = replay(game.rules, len(game.names), game.record)
    if not game.rules.to_move(state):
        raise impossible("The game is over.", TRANSCRIPT)
    return Question(game.options, game.rules, state, _seat(game.rules, state, asked.seat), asked.objective, asked.top)


def _transcript(served: ServedGame, contract: Contract, sent: Any) -> Written:
    at = pointer(TRANSCRIPT)
    try:
        return read_sent(served, contract, orjson.dumps(sent), sent)._replace(at=at)
    except Problem as problem:
        if problem.kind is not INVALID_FIELDS:
            raise
        errors = [{**fault, "pointer": at + fault["pointer"]} for fault in problem.members["errors"]]
        raise Problem(INVALID_FIELDS, **problem.members | {"errors": errors}) from None


def _seat(rules: AnyRules, state: Any, seat: int | None) -> int:
    """Whose moves are asked about."""
    to_move = rules.to_move(state)
    if seat is None:
        if len(to_move) != 1:
            raise invalid("/seat", "missing", f"Several seats may act: say which of {list(to_move)}.")
        return to_move[0]
    if seat not in to_move:
        raise invalid("/seat", "not_to_move", f"To move: {', '.join(map(str, to_move))}.")
    return seat


def no_advice(served: ServedGame) -> Problem:
    """The problem that a game has no adviser."""
    return Problem(NO_ADVICE, f"Nobody knows what the moves of {served.game.name} are worth.")


def impossible(says: str, *place: str | int) -> Problem:
    """The problem that a position cannot be, at its place in the request."""
    return Problem(POSITION_IMPOSSIBLE, says, pointer=pointer(*place))


def check_objective(adviser: AnyAdviser, question: Question, parameter: str | None = None) -> Objective:
    """The objective that is meant, which has to be one of the state; `parameter` names it where it is no field."""
    try:
        return chosen_objective(adviser, question.state, question.seat, question.objective)
    except ValueError as error:
        said = f"{str(error)[:1].upper()}{str(error)[1:]}."
        if parameter is not None:
            raise invalid_parameter(parameter, "objective", said) from None
        raise invalid("/objective", "objective", said) from None


def advice(served: ServedGame, adviser: AnyAdviser, question: Question, objective: Objective, **more: Any) -> bytes:
    """The answer, as JSON, with `more` in front."""
    rules, state, seat = question.rules, question.state, question.seat
    legal = rules.legal_moves(state, seat)
    moves = ranked_moves(legal, adviser.values(state, seat, objective), objective)
    spread, best = adviser.spread(objective), moves[0].value
    objectives = adviser.objectives(state, seat)
    total: float | None = None
    if "points" in objectives:
        total = round(best if objective == "points" else adviser.value(state, seat, "points"), DIGITS)
    listed = [
        {
            "move": served.write_move(each.legal.move),
            "value": round(each.value, DIGITS),
            "loss": round(each.loss, DIGITS),
            "label": label(each.loss, objective, spread),
        }
        for each in moves[: question.top]
    ]
    answer = {
        **more,
        "game": served.game.name,
        "seat": seat,
        "objective": objective,
        "objectives": objectives,
        "method": adviser.method(state, seat, objective),
        "value": round(best, DIGITS),
        "expected_total": total,
        "moves": listed,
        "more_moves": len(moves) - len(listed),
    }
    return orjson.dumps(answer)
