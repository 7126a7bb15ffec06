"""Filled sheets: what a table that reckons right writes down, and what the rules find in a sheet."""

from typing import Any

from pydantic import TypeAdapter

from rules.contract import AnyGame, Played
from rules.dice import FACES
from rules.faults import SheetFindings
from rules.registry import BUILT_IN
from rules.solitaire_dice.state import SUMS

GAMES = {game.name: game for game in BUILT_IN}
to_json = TypeAdapter[Any](Any).dump_json


def defaults(name: str) -> Any:
    """The rules of a game whose table agreed on nothing."""
    return GAMES[name].rules(GAMES[name].options())


def written(game: AnyGame, rules: Any, state: Any, played: list[Played[Any]], seat: int) -> dict[str, Any]:
    """The seat's column as a table that reckons right writes it down, as JSON."""
    cells = {row.id: row.cells[seat] for row in rules.sheet(state, played).rows}
    total = rules.totals(state)[seat]
    match game.state.__name__:
        case "BankingState":
            turns = [
                cell
                for row, cell in cells.items()
                if row.startswith("turn.") and (cell.value, cell.notes) != (None, ())
            ]
            return {"turns": [{"points": cell.value or 0, "total": cell.total} for cell in turns], "total": total}
        case "SheetState":
            boxes = dict(zip(rules.tables.places, state.boxes[seat], strict=True))
            own = {"boxes": {name: points for name, points in boxes.items() if points is not None}, "total": total}
            if rules.ruleset.bonuses:
                own["bonuses"] = [each.paid(state.boxes[seat]) for each in rules.ruleset.bonuses]
            for name in ("upper_sum", "bonus", "yatzy_bonus"):
                if name in cells and cells[name].value is not None:
                    own[name] = cells[name].value
            return own
        case "SolitaireDiceState":
            sums = {str(each): marks for each, marks in zip(SUMS, state.sums, strict=True)}
            fifths = {str(face): marks for face, marks in zip(FACES, state.fifths, strict=True)}
            return {"sums": sums, "fifths": fifths, "total": total}
        case _:
            view = rules.view(state)["seats"][seat]
            results = {row["row"]: row["excess"] for row in view["rows"] if row["closed"]}
            return {
                "rows": {row["row"]: row["entries"] for row in view["rows"]},
                "small": view["small"],
                "large": view["large"],
                "results": results,
                "deductions": cells["deductions"].value,
                "total": total,
            }


def findings(game: AnyGame, sheet: Any, rules: Any) -> SheetFindings:
    adapter: TypeAdapter[Any] = TypeAdapter(game.filled_sheet or Any)
    assert game.check_sheet is not None
    return game.check_sheet(rules, adapter.validate_json(to_json(sheet)))
