"""Laws on what needs no session: scoring loose dice, and moves as people type them."""

from typing import Any

from hypothesis import strategies as st
from pydantic import TypeAdapter
from pydantic_core import to_json

from rules.conformance.law import hold, play
from rules.conformance.options import options_of
from rules.contract import AnyGame, Score


def loose_dice_are_scored(game: AnyGame, data: st.DataObject) -> None:
    """`score` gives moves with points for any dice between the bounds of `Game.score_dice`, or says why not."""
    rules = game.rules(data.draw(options_of(game), "options"))
    few, many = game.score_dice
    dice = tuple(data.draw(st.lists(st.integers(1, 6), min_size=few, max_size=many), "dice"))
    try:
        score = rules.score(dice, None)
    except ValueError as error:
        hold(str(error), f"score({dice}) raises a ValueError without a sentence for the reader")
        return
    hold(isinstance(score, Score), f"score({dice}) gives {score!r} and not a rules.contract.Score")
    hold(score.bust == (not score.ways), f"score({dice}): bust is to be True where there is no way, and only there")
    move = TypeAdapter[Any](game.move)
    for way, points in score.ways:
        hold(type(points) is int, f"score({dice}): {way!r} has the points {points!r}")
        hold(move.validate_json(move.dump_json(way)) == way, f"score({dice}) gives {way!r}, which is no Game.move")


def typed_moves_are_read_again(game: AnyGame, data: st.DataObject) -> None:
    """What `Game.notation` writes of a move is one word, of which it reads the same move."""
    move = TypeAdapter[Any](game.move)
    for turn in play(game, data).turns:
        form = move.dump_python(turn.legal.move, mode="json", exclude_none=True)
        word = game.notation.write(form)
        if word is None:
            continue
        one = word and not any(map(str.isspace, word))
        hold(one, f"Game.notation writes {word!r} for {form}: one word is needed")
        again = game.notation.read(word)
        hold(
            move.validate_json(to_json(again)) == turn.legal.move,
            f"Game.notation writes {word!r} for {form} and reads {again}",
        )
