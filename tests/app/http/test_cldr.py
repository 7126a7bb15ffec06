"""Sentences know one and many in every language, and write numbers as their reader does."""

import re
from collections.abc import Iterator, Mapping
from itertools import product
from string import Formatter
from typing import Any

import pytest

from app.http.cldr import figures
from app.http.negotiation import LANGUAGES
from rules.contract import Texts
from rules.messages import form, merged, told
from rules.registry import BUILT_IN
from rules.texts import labels
from rules.texts.faults import with_faults

VALUES = (0, 1, 2, 5, 21, 10_000)
COUNTED = {
    "en": "point/points die/dice mark/marks turn/turns throw/throws seat/seats face/faces result/results"
    " player/players"
    " box/boxes worth/worths",
    "de": "Punkt/Punkte|Punkten Würfel/Würfel|Würfeln Spielzug/Spielzüge|Spielzügen Wurf/Würfe|Würfen"
    " Kreuz/Kreuze|Kreuzen Zahl/Zahlen Augenzahl/Augenzahlen Spieler/Spieler|Spielern"
    " Feld/Felder|Feldern Wert/Werte|Werten",
    "da": "point/point terning/terninger tur/ture slag/slag kryds/krydser tal/tal øjental/øjental spiller/spillere"
    " overskydende/overskydende felt/felter værdi/værdier",
    "bg": "точка/точки зар/зара ход/хода хвърляне/хвърляния отметка/отметки число/числа играч/играчи"
    " графа/графи стойност/стойности",
}
"""What is counted, one and many, as it stands after a number."""
UNCOUNTED = {
    "en": "as at by can cannot came does each for goes has in is more must needs no of or reach"
    " shows that to together too will would and when",
    "de": "ab aus bis bliebe enthält ergäbe für führt führen gehen geht hat hinaus in ist kam kommen lässt mehr muss"
    " müssen nicht noch schon sein statt stehen steht und zeigt zu brächten",
    "da": "af allerede er fører for giver går har ikke i kan kom må mere og skal til tilbage tilsammen ud ved ville",
    "bg": "би биха в вече до другаде е за и извежда извеждат има идва или към може на"
    " надхвърля не никое няма от при трябва",
}
"""What else may stand there: words that no number changes."""
MANY_BEFORE = {
    "en": "are|were|these|those",
    "de": "sind|waren|fehlen|alle|den|die",
    "da": "de|alle",
    "bg": "са|бяха|останали|трябват",
}
"""What may not stand before a one."""
NAMES = {
    "seat",
    "before",
    "to_move",
    "holder",
    "face",
    "fifth",
    "row",
    "round",
    "first",
    "last",
    "line",
    "category",
    "bonus",
}
"""Fields that are names or count in order."""
LISTS = {"thrown", "kept", "rest", "sums", "fitting", "entries", "best", "faces"}
SENTENCES = {"reason", "fault", "event", "option_fault", "outcome", "rating", "hint", "row", "note", "pad"}


def everything(language: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The messages of every game, with those that games share, by the game's name; also as its presets speak."""
    for game in BUILT_IN:
        for preset in (None, *game.presets):
            texts: Texts = with_faults(game.texts.of(preset))
            yield f"{game.name} {preset}", merged(texts.spoken(language), labels.shared(language))


def fields_of(message: str) -> list[str]:
    return sorted({field for _, field, _, _ in Formatter().parse(message) if field})


def filled(messages: Mapping[str, str], key: str, language: str) -> Iterator[str]:
    """The sentence with small and large numbers, alone and beside others."""
    fields = fields_of(messages[key])
    counted = [field for field in fields if field not in NAMES | LISTS]
    named: dict[str, Any] = {field: ["X", "X"] if field in LISTS else "X" for field in fields}
    each = {*product((1, 2), repeat=len(counted)), *((value,) * len(counted) for value in VALUES)}
    for values in each:
        given = named | dict(zip(counted, values, strict=True))
        template = form(messages, key, given, figures(language))
        assert template is not None
        yield template.format_map(told(given, messages, (), figures(language)))


NUMBER = re.compile(r"(?<![\w.,\u00a0])\u2212?(?P<digits>\d[\d.,\u00a0]*)(?<![.,]) (?P<word>[^\W\d_]+)")


def slips(language: str, said: str) -> Iterator[str]:
    """What a reader stumbles over."""
    forms = dict(pair.split("/") for pair in COUNTED[language].split())
    for digits, word in NUMBER.findall(said):
        one = [single for single, many in forms.items() if word in {single, *many.split("|")}]
        if not one and word not in UNCOUNTED[language].split():
            yield f"no such word is known after a number: {digits} {word}"
        elif one and not any(word == each if digits == "1" else word in forms[each].split("|") for each in one):
            yield f"{digits} {word}"
    if re.search(rf"\b({MANY_BEFORE[language]}) 1\b(?! bis)", said):
        yield "many before a one"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_has_one_where_there_are_many_or_many_where_there_is_one(language: str) -> None:
    wrong, seen = set(), set()
    for name, messages in everything(language):
        for key in sorted({key.partition("#")[0] for key in messages}):
            forms = tuple(sorted(item for item in messages.items() if item[0].partition("#")[0] == key))
            if key.partition(".")[0] not in SENTENCES or forms in seen:
                continue
            seen.add(forms)
            wrong |= {
                f"{name} {key}: {slip}: {said}"
                for said in filled(messages, key, language)
                for slip in slips(language, said)
            }
    assert sorted(wrong) == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "This is worth 1 points, not 2."),
        ("en", "There are 1."),
        ("de", "Das zählt 1 Punkte, nicht 2."),
        ("de", "Geworfen werden müssen 2 Wurf."),
        ("da", "Summernes krydser svarer til 1 ture."),
        ("bg", "Това носи 21 точка."),
        ("bg", "Зарове за хвърляне са 1."),
    ],
)
def test_a_slip_would_be_found(language: str, said: str) -> None:
    assert list(slips(language, said))


@pytest.mark.parametrize(
    ("language", "thousand", "ten_thousand", "less"),
    [
        ("en", "1,050", "10,000", "−500"),
        ("de", "1.050", "10.000", "−500"),
        ("da", "1.050", "10.000", "−500"),
        ("bg", "1050", "10\u00a0000", "−500"),
    ],
)
def test_numbers_are_written_as_their_reader_does(language: str, thousand: str, ten_thousand: str, less: str) -> None:
    """As Intl.NumberFormat writes them on the page, with a minus that is one."""
    assert [figures(language).number(number) for number in (1050, 10_000, -500, 0)] == [
        thousand,
        ten_thousand,
        less,
        "0",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_those_of_cldr(language: str) -> None:
    assert [figures(language).plural(number) for number in (0, 1, 2, 5, 21, 10_000, -1)] == [
        "other",
        "one",
        "other",
        "other",
        "other",
        "other",
        "one",
    ]
