"""Slips on filled sheets: what a right play leaves on a seat's sheet, with wrong numbers at independent places.

A number that cannot be leaves open what follows from it, so nothing that does has a slip of its own.
"""

import random
from typing import Any

from rules.contract import Played, Step
from rules.solitaire_dice.state import SUMS
from tests.rules.support.filled_sheets import written
from tests.rules.support.slips import Expected, Play

VALUES = (100, 70, 60, 50, 40, 30, 40, 50, 60, 70, 100)
"""Of a mark above the fifth, for the sums 2 to 12 (solitaire dice, paragraph 4.1)."""


def _wrong(chance: random.Random, right: int) -> int:
    return right + chance.choice([-1, 1]) * chance.choice([1, 3, 10, 50, 100, 450])


def _record(play: Play) -> list[Played[Any]]:
    made = list[Played[Any]]()
    for line in play.lines:
        for note in line.notes:
            entry = note.entry
            step = play.rules.apply(note.before, entry.seat, entry.move, entry.dice)
            assert isinstance(step, Step)
            made.append(Played("move", entry.seat, entry.move, entry.dice, step.points, step.events))
    return made


def sheet_with_slips(play: Play, chance: random.Random, count: int) -> tuple[dict[str, Any], list[Expected]]:
    """A seat's sheet, as JSON, with up to so many slips, and the faults that they are."""
    seat = chance.randrange(play.seats)
    sheet = written(play.game, play.rules, play.state, _record(play), seat)
    match play.game.state.__name__:
        case "BankingState":
            return sheet, _turns(sheet, chance, count)
        case "SheetState":
            names = [name for name in ("upper_sum", "bonus", "total") if sheet.get(name) is not None]
            if chance.random() < 0.3 and sheet["boxes"]:
                box = chance.choice([*sheet["boxes"]])
                sheet["boxes"][box] += 500
                return sheet, [Expected(("boxes", box), "impossible_points", sheet["boxes"][box], ...)]
        case "SolitaireDiceState":
            marks = {each: sheet["sums"][each] for each in map(str, SUMS)}
            sheet["results"] = {each: _worth(each, held) for each, held in marks.items()}
            names = ["total"]
            if chance.random() < 0.3:
                each = chance.choice([*marks])
                sheet["sums"][each] += 1
                made = sum(marks.values()) + 1
                return sheet, [Expected(("sums",), "odd_marks", made, [made - 1, made + 1])]
        case _:
            sheet["results"] |= {line: sum(sheet[line]) for line in ("small", "large")}
            names = ["deductions", "total"]
            entries: list[tuple[tuple[str, ...], list[int]]] = [
                (("rows", row), results) for row, results in sheet["rows"].items()
            ]
            entries += [((line,), sheet[line]) for line in ("small", "large")]
            filled = [(path, results) for path, results in entries if results]
            if chance.random() < 0.3 and filled:
                return sheet, [_impossible_result(sheet, *chance.choice(filled), chance)]
    return sheet, _numbers(sheet, names, chance, count)


def _numbers(sheet: dict[str, Any], names: list[str], chance: random.Random, count: int) -> list[Expected]:
    """Wrong sums, results and totals: each follows from what is right."""
    places: list[tuple[str, ...]] = [(name,) for name in names]
    places += [("results", each) for each in sheet.get("results", ())]
    expected = []
    for *path, name in chance.sample(places, min(count, len(places))):
        part = sheet[path[0]] if path else sheet
        right = part[name]
        part[name] = _wrong(chance, right)
        code = "wrong_result" if path else f"wrong_{name}"
        expected.append(Expected((*path, name), code, part[name], right))
    return expected


def _worth(each: str, marks: int) -> int:
    """What a sum is worth (solitaire dice, paragraphs 4.1 and 4.2)."""
    if not marks:
        return 0
    return -200 if marks < 5 else (min(marks, 10) - 5) * VALUES[int(each) - 2]


def _impossible_result(
    sheet: dict[str, Any], path: tuple[str, ...], results: list[int], chance: random.Random
) -> Expected:
    at = chance.randrange(len(results))
    wrong = [*results]
    wrong[at] = chance.choice([0, 1, 13, 20])
    if len(path) > 1:
        sheet["rows"] = {**sheet["rows"], path[1]: wrong}
    else:
        sheet[path[0]] = wrong
    return Expected((*path, at), "impossible_result", wrong[at], ...)


def _turns(sheet: dict[str, Any], chance: random.Random, count: int) -> list[Expected]:
    """Banks that no turn can have, running totals and the total, at least three turns apart."""
    turns, expected = sheet["turns"], list[Expected]()
    places = list(range(len(turns) + 1))
    chance.shuffle(places)
    taken = list[int]()
    for at in places:
        if len(taken) < count and all(abs(at - other) > 2 for other in taken):
            taken.append(at)
    lost = 0  # of banks that count 0
    for at in sorted(taken):
        if at == len(turns):
            right = sheet["total"] - lost
            sheet["total"] = _wrong(chance, sheet["total"])
            expected.append(Expected(("total",), "wrong_total", sheet["total"], right))
        elif turns[at]["points"] > 0 and chance.random() < 0.5:
            lost += turns[at]["points"]
            turns[at]["points"] += chance.choice([1, 7, 24])
            expected.append(Expected(("turns", at, "points"), "impossible_points", turns[at]["points"], ...))
        else:
            right = turns[at]["total"]
            turns[at]["total"] = _wrong(chance, right)
            expected.append(Expected(("turns", at, "total"), "wrong_running_total", turns[at]["total"], right - lost))
    return expected
