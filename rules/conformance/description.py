"""Laws on what a game says of itself: its fields, its types, its options and its texts."""

from typing import Any

from hypothesis import strategies as st
from pydantic import TypeAdapter

from rules.conformance.law import hold
from rules.conformance.options import options_of
from rules.contract import AnyGame
from rules.described import flaws, functions_missing
from rules.registry import BUILT_IN
from rules.texts import paragraphs


def the_description_makes_sense(game: AnyGame, data: st.DataObject) -> None:  # noqa: ARG001 - nothing is left to chance
    """The fields of the `Game` are what the contract says, and its rules have every function."""
    for flaw in flaws(game):
        hold(False, f"Game.{flaw}")
    missing = functions_missing(game.rules(game.options()))
    hold(not missing, f"Game.rules gives rules without {missing}; see rules.contract.Rules")


def types_have_names_of_their_own(game: AnyGame, data: st.DataObject) -> None:  # noqa: ARG001 - as above
    """The game's types can be documented beside those of the built-in games without renaming one."""
    others = [other for other in BUILT_IN if other.name != game.name]
    before = _definitions(others)
    renamed = before - _definitions([*others, game])
    hold(not renamed, f"types named {sorted(renamed)} are built-in games' already: begin them with the game's name")


def _definitions(games: list[AnyGame]) -> set[str]:
    types = [each for game in games for each in (game.options, game.view, game.move, game.event)]
    made: list[Any] = [(index, "serialization", TypeAdapter(each)) for index, each in enumerate(types)]
    _, schema = TypeAdapter.json_schemas(made)
    return set(schema["$defs"])


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


def texts_are_complete(game: AnyGame, data: st.DataObject) -> None:  # noqa: ARG001 - as above
    """The rules page has numbered paragraphs, and every option its title."""
    needed = {f"option.{name}" for name in game.options.model_fields}
    for language in game.texts.messages:
        missing = needed - set(game.texts.spoken(language))
        hold(not missing, f'Texts.messages["{language}"] lacks {sorted(missing)}')
    for language, page in game.texts.page.items():
        numbers = paragraphs(page)
        hold(numbers, f'Texts.page["{language}"] has no numbered paragraphs: lines like "**2.1** The turn ..."')
        twice = sorted({number for number in numbers if numbers.count(number) > 1})
        hold(not twice, f'Texts.page["{language}"] has several paragraphs {twice}')
