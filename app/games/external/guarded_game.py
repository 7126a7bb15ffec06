"""A game from outside as a value like any other, each function of which is asked at arm's length."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import orjson
from pydantic import TypeAdapter

from app.games.external.guard import GuardedRules, Junk, asked, need
from app.http.cldr import figures
from app.http.negotiation import LANGUAGES
from rules.contract import AnyGame, AnyRules, Notation, Rank, Texts
from rules.faults import SheetFindings, TableFindings
from rules.messages import Figures


def guarded(game: AnyGame) -> AnyGame:
    """The same game at arm's length."""
    name = game.name

    def rules(options: Any) -> AnyRules:
        return GuardedRules(game, asked(name, "rules", game.rules, options))

    def faults(options: Any) -> Any:
        return asked(name, "faults", _faults, game, options)

    def words(options: Any, messages: Mapping[str, str]) -> Mapping[str, str]:
        return asked(name, "words", _words, game, options, messages)

    def house_page(options: Any, texts: Texts, language: str, figures: Figures) -> str:
        return asked(name, "house_page", _page, game, options, texts, language, figures)

    def write(move: Mapping[str, Any]) -> str | None:
        return asked(name, "notation", game.notation.write, move)

    def read(text: str) -> dict[str, Any]:
        return asked(name, "notation", game.notation.read, text, passing=(ValueError,))

    def check_sheet(known: GuardedRules, filled: Any) -> SheetFindings:
        return asked(name, "check_sheet", _findings, game, known, filled)

    def check_sheets(known: GuardedRules, filled: Any) -> TableFindings[Rank]:
        return asked(name, "check_sheets", _table_findings, game, known, filled)

    return replace(
        game,
        rules=rules,
        faults=faults,
        words=words,
        house_page=game.house_page and house_page,
        notation=Notation(write, read),
        check_sheet=game.check_sheet and check_sheet,
        check_sheets=game.check_sheets and check_sheets,
    )


def _faults(game: AnyGame, options: Any) -> Any:
    found = game.faults(options)
    for fault in found:
        for language in LANGUAGES:
            game.texts.sentence(language, f"option_fault.{fault.code}", fault.details, (), figures(language))
        orjson.dumps([fault.pointer, fault.code, fault.rule, dict(fault.details)])
    return found


def _words(game: AnyGame, options: Any, messages: Mapping[str, str]) -> Mapping[str, str]:
    found = dict(game.words(options, messages))
    if not all(isinstance(each, str) for item in found.items() for each in item):
        raise Junk("words")
    return found


def _page(game: AnyGame, options: Any, texts: Texts, language: str, figures: Figures) -> str:
    assert game.house_page is not None  # noqa: S101 - else it is not asked
    page = game.house_page(options, texts, language, figures)
    need(isinstance(page, str), f"no rules page: {page!r}")
    page.encode()
    return page


def _findings(game: AnyGame, known: "GuardedRules", filled: Any) -> SheetFindings:
    assert game.check_sheet is not None  # noqa: S101 - else it is not asked
    found = game.check_sheet(known.inner, filled)
    known.can_be_found(found)
    return found


def _table_findings(game: AnyGame, known: "GuardedRules", filled: Any) -> TableFindings[Rank]:
    assert game.check_sheets is not None  # noqa: S101 - else it is not asked
    found = game.check_sheets(known.inner, filled)
    need(isinstance(found, TableFindings), f"no TableFindings: {found!r}")
    need(len(found.sheets) == len(filled), f"{len(filled)} sheets have other findings: {found!r}")
    for each in found.sheets:
        known.can_be_found(each)
    seats = sorted(rank.seat for rank in found.ranking)
    need(seats == list(range(len(filled))), f"not every seat is ranked once: {found!r}")
    _RANKING.dump_json(found.ranking, warnings="error")
    return found


_RANKING: TypeAdapter[Any] = TypeAdapter(tuple[Rank, ...])
