"""Choosing among media types by an Accept header."""

import pytest

from app.http.negotiation import preferred

OFFERED = ("application/json", "text/html", "text/csv")
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"


@pytest.mark.parametrize(
    ("accept", "best"),
    [
        (None, "application/json"),
        ("", "application/json"),
        ("*/*", "application/json"),
        (BROWSER, "text/html"),
        ("text/*", "text/html"),
        ("text/*;q=0.5, text/csv", "text/csv"),
        ("text/html;q=0, text/*", "text/csv"),
        ("TEXT/HTML", "text/html"),
        ("text/html;level=1;q=0.4, text/csv; q=0.6", "text/csv"),
        ("image/png", "application/json"),
        ("nonsense, , ;q=1, text/csv", "text/csv"),
        ("text/csv;q=abc", "text/csv"),
    ],
)
def test_the_best_of_what_is_offered(accept: str | None, best: str) -> None:
    assert preferred(accept, OFFERED) == best
