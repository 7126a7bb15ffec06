"""Bodies: texts in the charset that their request names, JSON as JSON Schema has it, and what is not taken."""

import codecs
import re
from typing import Any

import orjson
import pytest
from fastapi import Request
from hypothesis import given
from hypothesis import strategies as st

from app.http import bodies
from app.http.bodies import charset, decoded, parse
from app.http.problems import Problem
from tests.app.support.house import House
from tests.app.support.work import calls

_lookup = codecs.lookup


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


PARAMETERS = ["a=b", 'a="b;c"', 'a="\\"', "charset", "=", '"', "\\", ";;", " ", "a=", 'a="', "é", "charset=utf-8x"]


@pytest.mark.parametrize("parameter", PARAMETERS)
def test_parameters_of_a_media_type_are_read_once(parameter: str) -> None:
    def work(n: int) -> int:
        header = "text/plain;" + ";".join([parameter] * n)
        return calls(lambda: charset(Request({"type": "http", "headers": [(b"content-type", header.encode())]})))

    assert work(2000) <= 2.1 * work(1000) + 20
    # Nor is what is matched walked through again and again: no part of the expression can be left two ways.
    assert not re.search(r"[*+]\)[*+](?!\+)", bodies._PARAMETER.pattern)


@pytest.mark.parametrize(
    ("content_type", "name"),
    [
        ('text/plain;a="; charset=x";charset=latin1', "latin1"),
        ('text/plain; a="\\"; charset=x" ; CHARSET="utf\\-16"', "utf-16"),
        ("text/plain; charset=utf-8; charset=utf-16", "utf-8"),
        ("text/plain; ; charset=UTF-16", "utf-16"),
        ("text/plain; charset", "utf-8"),
        ('text/plain; a="b; charset=utf-16', "utf-8"),
        ("", "utf-8"),
    ],
)
def test_the_charset_among_other_parameters(content_type: str, name: str) -> None:
    assert named(content_type) == name


def test_no_name_of_a_charset_stays_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up: set[str] = set()

    def lookup(name: str) -> codecs.CodecInfo:
        looked_up.add(name)
        return _lookup(name)

    monkeypatch.setattr(codecs, "lookup", lookup)
    names = [f"x-{number}" for number in range(100)] + ["utf_8", "utf--8", "UTF-8", "a" * 5000]
    for name in names:
        with pytest.raises(Problem) as refused:
            decoded(b"\xff", name)
        assert len(refused.value.members["errors"][0]["detail"]) < 200
    assert looked_up <= bodies._CHARSETS
    for known in bodies._CHARSETS:
        assert "1" in decoded("1".encode(known), known)


@given(
    st.recursive(
        st.integers(-(2**53), 2**53) | st.booleans() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_a_number_without_a_fraction_is_an_integer_however_it_is_written(value: Any) -> None:
    def as_floats(value: Any) -> Any:
        if isinstance(value, list):
            return [as_floats(inner) for inner in value]
        if isinstance(value, dict):
            return {key: as_floats(inner) for key, inner in value.items()}
        return float(value) if type(value) is int else value

    read = parse(orjson.dumps(as_floats(value)))
    assert orjson.dumps(read) == orjson.dumps(value)


@pytest.mark.parametrize(
    "body", [b"[1.0, 2.5, true, 1e2, 1E-1, -0.0, 1e30]", b"\xef\xbb\xbf[1.0,2.5,true,1e2,0.1,0,1e30]"]
)
def test_only_whole_numbers_become_integers(body: bytes) -> None:
    value = parse(body)
    assert [type(each) for each in value] == [int, float, bool, int, float, int, float]
    assert value == [1, 2.5, True, 100, 0.1, 0, 1e30]


@pytest.mark.parametrize(
    ("dice", "status"),
    [("[1.0,5e0]", 200), ("[2.5]", 422), ("[true]", 422), ('["5"]', 422), ("[7.0]", 422), ("[10e-1]", 200)],
)
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.asyncio(loop_scope="session")
async def test_dice_as_json_schema_has_integers(house: House, dice: str, status: int, mark: bytes) -> None:
    answer = await house.client.post("/v1/games/sand/score", content=mark + b'{"dice":%b}' % dice.encode())
    assert answer.status_code == status, answer.text
    if status == 200:
        assert all(type(face) is int for face in answer.json()["dice"])


@pytest.mark.asyncio(loop_scope="session")
async def test_integers_of_every_call_may_be_written_with_a_fraction(house: House) -> None:
    post = house.client.post
    opened = (
        await post(
            "/v1/sessions",
            content=b'\xef\xbb\xbf{"game":"banking","seats":[{"name":"Ida"},{"open":true}],"turn_seconds":60.0,'
            b'"options":{"target":5e3,"dice":6.0},"dice_source":"players"}',
        )
    ).json()
    session, host = opened["session"], {"Authorization": f"Bearer {opened['host_token']}"}
    assert (session["turn_seconds"], session["options"]["target"], session["options"]["dice"]) == (60, 5000, 6)
    invitation = opened["seats"][1]["invitation"]
    address = f"/v1/sessions/{session['id']}"
    assert (await post(f"{address}/seats/1/claim", json={"name": "Bo", "invitation": invitation})).status_code == 200
    moved = await post(f"{address}/roll", content=b'{"seat":0.0,"dice":[1.0,1.0,1.0,2,3.0,4]}', headers=host)
    assert moved.json()["played"]["dice"] == [1, 1, 1, 2, 3, 4]
    aside = b'{"seat":0,"move":{"type":"set_aside","dice":[1.0,1,1e0]}}'
    assert (await post(f"{address}/moves", content=aside, headers=host)).status_code == 200
    assert (await post(f"{address}/tokens", content=b'{"seat":0.0}', headers=host)).status_code == 200
    assert (await post(f"{address}/resign", content=b'{"seat":0.0}', headers=host)).status_code == 200
    sheet = await house.client.get("/v1/games/banking/sheet", params={"options": '{"target": 5000.0}'})
    assert sheet.json()["options"]["target"] == 5000
    for body in ('{"sheets":[{"turns":[{"points":50.0}]}]}', '{"options":{"dice":6.0}}'):
        call = "check" if "sheets" in body else "options"
        assert (await post(f"/v1/games/banking/{call}", content=body)).status_code == 200


@pytest.mark.asyncio(loop_scope="session")
async def test_a_batch_may_begin_with_a_byte_order_mark(house: House) -> None:
    headers = {"Content-Type": "application/x-ndjson"}
    body = b'\xef\xbb\xbf{"sheets":[{"turns":[{"points":50.0}]}]}\n{"sheets":[{"turns":[]}]}\n'
    answer = await house.client.post("/v1/games/farkle/check", content=body, headers=headers)
    assert ["problem" in orjson.loads(line) for line in answer.content.splitlines()] == [False, False]


@pytest.mark.parametrize("encoding", ["gzip", "br", "identity, gzip", "GZIP", "x"])
@pytest.mark.parametrize(
    "path", ["/v1/sessions", "/v1/games/sand/check", f"/v1/sessions/{'0' * 8}-0000-0000-0000-{'0' * 12}/roll"]
)
@pytest.mark.asyncio(loop_scope="session")
async def test_an_encoded_body_is_refused(house: House, encoding: str, path: str) -> None:
    answer = await house.client.post(path, content=b"\x1f\x8b", headers={"Content-Encoding": encoding})
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported-encoding")
    assert answer.headers["accept-encoding"] == "identity"
    plain = await house.client.post(
        "/v1/games/sand/score", json={"dice": [1]}, headers={"Content-Encoding": "identity"}
    )
    assert plain.status_code == 200
