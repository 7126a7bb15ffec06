"""Texts in the charset that their request names."""

import pytest
from fastapi import Request

from app.http.bodies import charset, decoded
from app.http.problems import Problem


def named(content_type: str) -> str:
    return charset(Request({"type": "http", "headers": [(b"content-type", content_type.encode())]}))


@pytest.mark.parametrize(
    ("content_type", "text"),
    [
        ("text/plain", "Ída"),
        ("text/plain; charset=utf-8", "Ída"),
        ('text/plain; charset="UTF-8"; format=flowed', "Ída"),
        ("text/plain; charset=iso-8859-1", "Ída"),
        ("text/plain;charset=Windows-1251", "Ида"),
        ("text/plain; charset=utf-16", "Ида"),
    ],
)
def test_a_text_is_read_in_its_charset(content_type: str, text: str) -> None:
    assert decoded(text.encode(named(content_type)), named(content_type)) == text


@pytest.mark.parametrize(
    ("name", "body", "code", "said"),
    [
        ("utf-8", b"\xcdda", "not_utf8", "UTF-8"),
        ("us-ascii", b"\xcdda", "charset", "'us-ascii'"),
        ("klingon", b"Ida", "charset", "'klingon'"),
        ("hex", b"Ida", "charset", "'hex'"),
        ("unicode_escape", b"Ida", "charset", "'unicode_escape'"),
        ("punycode", b"Ida", "charset", "'punycode'"),
        ("a\x00b", b"Ida", "charset", "not known"),
    ],
)
def test_what_is_not_in_its_charset_or_in_none_is_refused(name: str, body: bytes, code: str, said: str) -> None:
    with pytest.raises(Problem) as refused:
        decoded(body, name)
    (fault,) = refused.value.members["errors"]
    assert fault["code"] == code
    assert said in fault["detail"]
