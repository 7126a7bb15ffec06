"""The service's own words in languages other than English, which stands where they are needed: `<language>.json`.

Keys: "problem.<code>", the title of a problem; "to_move", whose turn it is, and "player", a seat without a name.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files


@cache
def words(language: str) -> Mapping[str, str]:
    """The words by key; none for English."""
    file = files(__name__) / f"{language}.json"
    read: Mapping[str, str] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return read


def whose_turn(to_move: Sequence[int], names: Sequence[str | None] = ()) -> Callable[[str], str]:
    """The sentence, for the reader of a language, that says which seats are to move, by their names where they have
    some.
    """

    def sentence(language: str) -> str:
        said = words(language)
        player = said.get("player", "player {n}")
        told = [(names[seat] if seat < len(names) else None) or player.format(n=seat + 1) for seat in to_move]
        return said.get("to_move", "To move: {players}.").format(players=", ".join(told))

    return sentence
