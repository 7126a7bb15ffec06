"""The registry: games that packages offer are found, and one that will not do keeps no other out."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from rules import registry
from rules.sheet import yatzy

MINE = replace(yatzy.GAME, name="mine")


class Offered:
    """An entry point that gives an object, or raises it."""

    def __init__(self, name: str, given: Any) -> None:
        self.name = name
        self.value = f"package:{name}"
        self.dist = SimpleNamespace(name="package")
        self._given = given

    def load(self) -> Any:
        if isinstance(self._given, BaseException):
            raise self._given
        return self._given


@pytest.fixture
def offer(monkeypatch: pytest.MonkeyPatch) -> Callable[[Sequence[Offered]], None]:
    def made(offered: Sequence[Offered]) -> None:
        monkeypatch.setattr(registry, "entry_points", lambda group: offered if group == registry.GROUP else ())

    return made


def test_what_packages_offer_stands_beside_the_built_in_games(offer: Callable[..., None]) -> None:
    bad = [
        (Offered("raises", ImportError("no dice")), None, "ImportError: no dice"),
        (Offered("exits", SystemExit(3)), None, "SystemExit: 3"),
        (Offered("number", 5), None, "package:number is no Game"),
        (Offered("again", yatzy.GAME), "yatzy", "the name yatzy is in use"),
    ]
    good = Offered("mine", MINE)
    offer([*(each for each, _, _ in bad), good])
    found = registry.load()
    assert found.games == {**registry.built_in().games, "mine": MINE}
    assert found.entries == {"mine": good}
    assert found.failed == [registry.LeftOut("package", each.name, game, why) for each, game, why in bad]
    assert [registry.is_built_in(game) for game in (yatzy.GAME, MINE)] == [True, False]


def test_a_stop_is_no_ones_fault(offer: Callable[..., None]) -> None:
    offer([Offered("stopped", KeyboardInterrupt())])
    with pytest.raises(KeyboardInterrupt):
        registry.load()
    offer([Offered("stopped", SystemExit())])
    with pytest.raises(SystemExit):
        registry.load(lambda error: isinstance(error, SystemExit))


def test_what_came_by_no_entry_point_is_left_out_by_its_name() -> None:
    assert registry.left_out(None, "mine", "it is late") == registry.LeftOut(None, None, "mine", "it is late")
