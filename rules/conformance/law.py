"""Law: something that holds of every game, with a message for whoever has to mend one."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from traceback import extract_tb
from typing import Any, NamedTuple

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from rules.conformance.options import options_of
from rules.contract import AnyGame, AnyRules, Illegal, Step
from rules.playout import Chance, Turn, random_play

MOVES = 120
"""How far most laws play: long enough for several turns of several seats."""

MOST_SEATS = 4
"""How many seats play at most, where the game has more."""

WRITING = {"bank", "choose_category"}
"""The moves whose points are written into a total."""


class Broken(AssertionError):
    """A law that the game breaks: what is wrong and what to mend."""


@dataclass(frozen=True)
class Law:
    """Something that holds of every game.

    name: an identifier. says: the law in a sentence. test: raises `Broken`; draws options and chance from its data.
    examples: how often it is tried, where that is fixed; None: as often as hypothesis is set to.
    """

    name: str
    says: str
    test: Callable[[AnyGame, st.DataObject], None]
    examples: int | None

    def check(self, game: AnyGame) -> None:
        """Hold the game to it: raises `Broken`, or whatever the game raises."""

        @settings(
            max_examples=self.examples or settings().max_examples,
            deadline=None,
            database=None,
            phases=[Phase.generate],  # what chance has made cannot be made simpler
            suppress_health_check=list(HealthCheck),
        )
        @given(data=st.data())
        def tried(data: st.DataObject) -> None:
            self.test(game, data)

        tried()


def law(test: Callable[[AnyGame, st.DataObject], None], examples: int | None = None) -> Law:
    """A law made of a test, whose docstring is what it says."""
    return Law(test.__name__, " ".join((test.__doc__ or "").split()), test, examples)


def hold(holds: object, *mend: object) -> None:
    """Raise `Broken` with the words of `mend`, unless `holds`."""
    if not holds:
        raise Broken(" ".join(map(str, mend)))


def refuses(call: Callable[[], Any]) -> bool:
    """Whether the call ends in a ValueError that says something."""
    try:
        call()
    except ValueError as error:
        return bool(str(error))
    return False


class Play(NamedTuple):
    """Random play with random options: the rules, the number of seats, the steps, and chance to go on with."""

    rules: AnyRules
    seats: int
    turns: list[Turn[Any, Any]]
    chance: Chance

    @property
    def state(self) -> Any:
        """Where it came to."""
        return self.turns[-1].step.state if self.turns else self.rules.start(self.seats)


def play(game: AnyGame, data: st.DataObject, most: int = MOVES, options: Any = None) -> Play:
    """Play at random, `most` moves or to the end; by random options, unless they are given."""
    if options is None:
        options = data.draw(options_of(game), "options")
    seats = data.draw(st.integers(game.min_seats, max(game.min_seats, min(game.max_seats, MOST_SEATS))), "seats")
    chance = data.draw(st.randoms(use_true_random=True), "chance")
    rules = game.rules(options)
    state = rules.start(seats)
    hold(rules.to_move(state), f"start({seats}) gives a state in which to_move names nobody: seat 0 has to start")
    return Play(rules, seats, list(turns_of(rules, state, chance, most)), chance)


def turns_of(rules: AnyRules, state: Any, chance: Chance, most: int) -> Iterator[Turn[Any, Any]]:
    """Random play from a state, `most` moves or to the end; `Broken` where it cannot go on."""
    try:
        for turn in random_play(rules, state, chance, most):
            _is_step(turn)
            yield turn
    except ValueError as error:
        raise Broken(f"{error}. legal_moves may list only what throws and apply accept") from error


def _is_step(turn: Turn[Any, Any]) -> None:
    step: Any = turn.step
    given = f"apply({turn.legal.move!r}, {turn.faces}) gives {step!r}"
    hold(isinstance(step, Step), f"{given}: a rules.contract.Step or Illegal is needed")
    hold(step.points is None or type(step.points) is int, f"{given}: points are a whole number or None")
    hold(isinstance(step.events, tuple), f"{given}: events are a tuple")


def shown(refusal: Illegal) -> str:
    """A refusal in few words."""
    return f"Illegal(reason={refusal.reason!r}, rule={refusal.rule!r}, details={dict(refusal.details)!r})"


def explained(law: Law, error: BaseException) -> str:
    """What is broken, with the options and the chance of the play that showed it."""
    said = str(error) if isinstance(error, Broken) else _raised(error)
    drawn = [note for note in getattr(error, "__notes__", ()) if re.match(r"Draw \d+ \(", note)]
    return "\n".join([law.says, f"  {said}", *(f"  {note}" for note in drawn)])


def _raised(error: BaseException) -> str:
    """What the game raised, and where."""
    where = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({where.filename}, line {where.lineno}, in {where.name})"


def cause(error: BaseException) -> tuple[Any, ...]:
    """What two errors share that have the same cause: where the game raised it, or where it was found to be wrong."""
    frames = [frame for frame in extract_tb(error.__traceback__) if frame.name != hold.__name__]
    return type(error), frames[-1].filename, frames[-1].lineno
