"""A game from outside that behaves until it is told not to."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, ConfigDict, field_validator

from app.server.process import end_on_signals
from rules.banking import titusind
from rules.contract import AnyGame
from rules.registry import Registry, built_in

Deed = Callable[..., Any]


class RogueOptions(BaseModel):
    """Options that may be read wrongly, too."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    luck: int = 0

    @field_validator("luck")
    @classmethod
    def _fails(cls, luck: int) -> int:
        if luck == 13:
            raise TypeError("thirteen is more than this validator bears")
        return luck


class Rogue:
    """The rules of titusind, where `mischief` has nothing else for a function: what is done with the true one."""

    def __init__(self, mischief: dict[str, Deed]) -> None:
        self.rules = titusind.GAME.rules(titusind.GAME.options())
        self.mischief = mischief

    def __getattr__(self, name: str) -> Any:
        true = getattr(self.rules, name)
        deed = self.mischief.get(name)
        return true if deed is None else lambda *arguments: deed(true, *arguments)


def rogue(mischief: dict[str, Deed], name: str = "rogue") -> AnyGame:
    """The game; `mischief` is looked at anew with each call."""

    def rules(options: Any) -> Any:
        if "rules" in mischief:
            return mischief["rules"](Rogue, options)
        return Rogue(mischief)

    def sheets(call: str, true: Deed) -> Deed:
        def asked(known: Any, filled: Any) -> Any:
            return mischief[call](true, known, filled) if call in mischief else true(known, filled)

        return asked

    messages = {"en": {**titusind.GAME.texts.messages["en"], "option.luck": "Luck"}}
    texts = replace(titusind.GAME.texts, messages=messages)
    assert titusind.GAME.check_sheet is not None
    assert titusind.GAME.check_sheets is not None
    return replace(
        titusind.GAME,
        name=name,
        options=RogueOptions,
        rules=rules,
        texts=texts,
        presets={},
        check_sheet=sheets("check_sheet", titusind.GAME.check_sheet),
        check_sheets=sheets("check_sheets", titusind.GAME.check_sheets),
    )


def with_rogue(mischief: dict[str, Deed]) -> Registry:
    """It and the built-in games."""
    return Registry({**built_in().games, "rogue": rogue(mischief)})


@contextmanager
def handling_signals() -> Iterator[None]:
    """As in a process that serves, which handles its signals itself."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    end_on_signals()
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def raises(error: BaseException) -> Deed:
    """Raise it."""

    def deed(*_: Any) -> Any:
        raise error

    return deed


def gives(value: Any) -> Deed:
    """Give this instead."""
    return lambda *_: value


def changes(change: Callable[[Any], Any]) -> Deed:
    """Make something else of what the true function gives."""
    return lambda true, *arguments: change(true(*arguments))
