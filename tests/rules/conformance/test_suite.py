"""The shipped laws find what is wrong with a stranger's game, and say what to mend."""

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, make_dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, create_model

from rules.adviser import Positions
from rules.banking import titusind
from rules.banking.options import BankingOptions
from rules.conformance.law import Broken, explained
from rules.conformance.suite import LAWS, NoGame, named
from rules.contract import BANK, AnyGame, Bank, Illegal, Legal, Roll, Sheet, Texts
from rules.playout import random_play
from rules.registry import BUILT_IN
from rules.wohin_damit import GAME as WOHIN_DAMIT

GAME = titusind.GAME
BY_NAME = {law.name: replace(law, examples=law.examples or 1000) for law in LAWS}
"""What breaks one is found by the first example that shows it; where that takes some is left to no luck."""


class Bent:
    """The rules of titusind, some functions of which do something else with what the true one gives."""

    def __init__(self, options: Any, bends: dict[str, Callable[..., Any]]) -> None:
        self.rules = GAME.rules(options)
        self.bends = bends

    def __getattr__(self, name: str) -> Any:
        true = getattr(self.rules, name)
        bend = self.bends.get(name)
        return true if bend is None else lambda *arguments: bend(true(*arguments), *arguments)


def bent(**bends: Callable[..., Any]) -> AnyGame:
    def rules(options: Any) -> Any:
        return Bent(options, bends)

    return replace(GAME, rules=rules)


def without(messages: str) -> AnyGame:
    english = {key: words for key, words in GAME.texts.messages["en"].items() if not key.startswith(messages)}
    return replace(GAME, texts=replace(GAME.texts, messages={"en": english}))


def other_points(listed: Any, *_: Any) -> Any:
    return tuple(legal if legal.points is None else legal._replace(points=legal.points + 1) for legal in listed)


class Lenient(Bent):
    """Takes any number of faces."""

    def apply(self, state: Any, seat: int, move: Any, faces: Any) -> Any:
        count = self.rules.throws(state, seat, move)
        return self.rules.apply(state, seat, move, (*faces, *[1] * 6)[: count if isinstance(count, int) else 0])


@dataclass(frozen=True)
class Bust:
    """An event with a name that is taken."""

    type: Literal["bust"] = "bust"


class Open(BaseModel):
    """Options that are not frozen."""

    size: int = 1


