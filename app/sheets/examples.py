"""Examples of score sheets: titusind, made by the rules."""

from functools import cache
from typing import Any

from app.contract.sheets import ScoreSheet
from app.games.example import SERVED
from app.sessions import examples
from app.sheets.page import as_html
from app.sheets.sheet import empty_sheet, session_sheet
from app.sheets.spreadsheet import as_csv
from rules.texts.labels import Labels

_LABELS = Labels(SERVED.game.texts, "en")


@cache
def _session() -> ScoreSheet:
    row, entries = examples.stored("bank")
    return session_sheet(SERVED, row, entries, "en")


@cache
def _empty() -> ScoreSheet:
    sheet = empty_sheet(SERVED, SERVED.options.dump_json(SERVED.game.options()).decode(), ("Ida", None), "en")
    return sheet.model_copy(update={"rows": [*sheet.rows[:2], sheet.rows[-1]]})


def session_json() -> Any:
    """A session's sheet."""
    return _session().model_dump(mode="json")


def empty_json() -> Any:
    """An empty sheet, with fewer lines than it has."""
    return _empty().model_dump(mode="json")


def page() -> str:
    """A page's beginning."""
    return as_html(_session(), _LABELS, []).partition("<style>")[0]


def table() -> str:
    """A session's sheet as CSV."""
    return as_csv(_session(), _LABELS)
