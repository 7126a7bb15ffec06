"""The printable page: a score sheet as HTML that needs nothing else, one side of A4, readable on a telephone."""

from itertools import groupby
from operator import attrgetter

from jinja2 import Environment, PackageLoader, StrictUndefined

from app.contract.sheets import ScoreSheet
from app.sheets.layout import PLACES, SECTION, layout
from rules.contract import Texts
from rules.texts.labels import Labels

MEDIA = "text/html"
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""The content security policy of the page: it loads nothing and runs nothing."""
TITLE, TITLE_WIDTH = 8.4, 150
"""The largest size of the title in mm, and what that is if divided among the letters of a long one."""
PART = attrgetter("section")
MINUS = "\N{MINUS SIGN}"


def number(value: int) -> str:
    """A whole number with a proper minus."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def signed(value: int) -> str:
    """A change with its sign."""
    return f"+{value}" if value > 0 else number(value)


_environment = Environment(
    loader=PackageLoader("app.sheets", "."),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)
_environment.filters |= {"number": number, "signed": signed}
_template = _environment.get_template("sheet.html")


def as_html(sheet: ScoreSheet, labels: Labels, agreed: list[tuple[str, str]]) -> str:
    """The page; `agreed` is what differs from the game's usual options, as title and choice."""
    plan = layout(sheet)
    outcome = sheet.outcome
    return _template.render(
        sheet=sheet,
        plan=plan,
        title_size=min(TITLE, TITLE_WIDTH / (len(sheet.title) + 0.55 * len(labels.say("pad", "title")) + 1)),
        section_height=SECTION * plan.size,
        places_height=PLACES * plan.size,
        parts=[[(section, list(rows)) for section, rows in groupby(part, PART)] for part in plan.parts],
        say=labels.say,
        agreed=agreed,
        heights=sorted({plan.row_height(row) for row in sheet.rows}),
        sections={section.id: section.label for section in sheet.sections},
        ranks={rank.seat: rank.rank for rank in outcome.ranking} if outcome else {},
        width=max((len(cell.columns) for row in sheet.rows for cell in row.cells), default=0) or 1,
        winners=outcome.winners if outcome else (),
    )


def agreements(sheet: ScoreSheet, usual: dict[str, object], texts: Texts, labels: Labels) -> list[tuple[str, str]]:
    """Options that are not the game's `usual` ones, in words as far as the texts have them; none for a preset's."""
    if sheet.preset is not None:
        return []
    messages = texts.spoken(sheet.language)
    found = []
    for name, value in sheet.options.items():
        if value == usual[name] or isinstance(value, (list, dict)):
            continue
        if isinstance(value, bool):
            told = labels.say("pad", "yes" if value else "no")
        else:
            told = messages.get(f"choice.{name}.{value}", str(value))
        found.append((messages.get(f"option.{name}", name), told))
    return found
