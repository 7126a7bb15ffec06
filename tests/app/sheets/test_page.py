"""The page: complete in itself, and readable by those who do not see it."""

import re
from html.parser import HTMLParser
from importlib.resources import files
from xml.etree import ElementTree

import pytest

from app.games.example import SERVED
from app.games.served_game import ServedGame
from app.sessions import examples
from app.sheets.page import as_html, number, signed
from app.sheets.sheet import empty_sheet, session_sheet
from rules.contract import AnyGame
from rules.registry import BUILT_IN
from rules.texts import LANGUAGES
from rules.texts.labels import Labels

VOID = {"meta", "col"}


class Checked(HTMLParser):
    """Complains about tags that are not closed in order, and notes what was seen."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def page_of(game: AnyGame, language: str) -> str:
    served = ServedGame(game)
    names = ["Ida", None, "Bo"][: game.max_seats]
    sheet = empty_sheet(served, served.options.dump_json(game.options()).decode(), names, language)
    return as_html(sheet, Labels(game.texts, language), [])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", BUILT_IN, ids=lambda game: game.name)
def test_a_page_is_complete_and_says_what_its_cells_belong_to(game: AnyGame, language: str) -> None:
    page = page_of(game, language)
    seen = Checked(page).seen
    tags = [tag for tag, _ in seen]
    assert ("html", {"lang": language}) in seen
    assert tags.count("caption") == tags.count("table") == 1
    assert {"scope"} <= set.intersection(*(set(attributes) for tag, attributes in seen if tag == "th"))
    assert not set(tags) & {"script", "link", "img", "iframe", "form"}
    assert not re.search(r"url\(|@import|https?:|\s(src|href|on\w+|style)=", page)
    assert "size: A4 portrait" in page


def test_rows_of_a_session_in_words_and_figures() -> None:
    row, entries = examples.stored("bank")
    labels = Labels(SERVED.game.texts, "en")
    page = as_html(session_sheet(SERVED, row, entries, "en"), labels, [("Hot <dice>", "may & bank")])
    table = re.search(r"<table>.*</table>", page, re.DOTALL)
    assert table is not None
    tree = ElementTree.fromstring(re.sub(r"<col class=\"\w+\">", "", table[0]))  # noqa: S314 - our own page
    text = {
        (head.text or "").strip(): ["".join(cell.itertext()).split() for cell in line.iter("td")]
        for line in tree.iter("tr")
        if (head := line.find("th")) is not None and head.get("scope") == "row"
    }
    assert text == {"Turn 1": [["+1100", "1100"], []], "Total": [["1100"], ["0"]]}
    assert "Hot &lt;dice&gt;: may &amp; bank" in page


def test_signs() -> None:
    assert [number(value) for value in (-200, 0, 7)] == ["\N{MINUS SIGN}200", "0", "7"]
    assert [signed(value) for value in (-200, 0, 7)] == ["\N{MINUS SIGN}200", "0", "+7"]


def test_the_template_is_part_of_the_package() -> None:
    assert (files("app.sheets") / "sheet.html").is_file()
