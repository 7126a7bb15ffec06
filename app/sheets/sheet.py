"""Score sheets from the rules, with names and words: of a session as stored, and empty ones."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import orjson

from app.contract.sheets import ScoreSheet, SheetCell, SheetColumn, SheetRow, SheetSection
from app.games.served_game import ServedGame
from app.http.cldr import figures
from app.sessions import record
from app.sessions.views import format_id, timestamp
from app.store.rows import EntryRow, SessionRow
from rules.contract import EMPTY_CELL, Cell, Row, Sheet
from rules.fold import PLAYED
from rules.texts.labels import Labels

TURNS = 20
"""How many lines an empty sheet has where a game goes on turn by turn."""


def session_sheet(served: ServedGame, row: SessionRow, entries: Iterable[EntryRow], language: str) -> ScoreSheet:
    """The sheet of a session that stands at the end of these entries of its record."""
    rules = served.rules(row.options)
    state = served.state.validate_json(row.state)
    played = [record.played(served, entry) for entry in entries if entry.kind in PLAYED]
    resigned = rules.resigned(state)
    columns = [
        SheetColumn(seat=seat, name=name, resigned=seat in resigned)
        for seat, name in enumerate(orjson.loads(row.names))
    ]
    made = _told(served, rules.sheet(state, played), columns, row.options, language)
    made.session, made.version, made.opened = format_id(row.id), row.version, timestamp(row.created_at)
    made.status = row.status  # type: ignore[assignment]  # the store holds one of them
    made.outcome = rules.outcome(state)
    return made


def empty_sheet(served: ServedGame, options: str, names: Sequence[str | None], language: str) -> ScoreSheet:
    """A sheet to write on, with a column for each name (None: room for one); `options` as JSON."""
    rules = served.loose_rules(options)
    sheet = rules.sheet(rules.start(len(names)), [])
    columns = [SheetColumn(seat=seat, name=name, resigned=False) for seat, name in enumerate(names)]
    return _told(served, Sheet(tuple(map(_emptied, _lengthened(sheet, len(names))))), columns, options, language)


def _lengthened(sheet: Sheet, seats: int) -> list[Row]:
    """The rows of a sheet without turns, and lines for them where it grows."""
    if sheet.grows is None:
        return list(sheet.rows)
    lines = [Row(f"{sheet.grows}.{turn}", "turn", (EMPTY_CELL,) * seats) for turn in range(1, TURNS + 1)]
    return [*lines, *sheet.rows]


def _emptied(row: Row) -> Row:
    return replace(row, cells=tuple(Cell(None, columns=(None,) * len(cell.columns)) for cell in row.cells))


def _told(served: ServedGame, sheet: Sheet, columns: list[SheetColumn], options: str, language: str) -> ScoreSheet:
    agreed = served.options.validate_json(options)
    preset = served.game.preset_of(agreed)
    labels = Labels(served.game.texts_of(agreed), language, figures(language))
    messages = served.game.texts.spoken(language)
    sections = dict.fromkeys(row.section for row in sheet.rows if row.section is not None)
    codes = {note for row in sheet.rows for cell in row.cells for note in cell.notes if isinstance(note, str)}
    return ScoreSheet(
        game=served.game.name,
        title=messages.get(f"preset.{preset}", messages["title"]),
        language=language,
        preset=preset,
        options=orjson.loads(options),
        session=None,
        version=None,
        status=None,
        opened=None,
        columns=columns,
        sections=[SheetSection(id=section, label=labels.say("section", section)) for section in sections],
        rows=[
            SheetRow(
                id=row.id,
                kind=row.kind,
                section=row.section,
                label=labels.row(row),
                hint=labels.hint(row),
                room=row.room,
                cells=list(map(_cell, row.cells)),
            )
            for row in sheet.rows
        ],
        notes={code: labels.say("note", code) for code in sorted(codes)},
        outcome=None,
    )


def _cell(cell: Cell) -> SheetCell:
    return SheetCell(
        value=cell.value, notes=list(cell.notes), marks=cell.marks, columns=list(cell.columns), total=cell.total
    )
