"""Random options of any built-in game, for tests of the rules."""

from hypothesis import strategies as st
from pydantic import BaseModel

from rules.conformance.options import options_of as any_options_of
from rules.contract import AnyGame
from tests.house_rules import sound_options


def options_of(game: AnyGame) -> st.SearchStrategy[BaseModel]:
    """Random options with which the game may be played; house rules of the kind that tables write down."""
    return sound_options(game.name) if game.name in {"banking", "sheet"} else any_options_of(game)
