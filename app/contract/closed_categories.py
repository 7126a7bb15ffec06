"""Closed categories: what the contract says of a named sheet game names its own boxes and no others.

The games of the sheet engine share their types, in which a category is any id, since tables name boxes of their own.
A game whose tables do not has a list that is known, and in its contract types of its own with that list.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from app.contract.names import type_name
from app.http.openapi import REF
from rules.contract import AnyGame, no_words

OPEN = "SheetCategory"
"""The component that is any id."""


def with_closed_categories(components: Mapping[str, Any], games: Mapping[str, AnyGame]) -> dict[str, Any]:
    """The components, and for each game with a list of its own what speaks of categories once more, with that list:
    `SheetMove` as `YatzyMove`, which all that is `Yatzy...` refers to.
    """
    made = dict(components)
    prefixes = sorted(map(type_name, games.values()), key=len, reverse=True)
    speaking = _speaking(components)
    for game in games.values():
        prefix = type_name(game)
        own = [
            name for name in speaking if prefix == next((each for each in prefixes if name.startswith(each)), None)
        ]
        if game.words is not no_words or not own:
            continue
        shared = _reached(components, own, speaking)
        names = {name: prefix + name.removeprefix("Sheet") for name in shared}
        for name in (*own, *shared):
            title = names.get(name, name)
            made[title] = _renamed(components[name], names) | {"title": title}
        made[names[OPEN]] = {"type": "string", "enum": list(game.categories), "title": names[OPEN]}
    return made


def _speaking(components: Mapping[str, Any]) -> dict[str, set[str]]:
    """The components that speak of categories, if only by others, each with those that it refers to."""
    referring = {name: set(_references(schema)) for name, schema in components.items()}
    found = {OPEN} & components.keys()
    while more := {name for name, others in referring.items() if others & found} - found:
        found |= more
    return {name: referring[name] & found for name in referring if name in found}


def _reached(components: Mapping[str, Any], own: list[str], speaking: Mapping[str, set[str]]) -> list[str]:
    """Those among them that the game's own refer to, in the order of the components."""
    found = set(own)
    while more := {other for name in found for other in speaking[name]} - found:
        found |= more
    return [name for name in components if name in found and name not in own]


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from _references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _references(inner)
    elif isinstance(value, str) and value.startswith(_BASE):
        yield value.removeprefix(_BASE)


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [_renamed(inner, names) for inner in value]
    if isinstance(value, str) and value.removeprefix(_BASE) in names and value.startswith(_BASE):
        return REF.format(model=names[value.removeprefix(_BASE)])
    return value


_BASE = REF.format(model="")
