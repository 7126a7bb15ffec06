"""Laws on states: how they are stored, shown, added up and written on a sheet."""

from typing import Any

from hypothesis import strategies as st
from pydantic import TypeAdapter
from pydantic_core import PydanticSerializationError, from_json, to_json

from rules.conformance.law import WRITING, hold, play
from rules.contract import AnyGame, Row, Sheet
from rules.fold import replay


def states_moves_and_events_survive_json(game: AnyGame, data: st.DataObject) -> None:
    """States, moves and events come back from JSON as they were, and states can be hashed."""
    state, move, event = (TypeAdapter[Any](each) for each in (game.state, game.move, game.event))
    for turn in play(game, data).turns:
        _comes_back("Game.state", state, turn.step.state)
        _comes_back("Game.move", move, turn.legal.move)
        for each in turn.step.events:
            _comes_back("Game.event", event, each)
        try:
            hash(turn.step.state)
        except TypeError as error:
            hold(False, f"{turn.step.state!r}: {error}; build states of tuples and frozen values")


def _comes_back(what: str, adapter: TypeAdapter[Any], value: Any) -> None:
    try:
        again = adapter.validate_json(adapter.dump_json(value, warnings="error"))
    except (PydanticSerializationError, ValueError) as error:
        hold(False, f"{what} does not take {value!r}: {error}")
    else:
        hold(again == value, f"{what}: {value!r} comes back from JSON as {again!r}")


def the_view_is_what_its_type_says(game: AnyGame, data: st.DataObject) -> None:
    """`view` gives what `Game.view` describes, with no member more, for every state."""
    played = play(game, data)
    view = TypeAdapter[Any](game.view)
    for state in (played.rules.start(played.seats), *(turn.step.state for turn in played.turns)):
        try:
            shown = to_json(played.rules.view(state))
            again = view.dump_json(view.validate_json(shown), warnings="error")
        except (PydanticSerializationError, ValueError) as error:
            hold(False, f"Game.view does not take what view gives for {state!r}: {error}")
        else:
            hold(
                from_json(again) == from_json(shown),
                f"view gives {shown.decode()}, of which Game.view makes {again.decode()}: declare every member",
            )


def totals_are_the_sum_of_what_was_recorded(game: AnyGame, data: st.DataObject) -> None:
    """A seat's total is the sum of the points of its bank and choose_category moves and of its events."""
    played = play(game, data)
    sums = [0] * played.seats
    hold(played.rules.totals(played.rules.start(played.seats)) == tuple(sums), "totals: a game starts with zeros")
    for turn in played.turns:
        if turn.legal.move.type in WRITING:
            sums[turn.seat] += turn.step.points or 0
        for event in turn.step.events:
            sums[turn.seat] += getattr(event, "points", 0)
        totals = played.rules.totals(turn.step.state)
        hold(
            totals == tuple(sums),
            f"after {turn.legal.move!r} totals gives {totals}, and what the moves bank and choose_category and the",
            f"events have told adds up to {tuple(sums)}",
        )


def replaying_the_record_gives_the_state(game: AnyGame, data: st.DataObject) -> None:
    """A session is a fold over its record."""
    played = play(game, data)
    again = replay(played.rules, played.seats, [turn.played for turn in played.turns])
    hold(again == played.state, f"the record leads to {again!r} and not again to {played.state!r}")


def the_sheet_ends_in_the_totals(game: AnyGame, data: st.DataObject) -> None:
    """`sheet` gives a cell for each seat in every row, every row once, and one row of the kind "total"."""
    played = play(game, data)
    totals = played.rules.totals(played.state)
    sheet = played.rules.sheet(played.state, [turn.played for turn in played.turns])
    hold(isinstance(sheet, Sheet), f"sheet gives {type(sheet).__name__} and not a rules.contract.Sheet")
    for row in sheet.rows:
        hold(isinstance(row, Row), f"sheet gives {row!r} and not a rules.contract.Row")
        hold(len(row.cells) == played.seats, f"row {row.id!r} has {len(row.cells)} cells for {played.seats} seats")
    ids = [row.id for row in sheet.rows]
    hold(len(set(ids)) == len(ids), f"sheet gives a row twice: {ids}")
    written = [tuple(cell.value for cell in row.cells) for row in sheet.rows if row.kind == "total"]
    hold(written == [totals], f'sheet needs one row of the kind "total" with {totals}, not {written}')