class Undescribed(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    size: int = 1


class Unsound(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    size: int = Field(1, description="How large.")


def forgets(sheet: Sheet, *_: Any) -> Sheet:
    return replace(sheet, rows=sheet.rows[:-1])


BROKEN: list[tuple[str, AnyGame, str]] = [
    ("the_description_makes_sense", replace(GAME, name="Ten Thousand"), "lower case"),
    ("the_description_makes_sense", replace(GAME, verbs=("hop",)), "hop"),
    ("the_description_makes_sense", replace(GAME, texts=Texts({}, {})), "en"),
    ("the_description_makes_sense", replace(GAME, rules=lambda _: object()), "apply"),  # type: ignore[arg-type, return-value]
    ("types_have_names_of_their_own", replace(GAME, name="other", event=Bust), "Bust"),
    ("options_are_frozen_and_sound", replace(GAME, options=Open, presets={}), "frozen=True"),
    ("options_are_frozen_and_sound", replace(GAME, options=Undescribed, presets={}), "description"),
    ("options_are_frozen_and_sound", replace(GAME, options=Unsound, faults=lambda _: ("no",)), "faults"),  # type: ignore[arg-type, return-value]
    ("texts_are_complete", without("option."), "option."),
    ("texts_are_complete", without("reason."), "lacks"),
    ("texts_are_complete", replace(GAME, texts=replace(GAME.texts, page={"en": "# Rules"})), "numbered"),
    (
        "exactly_the_listed_moves_are_accepted",
        bent(legal_moves=lambda listed, *_: (*listed, Legal(BANK, 0, 0)) if listed else ()),
        "may list only",
    ),
    ("exactly_the_listed_moves_are_accepted", bent(legal_moves=lambda listed, *_: listed[:1]), "not listed"),
    ("exactly_the_listed_moves_are_accepted", bent(legal_moves=other_points), "points"),
    ("exactly_the_listed_moves_are_accepted", bent(legal_moves=lambda listed, *_: listed * 2), "twice"),
    ("wrong_faces_are_the_callers_fault", replace(GAME, rules=lambda o: Lenient(o, {})), "ValueError"),
    ("alike_dice_have_no_order", replace(WOHIN_DAMIT, alike=True), "alike"),
    ("states_moves_and_events_survive_json", replace(GAME, event=Roll), "Game.event"),
    ("the_view_is_what_its_type_says", bent(view=lambda view, _: {**view, "mood": "good"}), "declare every member"),
    ("the_view_is_what_its_type_says", bent(view=lambda view, _: {**view, "round": None}), "Game.view"),
    ("totals_are_the_sum_of_what_was_recorded", bent(totals=lambda totals, _: tuple(n + 1 for n in totals)), "zeros"),
    ("the_sheet_ends_in_the_totals", bent(sheet=forgets), "total"),
    ("random_play_ends_within_the_stated_bound", replace(GAME, random_play_moves=3), "random_play_moves"),
    ("random_play_ends_within_the_stated_bound", without("outcome."), "outcome."),
    ("seats_may_leave_at_any_time", bent(resigned=lambda *_: ()), "resigned gives"),
    ("a_voided_turn_writes_nothing_and_passes", bent(void=lambda *given: given[1]), "after void"),
    ("loose_dice_are_scored", bent(score=lambda score, *_: score._replace(bust=True)), "bust"),
    (
        "typed_moves_are_read_again",
        replace(GAME, notation=replace(GAME.notation, write=lambda _: "two words")),
        "one word",
    ),
]


@pytest.mark.parametrize(("law", "game", "mend"), BROKEN, ids=[f"{law}-{mend}" for law, _, mend in BROKEN])
def test_a_broken_law_says_what_to_mend(law: str, game: AnyGame, mend: str) -> None:
    with pytest.raises(Broken) as broken:
        BY_NAME[law].check(game)
    assert mend in str(broken.value)
    told = explained(BY_NAME[law], broken.value)
    assert told.startswith(BY_NAME[law].says)
    assert str(broken.value) in told


OWN = [
    "SeatState",
    "SessionEvent",
    "ProblemDetails",
    "Health",
    "Bust",
    "BankRequest",
    "RollBody",
    "OtherSession",
    "Rank",
]


@pytest.mark.parametrize("name", OWN)
def test_names_of_the_service_and_of_other_games_are_taken(name: str) -> None:
    law = BY_NAME["types_have_names_of_their_own"]
    for field in ("options", "view"):
        made: dict[str, Any] = {field: create_model(name)}
        with pytest.raises(Broken, match=rf"^{name}: "):
            law.check(replace(GAME, name="other", **made))
    event = make_dataclass(name, [("type", Literal["other"], "other")], frozen=True)
    with pytest.raises(Broken, match=rf"^{name}: "):
        law.check(replace(GAME, name="other", event=event))


def test_names_that_begin_with_the_games_are_its_own() -> None:
    own = replace(GAME, name="other", options=create_model("OtherOptions"))
    BY_NAME["types_have_names_of_their_own"].check(own)


def test_a_verb_does_not_take_the_name_of_a_request() -> None:
    move = make_dataclass("OtherMove", [("type", Literal["session"], "session")], frozen=True)
    with pytest.raises(Broken, match="SessionRequest"):
        BY_NAME["types_have_names_of_their_own"].check(replace(GAME, name="other", move=move, verbs=("session",)))


SOON = {"ride": BankingOptions(piggyback="anyone")}
"""Options by which a verb that the default does not offer comes early."""
HIDDEN = [(game, verb) for game in BUILT_IN for verb in game.verbs if len(game.verbs) > 1]


@pytest.mark.parametrize(("game", "verb"), HIDDEN, ids=[f"{game.name}-{verb}" for game, verb in HIDDEN])
def test_a_legal_move_that_is_never_listed_is_found(game: AnyGame, verb: str) -> None:
    # By the first options that offer the verb beside others; if none do, to hide it hides nothing.
    several = (SOON.get(verb, game.options()), *game.presets.values())
    agreed = next((options for options in several if is_beside_others(game, options, verb)), None)

    class Hiding:
        def __init__(self, _: Any) -> None:
            self.rules = game.rules(game.options() if agreed is None else agreed)

        def __getattr__(self, name: str) -> Any:
            return getattr(self.rules, name)

        def legal_moves(self, state: Any, seat: int) -> Any:
            """Those of the verb only where there is nothing else."""
            listed = self.rules.legal_moves(state, seat)
            return tuple(legal for legal in listed if legal.move.type != verb) or listed

    law = BY_NAME["exactly_the_listed_moves_are_accepted"]
    if agreed is not None:
        # It stops with the first play that shows it, which may take some: titusind opens with no less than 1050.
        with pytest.raises(Broken, match=r"is accepted for seat \d and not listed"):
            law.check(replace(game, rules=Hiding))
    else:
        replace(law, examples=None).check(replace(game, rules=Hiding))


def is_beside_others(game: AnyGame, options: Any, verb: str) -> bool:
    rules = game.rules(options)
    start = rules.start(min(max(2, game.min_seats), game.max_seats))
    return any(
        {legal.move.type for legal in rules.legal_moves(turn.before, turn.seat)} > {verb}
        for turn in random_play(rules, start, Random(1), 200)
    )


def played_at_random(game: AnyGame) -> list[Any]:
    rules = game.rules(game.options())
    return list(random_play(rules, rules.start(game.min_seats), Random(1), 60))


def test_what_depends_on_more_than_its_arguments_is_found() -> None:
    count = iter(range(10**9))

    def moody(step: Any, *_: Any) -> Any:
        return step if isinstance(step, Illegal) else step._replace(state=step.state._replace(round=next(count)))

    for law in MOODY:
        with pytest.raises(Broken):
            BY_NAME[law].check(bent(apply=moody))


@pytest.mark.parametrize("junk", [None, "done", ()], ids=str)
def test_what_apply_gives_instead_of_a_step_is_told(junk: Any) -> None:
    for name in ("exactly_the_listed_moves_are_accepted", "random_play_ends_within_the_stated_bound"):
        with pytest.raises(Broken, match=rf"^apply\(.*gives {re.escape(repr(junk))}: a rules.contract.Step"):
            BY_NAME[name].check(bent(apply=lambda *_: junk))


def test_a_module_that_cannot_be_imported_is_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    deeds = {"exits": "import sys; sys.exit(3)", "ends": "raise GeneratorExit", "garbled": "def"}
    for name, deed in deeds.items():
        (tmp_path / f"{name}.py").write_text(deed)
        with pytest.raises(NoGame, match=f"^{name} cannot be imported: "):
            named(name)


def test_what_a_game_raises_is_told_with_its_place() -> None:
    def trips(*_: Any) -> Any:
        raise LookupError("no such seat")

    law = BY_NAME["the_view_is_what_its_type_says"]
    with pytest.raises(LookupError) as raised:
        law.check(bent(view=trips))
    told = explained(law, raised.value)
    assert "LookupError: no such seat" in told
    assert "in trips" in told
    assert "Draw 1 (options)" in told


def test_a_game_is_found_by_its_name() -> None:
    assert named("rules.banking.titusind") is GAME
    assert named("rules.wohin_damit:GAME") is WOHIN_DAMIT
    for target, why in (
        ("rules.banking.titusind:PLAY", "no PLAY"),
        ("rules.nowhere", "cannot be imported"),
        ("rules.contract:BANK", "Bank"),
    ):
        with pytest.raises(NoGame, match=why):
            named(target)
    assert isinstance(BANK, Bank)
    assert "rules.banking.titusind" in sys.modules


class Advised:
    """The adviser of titusind, some functions of which do something else with what the true one gives."""

    def __init__(self, options: Any, bends: dict[str, Callable[..., Any]]) -> None:
        assert GAME.adviser is not None
        self.true = GAME.adviser(options)
        self.bends = bends

    def __getattr__(self, name: str) -> Any:
        true = getattr(self.true, name)
        bend = self.bends.get(name)
        return true if bend is None else lambda *arguments: bend(true(*arguments), *arguments)


class Growing:
    """A number that grows with every question."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, values: Any, *_: Any) -> Any:
        self.asked += 1
        return tuple(value + self.asked for value in values)


def advised(**bends: Callable[..., Any]) -> AnyGame:
    return replace(GAME, adviser=lambda options: Advised(options, bends))


def _over(rules: Any) -> Any:
    return rules.withdraw(rules.start(1), 0).state


WRONG_ADVICE: list[tuple[str, AnyGame, str]] = [
    ("advice_is_on_every_legal_move", advised(objectives=lambda *_: ("luck",)), "no objective"),
    ("advice_is_on_every_legal_move", advised(method=lambda *_: "guessed"), "no method"),
    ("advice_is_on_every_legal_move", advised(spread=lambda *_: 0.0), "more than 0"),
    ("advice_is_on_every_legal_move", advised(values=lambda true, *_: (*true, 0.0)), "legal moves"),
    ("advice_is_on_every_legal_move", advised(values=lambda true, *_: (float("nan"),) * len(true)), "numbers"),
    ("advice_is_on_every_legal_move", advised(value=lambda true, *_: true + 1), "the best move is worth"),
    ("advice_is_on_every_legal_move", advised(solutions=lambda *_: ()), "names nothing"),
    (
        "advice_follows_from_the_rules",
        advised(values=lambda true, *_: tuple(v + 1 for v in true)),
        "what follows",
    ),
    ("advising_changes_nothing", advised(values=Growing()), "and then"),
    (
        "written_positions_are_states",
        replace(GAME, positions=Positions(GAME.positions.form, lambda rules, _: _over(rules))),  # type: ignore[union-attr]
        "nobody is to move",
    ),
]


@pytest.mark.parametrize(("law", "game", "says"), WRONG_ADVICE)
def test_wrong_advice_is_found(law: str, game: AnyGame, says: str) -> None:
    with pytest.raises(Broken, match=says):
        BY_NAME[law].check(game)


MOODY = {"nothing_given_is_changed", "replaying_the_record_gives_the_state"}


def test_every_law_can_be_broken() -> None:
    assert {law for law, *_ in (*BROKEN, *WRONG_ADVICE)} | MOODY == set(BY_NAME)
