"""Laws on what a game says of itself: its fields, its types, its options and its texts."""

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any

from hypothesis import strategies as st
from pydantic import TypeAdapter, create_model

from rules.conformance.law import hold, play, shown
from rules.conformance.moves import LAST, SOME, moves_to_try, some_of
from rules.conformance.options import options_of
from rules.contract import AnyGame, Illegal, Outcome, Rank
from rules.flaws import flaws, functions_missing, names_of_types
from rules.registry import BUILT_IN
from rules.texts import paragraphs

_RESERVED = json.loads((files("rules.conformance") / "reserved.json").read_text("utf-8"))
NAMES: frozenset[str] = frozenset(_RESERVED["names"])
"""The types that a service has whatever its games are; the service writes them down for these laws."""
PATTERNS: tuple[str, ...] = tuple(_RESERVED["patterns"])
"""The types that it makes for each game (see `names_of_types`)."""


def the_description_makes_sense(game: AnyGame, data: st.DataObject) -> None:  # noqa: ARG001 - nothing is left to chance
    """The fields of the `Game` are what the contract says, and its rules have every function."""
    for flaw in flaws(game):
        hold(False, f"Game.{flaw}")
    missing = functions_missing(game.rules(game.options()))
    hold(not missing, f"Game.rules gives rules without {missing}; see rules.contract.Rules")


def types_have_names_of_their_own(game: AnyGame, data: st.DataObject) -> None:  # noqa: ARG001 - as above
    """The game's types have names that neither the service nor a built-in game has for types of its own."""
    others = [other for other in BUILT_IN if other.name != game.name]
    made = {name for other in others for name in names_of_types(other, PATTERNS)}
    mine = names_of_types(game, PATTERNS)
    names = (NAMES | made | mine) - {Outcome.__name__, Rank.__name__}
    theirs, known = _named_before(frozenset(names), game.name)
    taken = known - _names([*theirs, *_types([game])])
    taken |= (names_of_types(game, [pattern for pattern in PATTERNS if "{verb}" in pattern]) - made) & NAMES
    hold(
        not taken,
        f"{', '.join(sorted(taken))}: the service or a built-in game has types of these names:",
        "rename the game's, best so that each begins with the game's name",
    )


@lru_cache(maxsize=4)
def _named_before(names: frozenset[str], without: str) -> tuple[list[Any], set[str]]:
    """Types of these names and those of the built-in games without one, and the names that all of them go by."""
    made = (create_model(name, __doc__="Not the game's.") for name in sorted(names))
    types = [Outcome, *made, *_types([game for game in BUILT_IN if game.name != without])]
    return types, _names(types)


def _types(games: list[AnyGame]) -> list[Any]:
    types = [(game.options, game.view, game.move, game.event, game.loose_sheet, game.filled_sheet) for game in games]
    return [each for some in types for each in some if each is not None]


def _names(types: list[Any]) -> set[str]:
    made: list[Any] = [(index, "serialization", TypeAdapter(each)) for index, each in enumerate(types)]
    return set(TypeAdapter.json_schemas(made)[1]["$defs"])


def options_are_frozen_and_sound(game: AnyGame, data: st.DataObject) -> None:
    """Options are a frozen pydantic model that forbids other fields and tells what each means; presets are sound."""
    model = game.options
    hold(model.model_config.get("frozen"), f"{model.__name__} needs frozen=True in its model_config")
    hold(model.model_config.get("extra") == "forbid", f'{model.__name__} needs extra="forbid" in its model_config')
    for name, field in model.model_fields.items():
        hold(field.description, f"option {name!r} needs a description")
    adapter = TypeAdapter[Any](model)
    named = {"the default": model(), **{f"preset {name!r}": preset for name, preset in game.presets.items()}}
    for name, options in named.items():
        hold(game.faults(options) == (), f"{name} has faults: {game.faults(options)}")
    drawn = data.draw(options_of(game), "options")
    again = adapter.validate_json(adapter.dump_json(drawn))
    hold(again == drawn, f"{drawn!r} comes back from JSON as {again!r}: take types that JSON can hold")


def texts_are_complete(game: AnyGame, data: st.DataObject) -> None:
    """The rules page has numbered paragraphs, every option its title, and every refusal a sentence and paragraph."""
    needed = {f"option.{name}" for name in game.options.model_fields}
    for language in game.texts.messages:
        missing = needed - set(game.texts.spoken(language))
        hold(not missing, f'Texts.messages["{language}"] lacks {sorted(missing)}')
    for language, page in game.texts.page.items():
        numbers = paragraphs(page)
        hold(numbers, f'Texts.page["{language}"] has no numbered paragraphs: lines like "**2.1** The turn ..."')
        twice = sorted({number for number in numbers if numbers.count(number) > 1})
        hold(not twice, f'Texts.page["{language}"] has several paragraphs {twice}')
    for refusal in _refusals(game, data):
        _is_explained(game, refusal)


def _refusals(game: AnyGame, data: st.DataObject) -> list[Illegal]:
    """How moves are refused in some play, each way once."""
    played = play(game, data, SOME)
    pool = moves_to_try(game, data, played)
    found: dict[tuple[str, str], Illegal] = {}
    for state in [*(turn.before for turn in played.turns[-LAST:]), played.state]:
        for seat in range(played.seats):
            for move in some_of(pool, played):
                said = played.rules.throws(state, seat, move)
                if isinstance(said, Illegal):
                    found[said.reason, said.rule] = said
    return list(found.values())


def _is_explained(game: AnyGame, refusal: Illegal) -> None:
    for language, page in game.texts.page.items():
        hold(
            refusal.rule in paragraphs(page),
            f'{shown(refusal)}: Texts.page["{language}"] has no paragraph "**{refusal.rule}** ..."',
        )
    for language in game.texts.messages:
        key = f"reason.{refusal.reason}"
        try:
            said = game.texts.sentence(language, key, refusal.details)
        except (KeyError, IndexError, ValueError) as error:
            hold(False, f'Texts.messages["{language}"]["{key}"] cannot be filled in from {shown(refusal)}: {error!r}')
        else:
            hold(said, f'Texts.messages["{language}"] lacks "{key}"')
