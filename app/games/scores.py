"""Scores of loose dice: every way as a move with its points, and example throws that show what options are worth."""

from contextlib import suppress
from operator import itemgetter
from typing import Any

from app.games.served_game import ServedGame
from rules.contract import AnyRules, Faces
from rules.dice import FACES


def scored(served: ServedGame, rules: AnyRules, dice: Faces, sheet: Any = None) -> dict[str, Any]:
    """What the dice are worth on the sheet (None: an empty one); ValueError if they cannot be scored."""
    score = rules.score(dice, sheet)
    ways: list[dict[str, Any]] = [{"move": served.write_move(move), "points": points} for move, points in score.ways]
    for way, worth in zip(ways, score.worths, strict=False):
        way["worth"] = worth
    best = max(ways, key=itemgetter("points"), default=None)
    return {"dice": list(dice), "bust": score.bust, "ways": ways, "best": best}


def scored_examples(served: ServedGame, options: Any) -> list[dict[str, Any]]:
    """Sound options by example: what a few throws of all dice are worth at the start."""
    rules = served.loose_rules(served.options.dump_json(options).decode())
    throws = _throws(dice_of(served, options) or served.game.score_dice[1])
    examples = []
    for dice in throws:
        with suppress(ValueError):  # a game from outside may score some throws only
            examples.append(scored(served, rules, dice))
    return examples


def dice_of(served: ServedGame, options: Any) -> int | None:
    """The number of dice that options name; None where they name none that the game scores."""
    dice = getattr(options, "dice", None)
    few, many = served.game.score_dice
    return dice if type(dice) is int and few <= dice <= many else None


def _throws(dice: int) -> list[Faces]:
    """At most seven throws: equal dice, two groups, a triplet, a pair, and runs from either end."""
    low, high = FACES[0], FACES[-1]
    run = [FACES[place % len(FACES)] for place in range(dice)]
    shapes = (
        [low] * dice,
        [high] * dice,
        [2] * (dice // 2) + [high] * (dice - dice // 2),
        [3] * 3 + [1, 5, 5, *run],
        [4] * 2 + [1, 2, high, *run],
        run,
        [low + high - face for face in run],
    )
    return list(dict.fromkeys(tuple(sorted(shape[:dice])) for shape in shapes))
