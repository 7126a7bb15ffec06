"""Random options of any game, made from its pydantic model."""

from typing import Any

from hypothesis import strategies as st
from pydantic import BaseModel

from rules.conformance.values import built, model_values
from rules.contract import AnyGame


def options_of(game: AnyGame) -> st.SearchStrategy[BaseModel]:
    """Random options with which the game may be played: its defaults, a preset, or random fields.

    A field takes what its type and bounds allow. Where fields contradict each other (the model or `Game.faults`
    refuses them), they are taken over one by one as long as the options stay sound.
    """

    def sound(**fields: Any) -> BaseModel | None:
        options: BaseModel = game.options(**fields)
        return None if game.faults(options) else options

    random = model_values(game.options).map(lambda drawn: built(sound, drawn) or game.options())
    return st.one_of(st.sampled_from([game.options(), *game.presets.values()]), random) if game.presets else random
