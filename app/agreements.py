"""What a table agreed on: options as sent, a preset's, or the defaults."""

from typing import Any

from app.games import Kit
from app.problems import invalid


def agreed_options(kit: Kit, asked: Any) -> Any:
    """The options that a request (with `options` and perhaps `preset`) stands for, as a value of the game's model."""
    preset = getattr(asked, "preset", None)
    if preset is None:
        return asked.options or kit.game.options()
    if asked.options is not None:
        raise invalid("/preset", "preset_and_options", "Send `preset` or `options`, not both.")
    return kit.game.presets[preset]
