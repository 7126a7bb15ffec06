"""Served games: each with what turns its values into JSON and back, and its rules by options."""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any

import orjson
from pydantic import TypeAdapter

from app.games.external.advice import with_guarded_advice
from app.games.external.guard import asked
from app.games.external.guarded_game import guarded
from app.games.external.types import guarded_adapter
from app.http.cldr import figures
from app.http.problem_kinds import GAME_UNAVAILABLE, UNKNOWN_GAME
from app.http.problems import Problem
from app.store.rows import SessionRow
from rules.advice.levels import levels_of
from rules.contract import AnyGame, AnyRules, Legal
from rules.notation import NotationError, Reading, TextForm
from rules.registry import is_built_in
from rules.transcript import Transcript

_RULES = 24
"""For how many sets of options a game's rules are kept that sessions are played by, the last ones used: some 150 KiB
each, beside what is worked out of throws (`rules.throws` bounds that for all of them)."""

_LOOSE_RULES = 4
"""And for how many of those that somebody asked about outside of a session."""

_MOVES = 4096
_SHORT = 128
"""Bytes of a move that is worth keeping; nobody plays a longer one. So what is kept of a game's moves stays within
5 MiB."""


def type_first(value: dict[str, Any]) -> dict[str, Any]:
    """The same members with the tag in front, where a reader looks for it."""
    return {"type": value["type"]} | value


def _cut(text: bytes) -> bytes:
    """The same in as many bytes as it has: those that orjson makes hold the 4 KiB they were written into."""
    return bytes(memoryview(text))


def _several(event: Any) -> Any:
    """The type of a tuple of a game's events, which no checker can know."""
    return tuple.__class_getitem__((event, ...))


class ServedGame:
    """A game with its adapters; the rules for each set of options are made once and kept."""

    def __init__(self, game: AnyGame) -> None:
        own = is_built_in(game)
        self.game = game if own else with_guarded_advice(game, guarded(game))

        def adapter(call: str, made: Any, *, may_refuse: bool = False) -> TypeAdapter[Any]:
            return TypeAdapter(made) if own else guarded_adapter(made, game.name, call, may_refuse=may_refuse)

        self.options = adapter("options", game.options, may_refuse=True)
        self.state = adapter("state", game.state)
        self.move = adapter("move", game.move, may_refuse=True)
        self.event = adapter("event", game.event)
        self.events = adapter("event", _several(game.event))
        form = TextForm(self.game)
        self.read_text: Callable[[str], Reading] = form.read
        self.write_text: Callable[[Transcript[Any, Any]], str] = form.write
        if not own:
            self.read_text = partial(asked, game.name, "options, notation", form.read, passing=(NotationError,))
            self.write_text = partial(asked, game.name, "notation", form.write)
        self.rules = lru_cache(_RULES)(self._rules)
        self.loose_rules = lru_cache(_LOOSE_RULES)(self._rules)
        self.state_json: Callable[[Any], bytes] = self.state.serializer.to_json  # what dump_json calls in the end
        self.move_json = lru_cache(_MOVES)(self._move_json)
        self.legal_json = lru_cache(_MOVES)(self._legal_json)
        self._read_short_move = lru_cache(_MOVES)(self.move.validate_json)

    def read_move(self, text: bytes) -> Any:
        """The move that a JSON text holds; raises pydantic's `ValidationError`."""
        return self._read_short_move(_cut(text)) if len(text) <= _SHORT else self.move.validate_json(text)

    def _rules(self, options: str) -> AnyRules:
        return self.game.rules(self.options.validate_json(options))

    def _move_json(self, move: Any) -> bytes:
        return _cut(orjson.dumps(type_first(self.move.dump_python(move, exclude_none=True))))

    def events_json(self, events: tuple[Any, ...]) -> str:
        """Events as a JSON array."""
        return orjson.dumps([type_first(self.event.dump_python(each)) for each in events]).decode()

    def _legal_json(self, seat: int, legal: Legal[Any]) -> bytes:
        """A legal move as it is listed."""
        points = b"null" if legal.points is None else b"%d" % legal.points
        worth = b"" if legal.worth is None else b',"worth":%d' % legal.worth
        return b'{"seat":%d,"move":%b,"points":%b%b,"throws":%d}' % (
            seat,
            self.move_json(legal.move),
            points,
            worth,
            legal.throws,
        )

    def write_move(self, move: Any) -> orjson.Fragment:
        """A move as JSON, ready to be set into an answer."""
        return orjson.Fragment(self.move_json(move))

    def summary(self, language: str) -> dict[str, Any]:
        """The game as the catalogue lists it."""
        game = self.game
        messages = game.texts.spoken(language)
        return {
            "name": game.name,
            "title": messages["title"],
            "summary": messages["summary"],
            "seats": {"min": game.min_seats, "max": game.max_seats},
            "verbs": game.verbs,
        }

    def rules_page(self, options: str, language: str) -> str:
        """The rules page of a table with these options, given as they are stored."""
        return self.game.page_of(self.options.validate_json(options), language, figures(language))

    def details(self, language: str) -> dict[str, Any]:
        """Everything about the game."""
        game = self.game
        messages = game.texts.spoken(language)
        return {
            **self.summary(language),
            "rules_version": game.version,
            "options": _told(game.options.model_json_schema(), messages),
            "presets": {name: self.options.dump_python(preset, mode="json") for name, preset in game.presets.items()},
            "categories": [{"id": name, "title": messages[f"category.{name}"]} for name in game.categories],
            "rules": game.texts.rules(language),
            "messages": messages,
            "levels": levels(game),
        }


def levels(game: AnyGame) -> list[dict[str, Any]]:
    """The levels at which bots play the game, and what they lose."""
    losses = game.losses
    if losses is None:
        return [{"level": level, "loss": None, "objective": None} for level in levels_of(game)]
    known = {**losses.by_level, "best": 0.0}
    return [
        {"level": level, "loss": known.get(level), "objective": losses.objective if level in known else None}
        for level in levels_of(game)
    ]


def _told(schema: dict[str, Any], messages: Mapping[str, str]) -> dict[str, Any]:
    """The JSON Schema of options with titles and descriptions from the messages, as far as they have them."""
    schema["title"] = messages["title"]
    schema.pop("description", None)  # of the class, which speaks to programmers
    for kind, part in schema.get("$defs", {}).items():
        part.pop("description", None)
        tag = part.get("properties", {}).get("type", {}).get("const")
        part["title"] = messages.get(f"option.{kind}" if tag is None else f"choice.type.{tag}", kind)
    for kind, part in (("", schema), *schema.get("$defs", {}).items()):
        for name, field in part.get("properties", {}).items():
            for key, message in (("title", "option"), ("description", "option_help")):
                said = messages.get(f"{message}.{kind}.{name}") or messages.get(f"{message}.{name}")
                if said is not None:
                    field[key] = said
    return schema


class Games:
    """The kits by name."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        self.served_games = {name: ServedGame(game) for name, game in games.items()}

    def named(self, name: str) -> ServedGame:
        """The game of that name, or the problem that there is none."""
        served = self.served_games.get(name)
        if served is None:
            raise Problem(UNKNOWN_GAME, f"There is no game named {name!r}; there are {', '.join(self.served_games)}.")
        return served

    def of(self, row: SessionRow) -> ServedGame:
        """The game a stored session is played under, or the problem that its rules are not installed."""
        served = self.served_games.get(row.game)
        if served is None or served.game.version != row.rules_version:
            raise Problem(GAME_UNAVAILABLE, f"The session needs {row.game} with rules version {row.rules_version}.")
        return served
