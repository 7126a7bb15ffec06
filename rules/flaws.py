"""Flaws in the description of a game, for which nobody could offer it: told in sentences to its author."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, get_args, get_type_hints

from pydantic import BaseModel
from typing_extensions import TypeAliasType

from rules.contract import AnyGame, Rules

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
MOST_SEATS = 1000
MOST_VERSION = 2**31 - 1


def members(union: Any) -> tuple[Any, ...]:
    """The classes of a (possibly named and annotated) union."""
    while isinstance(union, TypeAliasType) or hasattr(union, "__metadata__"):
        union = union.__value__ if isinstance(union, TypeAliasType) else get_args(union)[0]
    return get_args(union) or (union,)


def names_of_types(game: AnyGame, patterns: Iterable[str]) -> set[str]:
    """The names of types that patterns say for a game, each with one field.

    `{game}Way` is filled with the game's name (`yatzy-bg` gives `YatzyBgWay`), `{verb}Request` with each of its verbs
    (`set_aside` gives `SetAsideRequest`), `{move}Body` with the type of each of its moves.
    """
    fields = {
        "{game}": [_capitalized(game.name)],
        "{verb}": [_capitalized(verb) for verb in game.verbs],
        "{move}": [move.__name__ for move in members(game.move)],
    }
    return {
        pattern.replace(field, value)
        for pattern in patterns
        for field, values in fields.items()
        if field in pattern
        for value in values
    }


def _capitalized(words: str) -> str:
    return "".join(word.capitalize() for word in re.split("[-_]", words))


def flaws(game: AnyGame) -> Iterator[str]:
    """Every flaw, the fields' first. Raises whatever values raise that are nothing like a game's."""
    yield from _numbers(game)
    for field in ("move", "event"):
        for each in members(getattr(game, field)):
            yield from _untagged(field, each)
    yield from _verbs(game)
    yield from _options(game)
    yield from _texts(game)


def _numbers(game: AnyGame) -> Iterator[str]:
    if not (isinstance(game.name, str) and NAME.fullmatch(game.name)):
        yield f"name {game.name!r}: lower case letters, digits and hyphens are needed"
    if not (type(game.version) is int and 1 <= game.version <= MOST_VERSION):
        yield f"version {game.version!r}: a whole number from 1 is needed"
    seats = (game.min_seats, game.max_seats)
    if not (set(map(type, seats)) == {int} and 1 <= seats[0] <= seats[1] <= MOST_SEATS):
        yield f"min_seats, max_seats {seats}: 1 <= min_seats <= max_seats <= {MOST_SEATS} is needed"
    few, many = game.score_dice
    if not (type(few) is type(many) is int and 1 <= few <= many):
        yield f"score_dice {game.score_dice}: the fewest and the most dice that `score` takes are needed"
    if not (isinstance(game.categories, tuple) and len(set(game.categories)) == len(game.categories)):
        yield f"categories {game.categories!r}: a tuple of ids is needed, each once"


def tag(each: Any) -> str | None:
    """The value of a class's field `type`, a literal with its one value as default; None where it has none."""
    values = get_args(get_type_hints(each).get("type"))
    default = next((field.default for field in fields(each) if field.name == "type"), MISSING)
    return default if values == (default,) and isinstance(default, str) else None


def _untagged(field: str, each: Any) -> Iterator[str]:
    if not is_dataclass(each):
        yield f"{field} {each!r}: write it as a frozen dataclass"
    elif tag(each) is None:
        yield f"{field} {each!r}: it needs the field `type: Literal[...]` with that value as its default"
    elif field == "move" and tag(each) == "roll" and "dice" not in {own.name for own in fields(each)}:
        yield f"move {each!r}: a roll needs the field `dice` of rules.contract.Roll; take that, or derive from it"


def _verbs(game: AnyGame) -> Iterator[str]:
    types = {tag(move) for move in members(game.move) if is_dataclass(move)}
    if not (isinstance(game.verbs, tuple) and game.verbs and set(game.verbs) <= types):
        yield f"verbs {game.verbs!r}: a tuple of types of moves is needed; `move` has {sorted(map(str, types))}"


def _options(game: AnyGame) -> Iterator[str]:
    model = game.options
    if not (isinstance(model, type) and issubclass(model, BaseModel)):
        yield f"options {model!r}: a pydantic model is needed"
        return
    required = [name for name, field in model.model_fields.items() if field.is_required()]
    if required:
        yield f"options: {required} need a default"
        return
    for name, preset in (("defaults", model()), *game.presets.items()):
        if not isinstance(preset, model):
            yield f"presets: {name} is no {model.__name__}"


def _texts(game: AnyGame) -> Iterator[str]:
    for part, words in (("page", game.texts.page), ("messages", game.texts.messages)):
        if "en" not in words:
            yield f'texts: {part} has no "en"'
            return
    needed = {"title", "summary", *(f"category.{category}" for category in game.categories)}
    missing = sorted(key for key in needed if not isinstance(game.texts.messages["en"].get(key), str))
    if missing:
        yield f'texts: messages["en"] has no {missing}'
    if not all(isinstance(page, str) for page in game.texts.page.values()):
        yield "texts: a page is no text"


def functions_missing(rules: Any) -> list[str]:
    """The functions of `rules.contract.Rules` that a value lacks."""
    return [name for name in vars(Rules) if not name.startswith("_") and not callable(getattr(rules, name, None))]
