"""Plural forms and number formats (CLDR), from Babel, for the sentences that the service tells.

Babel reads a language's data from a file at its first use, some 20 ms; `create_app` has them read beforehand.
"""

from functools import cache

from babel import Locale
from babel.numbers import format_decimal

from rules.messages import Figures

_MINUS = "−"
_UNGROUPED = {"bg": 9999}
"""Up to which number digits are not grouped: CLDR's minimumGroupingDigits, where it is 2. Babel does not carry it."""


class _Babel:
    def __init__(self, language: str) -> None:
        self._locale = Locale.parse(language)
        self._ungrouped = _UNGROUPED.get(language, 0)

    def plural(self, number: int) -> str:
        return self._locale.plural_form(number)

    def number(self, number: int) -> str:
        grouped = abs(number) > self._ungrouped
        return format_decimal(number, locale=self._locale, group_separator=grouped).replace("-", _MINUS)


@cache
def figures(language: str) -> Figures:
    """How one of `LANGUAGES` counts and writes numbers."""
    return _Babel(language)
