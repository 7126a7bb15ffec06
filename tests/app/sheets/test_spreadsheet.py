"""CSV: RFC 4180, and nothing in it that a spreadsheet would run."""

import csv
import io

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.contract.sheets import SheetColumn
from app.games.example import SERVED
from app.sessions import examples
from app.sheets.sheet import empty_sheet, session_sheet
from app.sheets.spreadsheet import Dialect, as_csv, harmless
from rules.texts.labels import Labels

LABELS = Labels(SERVED.game.texts, "en")
OPTIONS = SERVED.options.dump_json(SERVED.game.options()).decode()


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("  =1", "'  =1"),
        ("a;=1+1", "a;'=1+1"),
        ("a, -b", "a,' -b"),
        ("=1", "'=1"),
        ("Ida", "Ida"),
        ("Ida-Lena", "Ida-Lena"),
        ("a = b", "a = b"),
        ("", ""),
    ],
)
def test_formulas_are_taken_for_text(name: str, shown: str) -> None:
    assert harmless(name) == shown


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1))
def test_any_name_comes_back_as_it_was_or_with_apostrophes(name: str) -> None:
    sheet = empty_sheet(SERVED, OPTIONS, [name], "en")
    lines = list(csv.reader(io.StringIO(as_csv(sheet, LABELS), newline="")))
    head = lines[0][2]
    assert head.replace("'", "") == name.replace("'", "")
    for separator in ";,|":
        assert not [part for part in head.split(separator) if part.lstrip()[:1] in tuple("=+-@")]
    assert {len(line) for line in lines} == {3}


def test_one_line_a_row_ended_as_the_standard_says() -> None:
    row, entries = examples.stored("bank")
    text = as_csv(session_sheet(SERVED, row, entries, "en"), LABELS)
    assert text == (
        '"row","Row","Ida","Ida (Total)","Otto","Otto (Total)"\r\n'
        '"turn.1","Turn 1",1100,1100,"",""\r\n'
        '"total","Total",1100,"",0,""\r\n'
    )


def test_seats_without_a_name_are_numbered() -> None:
    sheet = empty_sheet(SERVED, OPTIONS, [None, "Ida"], "de")
    assert [column.name for column in sheet.columns] == [None, "Ida"]
    assert isinstance(sheet.columns[0], SheetColumn)
    head = as_csv(sheet, Labels(SERVED.game.texts, "de")).splitlines()[0]
    assert head == '"row","Zeile","Spieler 1","Ida"'


@pytest.mark.parametrize(("language", "between"), [("en", ","), ("de", ";"), ("da", ";"), ("bg", ";")])
def test_a_spreadsheet_of_any_country_opens_it(language: str, between: str) -> None:
    """The first bytes tell UTF-8, and cells stand apart; what is in them is the same as without options."""
    sheet, labels = (
        empty_sheet(SERVED, OPTIONS, ["Jørgen;=1+1", "Яна"], language),
        Labels(SERVED.game.texts, language),
    )
    written = as_csv(sheet, labels, Dialect(bom=True, separator="language")).encode()
    assert written.startswith(b"\xef\xbb\xbf" + f'"row"{between}'.encode())
    read = list(csv.reader(io.StringIO(written.decode("utf-8-sig"), newline=""), delimiter=between))
    assert read == list(csv.reader(io.StringIO(as_csv(sheet, labels), newline="")))
    assert read[0][2].startswith("Jørgen;'=1+1")


@pytest.mark.parametrize(("separator", "between"), [("comma", ","), ("semicolon", ";"), ("tab", "\t")])
async def test_a_separator_of_ones_own(client: httpx.AsyncClient, separator: str, between: str) -> None:
    answer = await client.get(f"/v1/games/yatzy/sheet?format=csv&names=J%C3%B8rgen&separator={separator}&bom=true")
    assert answer.content.startswith(f'\ufeff"row"{between}"Row"{between}"Jørgen"'.encode())


async def test_a_separator_that_there_is_none(client: httpx.AsyncClient) -> None:
    answer = await client.get("/v1/games/yatzy/sheet?format=csv&separator=pipe")
    assert (answer.status_code, answer.json()["errors"][0]["parameter"]) == (422, "separator")
