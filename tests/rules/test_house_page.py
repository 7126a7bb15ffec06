"""House rules pages: every paragraph that is cited stands on a table's own page, in every language."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.http.cldr import figures
from rules.banking.house import page as banking_page
from rules.banking.options import BankingOptions
from rules.banking.state import RIDE
from rules.check import check
from rules.contract import BANK, ROLL, AnyGame, Illegal, SetAside
from rules.house_page import Named, Paragraph, Phrase, Value
from rules.playout import random_play
from rules.registry import built_in
from rules.sheet.bonuses import SheetClearedBonus, SheetScoredBonus
from rules.sheet.boxes import SheetBox, SheetColumnRule
from rules.sheet.categories import CATEGORIES
from rules.sheet.house import page as sheet_page
from rules.sheet.options import SheetOptions
from rules.sheet.state import SheetChoose, SheetRoll
from rules.texts import LANGUAGES, paragraphs
from rules.transcript import Entry, Transcript
from tests.house_rules import banking_options, sheet_options, sound, sound_options
from tests.rules.test_texts import TEXTS

NAMES = ("sheet", "banking")
BOTH = pytest.mark.parametrize("name", NAMES)
GAMES = built_in().games


def cited(game: AnyGame, options: Any, language: str = "en") -> tuple[str, ...]:
    return paragraphs(game.page_of(options, language))


def any_move(game: AnyGame, options: Any, chance: random.Random) -> Any:
    """A move of the vocabulary, most of them against the rules."""
    faces = tuple(chance.choices(range(1, 7), k=chance.randint(1, 6)))
    if game.name == "banking":
        return chance.choice((ROLL, BANK, RIDE, SetAside(faces)))
    own = [box.category for box in options.boxes]
    several = len(options.columns) > 1
    category = chance.choice((*own, *CATEGORIES)) + (f".{chance.randint(1, len(options.columns))}" if several else "")
    count = chance.choice((None, None, 1, 3, 6))
    return chance.choice((SheetRoll(count=count), SetAside(faces), SheetChoose(category)))


@BOTH
@given(data=st.data())
def test_refusals_cite_paragraphs_of_the_tables_own_page(name: str, data: st.DataObject) -> None:
    game, options = GAMES[name], data.draw(sound_options(name))
    rules, numbers = game.rules(options), cited(game, options)
    chance = random.Random(data.draw(st.integers(0, 2**32), "seed"))
    for turn in random_play(rules, rules.start(2), chance, data.draw(st.integers(1, 120), "moves")):
        for _ in range(4):
            found = rules.throws(turn.step.state, chance.randrange(2), any_move(game, options, chance))
            if isinstance(found, Illegal):
                assert found.rule in numbers, found


def slips(game: AnyGame, options: Any, chance: random.Random) -> Iterator[str | None]:
    """The paragraphs of what is wrong with a game in which points were written down at random."""
    rules = game.rules(options)
    entries = []
    for turn in random_play(rules, rules.start(2), chance, 80):
        points = turn.step.points if chance.random() < 0.7 else chance.randint(0, 90)
        move = turn.legal.move if chance.random() < 0.9 else any_move(game, options, chance)
        entries.append(Entry(turn.seat, move, turn.faces, points, bust=chance.random() < 0.1))
    transcript = Transcript(game.name, None, options, ("Ida", "Otto"), tuple(entries), (3, 4))
    for fault in check(rules, transcript, game.paragraphs).faults:
        yield fault.rule


def filled(game: AnyGame, options: Any, chance: random.Random) -> Any:
    """A sheet on which anything may be written."""

    def claim() -> int | None:
        return chance.choice((None, 0, 1, 50, 777))

    kind: Any = game.filled_sheet
    if game.name == "banking":
        turns = [{"points": chance.choice((0, -100, 50, 4000)), "total": claim()} for _ in range(6)]
        return kind.model_validate_json(json.dumps({"turns": turns, "total": claim()}))
    boxes = {category: claim() for category in game.categories_of(options)} | {"nonsense": 5}
    told = {name: claim() for name in ("upper_sum", "bonus", "yatzy_bonus", "saved_throws", "total")}
    bonuses = [claim() for _ in range(chance.randint(1, 4))]
    written = {"boxes": {box: points for box, points in boxes.items() if points is not None}, "bonuses": bonuses}
    return kind.model_validate_json(json.dumps(written | told))


@BOTH
@given(data=st.data())
def test_faults_of_transcripts_and_sheets_cite_them_too(name: str, data: st.DataObject) -> None:
    game, options = GAMES[name], data.draw(sound_options(name))
    chance = random.Random(data.draw(st.integers(0, 2**32), "seed"))
    numbers = (*cited(game, options), None)
    assert set(slips(game, options, chance)) <= set(numbers)
    assert game.check_sheet is not None
    for fault in game.check_sheet(game.rules(options), filled(game, options, chance)).faults:
        assert fault.rule in numbers, fault


@BOTH
@given(data=st.data())
def test_the_page_is_complete_in_every_language(name: str, data: st.DataObject) -> None:
    """The same paragraphs in the order of the page on all house rules, with nothing left to fill in."""
    game, options = GAMES[name], data.draw(sound_options(name))
    general = paragraphs(game.texts.page["en"])
    numbers = cited(game, options)
    assert numbers == tuple(number for number in general if number in numbers)
    for language in LANGUAGES:
        page = game.page_of(options, language, figures(language))
        assert paragraphs(page) == numbers
        assert "{" not in page
        assert "page." not in page
        assert not re.search(r" \n|\n{3}|  ", page)


EVERYTHING: dict[str, list[Any]] = {
    "banking": [BankingOptions(bust_penalty=5, penalty_floor="none"), BankingOptions(most_left=1)],
    "sheet": [
        SheetOptions(save_throws=True),
        SheetOptions(columns=(SheetColumnRule(), SheetColumnRule(factor=2)), bonuses=(SheetClearedBonus(),)),
        SheetOptions(
            boxes=(SheetBox(category="chance", highest=9),),
            columns=(SheetColumnRule(), SheetColumnRule(order="up")),
            bonuses=(SheetScoredBonus(boxes="all", points=1, over="sheet"),),
        ),
    ],
}
"""Options with what the random ones never have."""


def codes(value: Value) -> Iterator[str]:
    if isinstance(value, Phrase):
        yield value.code
        for inner in value.fields.values():
            yield from codes(inner)
    elif isinstance(value, tuple) and not isinstance(value, Named):
        for inner in value:
            yield from codes(inner)


def said(paragraph: Paragraph) -> Iterator[str]:
    yield f"section.{paragraph.number.partition('.')[0]}"
    for phrase in (*paragraph.sentences, *paragraph.items):
        yield from codes(phrase)


@BOTH
def test_every_phrase_is_said_of_some_options(name: str) -> None:
    told: Any = {"sheet": sheet_page.paragraphs, "banking": banking_page.paragraphs}[name]
    drawn: Any = {"sheet": sheet_options, "banking": banking_options}[name]
    chance = random.Random(name)
    every = [*(drawn(chance) for _ in range(400)), *GAMES[name].presets.values(), *EVERYTHING[name]]
    found = {f"page.{code}" for options in every for paragraph in told(options) for code in said(paragraph)}
    words = json.loads((TEXTS / "en" / f"{name}-page.json").read_text("utf-8"))
    assert {key.partition("#")[0] for key in words} == found | {"page.lead"}


def test_names_of_boxes_are_told_as_they_are_and_are_no_markup() -> None:
    box = SheetBox(category="own", name="*<b>_1", worth=40, fits={"type": "run", "length": 3})
    page = GAMES["sheet"].page_of(SheetOptions(boxes=(box,), bonus=0), "de", figures("de"))
    assert r"- „\*\<b\>\_1“: 3 aufeinanderfolgende Augenzahlen. Wert: 40 Punkte" in page.splitlines()


def test_a_page_says_the_figures_of_the_table() -> None:
    game = GAMES["banking"]
    page = game.page_of(game.presets["farkle-300"], "de", figures("de"))
    assert page.startswith("# Farkle (drei Einser für 300)\n")
    lines = page.splitlines()
    assert "**1.2** Gesammelt werden Punkte bis zu einer Punktgrenze: 10.000." in lines
    assert "- 1-2-3-4-5-6: 1.500" in lines
    triplets = "- 3 gleiche Würfel: 100 mal ihre Augenzahl, Einser 300; weitere gleiche Würfel gehören nicht dazu"
    assert triplets in lines


def test_a_named_game_has_its_one_page() -> None:
    game = GAMES["yatzy"]
    assert game.page_of(game.options(), "da") == game.texts.rules("da")


def test_sound_options_are_many() -> None:
    """What the laws above draw from."""
    assert all(len(sound(name)) > 30 for name in NAMES)
