"""What score sheets of every game hold, over random options and random play in which seats may leave."""

import random
import re
from itertools import groupby, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.contract import AnyGame, Played, Row, Sheet, Texts
from rules.playout import random_play
from rules.registry import BUILT_IN
from rules.texts import LANGUAGES
from rules.texts.labels import Labels
from tests.playing import options_of

GAMES = pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)


def written(game: AnyGame, data: st.DataObject) -> tuple[Any, Any, Sheet, Any]:
    """Rules, a state that random play led to, perhaps without a seat that left, and its sheet."""
    options = data.draw(options_of(game), "options")
    rules = game.rules(options)
    chance = random.Random(data.draw(st.integers(0, 2**32), "seed"))
    seats = min(game.max_seats, chance.randint(1, 4))
    state, record = rules.start(seats), []
    for leaves in (data.draw(st.booleans(), "a seat leaves"), False):
        for turn in random_play(rules, state, chance, 80):
            state = turn.step.state
            record.append(turn.played)
        if rules.to_move(state) and chance.random() < 0.5:
            seat = chance.choice(rules.to_move(state))
            state = rules.void(state, seat)
            record.append(Played("skip", seat))
        if leaves and rules.outcome(state) is None:
            seat = chance.randrange(seats)
            state = rules.withdraw(state, seat).state
            record.append(Played("resign", seat))
    return rules, state, rules.sheet(state, record), options


def fixed(sheet: Sheet) -> list[Row]:
    """The rows that are there from the start."""
    return [row for row in sheet.rows if not (sheet.grows and row.id.startswith(f"{sheet.grows}."))]


@GAMES
@given(data=st.data())
def test_only_rows_of_the_stem_are_added(game: AnyGame, data: st.DataObject) -> None:
    rules, state, sheet, _ = written(game, data)
    empty = rules.sheet(rules.start(len(rules.totals(state))), [])
    assert empty.grows == sheet.grows
    assert [row.id for row in empty.rows] == [row.id for row in fixed(sheet)]
    added = sheet.rows[: len(sheet.rows) - len(fixed(sheet))]
    assert [(row.id, row.kind) for row in added] == [(f"{sheet.grows}.{n + 1}", "turn") for n in range(len(added))]
    assert sheet.rows[-1].kind == "total"
    sections = [section for section, _ in groupby(row.section for row in sheet.rows) if section]
    assert len(set(sections)) == len(sections)


@GAMES
@given(data=st.data())
def test_running_totals_lead_to_the_totals(game: AnyGame, data: st.DataObject) -> None:
    rules, state, sheet, _ = written(game, data)
    for seat, total in enumerate(rules.totals(state)):
        cells = [row.cells[seat] for row in sheet.rows if row.cells[seat].total is not None]
        for before, after in pairwise(cells):
            assert (after.total or 0) - (before.total or 0) == (after.value or 0)
        assert not cells or cells[-1].total == total


@GAMES
@given(data=st.data())
def test_seats_that_left_are_marked_and_entries_have_room(game: AnyGame, data: st.DataObject) -> None:
    rules, state, sheet, _ = written(game, data)
    marked = [seat for seat, cell in enumerate(sheet.rows[-1].cells) if "resigned" in cell.notes]
    assert marked == sorted(rules.resigned(state))
    assert all(len(cell.notes) <= row.room for row in sheet.rows if row.room for cell in row.cells)


@GAMES
@given(data=st.data())
def test_everything_has_words_in_every_language(game: AnyGame, data: st.DataObject) -> None:
    _, _, sheet, options = written(game, data)
    for language in LANGUAGES:
        labels = Labels(game.texts_of(options), language)
        told = [labels.row(row) for row in sheet.rows]
        assert len(set(told)) == len(told)
        assert not {*told} & {row.id for row in sheet.rows}
        told += [hint for row in sheet.rows if (hint := labels.hint(row)) is not None]
        codes = {("section", row.section) for row in sheet.rows if row.section}
        codes |= {
            ("note", note) for row in sheet.rows for cell in row.cells for note in cell.notes if note is str(note)
        }
        for kind, code in codes:
            assert f"{kind}.{code}" in labels._messages
        assert not [text for text in told if not text or re.search("[{}]", text)]


def test_words_by_language_and_what_happens_without_them() -> None:
    game = next(each for each in BUILT_IN if each.name == "yahtzee")
    cells = ()
    german = Labels(game.texts, "de")
    assert german.row(Row("turn.3", "turn", cells)) == "Spielzug 3"
    assert german.row(Row("yatzy", "box", cells)) == "Kniffel"
    assert german.row(Row("strange.thing", "box", cells)) == "strange.thing"
    assert (
        german.hint(Row("bonus", "bonus", cells, hint="bonus", figures={"points": 35, "least": 63}))
        == "35 Punkte ab 63"
    )
    assert Labels(game.texts, "xx").say("note", "bust") == "bust"


def test_a_message_that_asks_for_other_figures_stands_as_it_is() -> None:
    texts = Texts({"en": ""}, {"en": {"row.a": "{missing}", "row.b": "{", "row.c": "{0}", "row.d": "{n.real.x}"}})
    labels = Labels(texts, "en")
    told = [labels.row(Row(name, "box", (), figures={"n": 1})) for name in "abcd"]
    assert told == ["{missing}", "{", "{0}", "{n.real.x}"]
