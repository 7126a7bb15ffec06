"""Options: those sent, a preset's, or the defaults; sound ones only are played with."""

from typing import Any, NamedTuple

from app.games.packed import NotPacked, packed, unpacked
from app.games.scores import scored_examples
from app.games.served_game import ServedGame
from app.http.cldr import figures
from app.http.negotiation import ENGLISH
from app.http.problem_kinds import INVALID_FIELDS
from app.http.problems import Problem, invalid
from rules.contract import OptionFault

OPTIONS = "/options"
"""Where the options stand in every request that has them."""


class Agreement(NamedTuple):
    """What is asked for as a table's options, where no request's own type holds it."""

    options: Any
    preset: str | None


def resolve_options(served: ServedGame, asked: Any) -> Any:
    """The options that a request (with `options` and perhaps `preset`) stands for, as a value of the game's model.

    A `Problem` with every fault where they contradict themselves.
    """
    options = named_options(served, asked)
    if faults := served.game.faults(options):
        raise Problem(INVALID_FIELDS, errors=[told_fault(served, fault, ENGLISH) for fault in faults])
    return options


def named_options(served: ServedGame, asked: Any) -> Any:
    """The same, contradictory or not."""
    preset, text = getattr(asked, "preset", None), getattr(asked, "packed", None)
    if preset is not None and asked.options is not None:
        raise invalid("/preset", "preset_and_options", "Send `preset` or `options`, not both.")
    if text is not None:
        if preset is not None or asked.options is not None:
            raise invalid("/packed", "packed_and_others", "Send `packed` without `options` and `preset`.")
        try:
            return unpacked(served, text)
        except NotPacked as error:
            raise invalid("/packed", error.code, str(error)) from None
    return served.game.presets[preset] if preset is not None else asked.options or served.game.options()


def told_fault(served: ServedGame, fault: OptionFault, language: str) -> dict[str, Any]:
    """A contradiction in options as an answer tells it, its place being one in the request."""
    sentence = served.game.texts.sentence(
        language, f"option_fault.{fault.code}", fault.details, (), figures(language)
    )
    return {
        "pointer": OPTIONS + fault.pointer,
        "code": fault.code,
        "detail": sentence or fault.code,
        "rule": fault.rule,
    }


def findings(served: ServedGame, options: Any, language: str) -> dict[str, Any]:
    """What there is to say about options whose fields are in bounds: every contradiction, or else what example throws
    are worth, the rules page of a table with them, and what an address holds of them; and the options in full.
    """
    faults = [told_fault(served, fault, language) for fault in served.game.faults(options)]
    return {
        "valid": not faults,
        "faults": faults,
        "options": served.options.dump_python(options, mode="json"),
        "examples": [] if faults else scored_examples(served, options),
        "rules": None if faults else served.game.page_of(options, language, figures(language)),
        "packed": None if faults else packed(served, options),
    }
