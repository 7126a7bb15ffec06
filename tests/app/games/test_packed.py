"""Packed options: a short text and back, and every text that is not whole refused."""

import json
import random
import zlib
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.games.packed import MOST_PACKED, PACKED, NotPacked, packed, unpacked
from app.games.served_game import ServedGame
from rules.banking.options import BankingOptions
from rules.registry import BUILT_IN, built_in
from rules.sheet.options import SheetOptions
from tests.app.contract.test_contract import validator
from tests.house_rules import banking_options, sheet_options
from tests.playing import options_of

SERVED = {game.name: ServedGame(game) for game in BUILT_IN}
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


@pytest.mark.parametrize("served", SERVED.values(), ids=SERVED)
@given(data=st.data())
def test_options_come_back_as_they_were(served: ServedGame, data: st.DataObject) -> None:
    """Also those with words of any kind, contradictory or not, and the same options always make the same text."""
    options = data.draw(options_of(served.game), "options")
    if served.game.name in ("banking", "sheet"):
        drawn: Any = {"banking": banking_options, "sheet": sheet_options}[served.game.name]
        options = drawn(random.Random(data.draw(st.integers(0, 2**32), "seed")))
    text = packed(served, options)
    assert text is not None
    assert unpacked(served, text) == options
    assert packed(served, unpacked(served, text)) == text


@pytest.mark.parametrize("name", ["banking", "sheet"])
def test_a_preset_fits_into_a_small_qr_code(name: str) -> None:
    """Some 300 characters with the address are a code of version 12, 65 modules a side."""
    served = SERVED[name]
    for preset, options in served.game.presets.items():
        text = packed(served, options)
        assert text is not None
        assert len(text) < 400, preset


PUBLISHED = {
    "banking": [("farkle-300", "1C82aoBt8q9OMRxenmVJnBagOpdtuRpe4DdklbgA")],
    "sheet": [
        ("kniffel", "1F2F79Rtt_462f0fbv6Pt39GhydGhydGhydGhydGhycEyNAkA"),
        (
            "yamb",
            (
                "1UX1AXhtt_462f0fbv6PtX-xuRew8JNu1qPuraeFuJd_ECiV0h8N3SA5qh2fmoTs8OzWvBGkqNtrMTMfUTMfELJYcl"
                "6PumzeF75uHbdangZe8we4nonGE7egDQ9jRB8YGtYMgQyi5leYoEdn4x-sdk8HhnQBwKwF_0wqvP0wHhz8iE3OTlFC"
                "bXnh2XevgOdFBB-eObEoHNdHbcgbIbTnq7famTasQAA"
            ),
        ),
    ],
}


def test_addresses_that_were_given_away_hold_what_they_held() -> None:
    """Whatever compresses better one day, and whatever becomes of presets and defaults."""
    for name, kept in PUBLISHED.items():
        for preset, text in kept:
            assert unpacked(SERVED[name], text) == built_in().games[name].presets[preset]


@given(st.data())
def test_no_text_but_the_whole_one_is_taken(data: st.DataObject) -> None:
    served = SERVED["banking"]
    text = packed(served, BankingOptions(target=data.draw(st.integers(1, 10**6), "target"))) or ""
    place = data.draw(st.integers(0, len(text) - 1), "place")
    other = data.draw(st.sampled_from(ALPHABET).filter(lambda letter: letter != text[place]), "letter")
    for wrong in (text[:place] + other + text[place + 1 :], text[:place], text + other, text[place + 1 :]):
        with pytest.raises(NotPacked) as refused:
            unpacked(served, wrong)
        assert refused.value.code in {"packed_damaged", "packed_by_another_version"}


@given(st.text(ALPHABET, min_size=1, max_size=200))
def test_any_text_is_refused_in_one_way(text: str) -> None:
    with pytest.raises(NotPacked):
        unpacked(SERVED["sheet"], text)
    with pytest.raises(NotPacked):
        unpacked(SERVED["sheet"], f"1{text}")


def test_a_text_is_of_one_game() -> None:
    text = packed(SERVED["yatzy"], SERVED["yatzy"].game.options()) or ""
    with pytest.raises(NotPacked, match="not of this game"):
        unpacked(SERVED["yatzy-bg"], text)
    with pytest.raises(NotPacked, match="another version"):
        unpacked(SERVED["yatzy"], f"2{text[1:]}")


def forged(served: ServedGame, document: bytes) -> str:
    """A text with a check that is right, of anything."""

    class Anything:
        game = served.game

        class options:  # noqa: N801 - stands for the adapter
            @staticmethod
            def dump_json(_: Any) -> bytes:
                return document

    return packed(Anything(), None) or ""  # type: ignore[arg-type]


@pytest.mark.parametrize("document", [b"", b"[]", b'{"dice":7}', b'{"goal":1}', b"\xff", b" " * 10**6], ids=len)
def test_what_is_no_options_is_refused_though_its_check_is_right(document: bytes) -> None:
    with pytest.raises(NotPacked):
        unpacked(SERVED["sheet"], forged(SERVED["sheet"], document))


def test_what_would_be_too_long_has_no_text() -> None:
    chance = random.Random(3)
    boxes = tuple(
        {"category": f"box_{n}", "worth": 5, "name": "".join(chance.choices(ALPHABET, k=30)), "fits": {"type": "any"}}
        for n in range(40)
    )
    options = SheetOptions.model_validate_json(json.dumps({"boxes": boxes, "bonus": 0}))
    assert packed(SERVED["sheet"], options) is None
    assert len(zlib.compress(SERVED["sheet"].options.dump_json(options))) > MOST_PACKED * 3 / 4


async def test_the_service_packs_and_unpacks(client: httpx.AsyncClient) -> None:
    address = "/v1/games/sheet/options"
    found = (await client.post(address, json={"preset": "yamb"})).json()
    again = (await client.post(address, json={"packed": found["packed"]})).json()
    validator("OptionsFindings").validate(again)
    assert again == found
    assert (await client.post(address, json={"options": {"bonus_from": 106}})).json()["packed"] is None


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"packed": "1AAAA"}, "packed_damaged"),
        ({"packed": "0"}, "packed_by_another_version"),
        ({"packed": "1", "preset": "yamb"}, "packed_and_others"),
        ({"packed": "1", "options": {}}, "packed_and_others"),
        ({"packed": "1/"}, "string_pattern_mismatch"),
        ({"packed": ""}, "string_pattern_mismatch"),
        ({"packed": "1" * (MOST_PACKED + 1)}, "string_too_long"),
    ],
)
async def test_what_is_sent_wrong_is_told_at_its_place(client: httpx.AsyncClient, body: Any, code: str) -> None:
    answer = await client.post("/v1/games/sheet/options", json=body)
    assert answer.status_code == 422
    assert [(each["pointer"], each["code"]) for each in answer.json()["errors"]] == [("/packed", code)]


def test_the_pattern_is_that_of_the_alphabet() -> None:
    assert PACKED == "^[A-Za-z0-9_-]+$"
