"""A pytest plugin that holds games to the laws: `-p rules.conformance.plugin --rollwright-game MODULE:ATTR`.

Each law becomes a test beside those that pytest finds. The option may be given several times.
"""

from typing import Any

import pytest

from rules.conformance.law import Broken, Law, explained
from rules.conformance.suite import LAWS, NoGame, named
from rules.contract import AnyGame


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the games to test."""
    parser.getgroup("rollwright").addoption(
        "--rollwright-game",
        action="append",
        default=[],
        metavar="MODULE:ATTR",
        help="hold this game to the laws of rules.conformance (ATTR is GAME where it is left out)",
    )


def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add the laws of every game."""
    for target in config.getoption("--rollwright-game"):
        try:
            game = named(target)
        except NoGame as error:
            raise pytest.UsageError(f"--rollwright-game: {error}") from None
        items += [LawItem.from_parent(session, name=f"{game.name}::{law.name}", game=game, law=law) for law in LAWS]


class LawItem(pytest.Item):
    """One law held against one game."""

    def __init__(self, *, game: AnyGame, law: Law, **more: Any) -> None:
        super().__init__(**more)
        self.game = game
        self.law = law

    def runtest(self) -> None:
        """Hold the game to the law."""
        self.law.check(self.game)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Say what is broken and what to mend; what the game raised itself is shown as pytest shows it."""
        if isinstance(excinfo.value, Broken):
            return explained(self.law, excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, int | None, str]:
        """Where it comes from, as reports show it."""
        return self.path, None, self.name
