"""Names: what others at the table could not see or would see in another order is refused, with a reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from rules.names import Name
from rules.notation import NotationError, TextForm
from rules.registry import built_in

NAMES: TypeAdapter[str] = TypeAdapter(Name)
FORM = TextForm(built_in().games["sand"])

REFUSED = [
    ("\u202eadI", "bidi_control"),  # right-to-left override
    ("Ida\u202c", "bidi_control"),
    ("\u2066Ida\u2069", "bidi_control"),  # isolates
    ("Ida\u200f", "bidi_control"),
    ("\u061cIda", "bidi_control"),
    ("I\x85da", "control_character"),  # next line, a C1 control
    ("I\x9bda", "control_character"),
    ("Ida\u2028Bo", "control_character"),
    ("\u200b", "nothing_visible"),  # zero width space
    ("\u3164", "nothing_visible"),  # Hangul filler
    ("\uffa0\u115f\u1160", "nothing_visible"),
    ("\u2800", "nothing_visible"),  # Braille pattern without dots
    ("\u00ad", "nothing_visible"),  # soft hyphen
    ("\u2060\ufeff", "nothing_visible"),
    ("\u0301", "nothing_visible"),  # a mark without a letter
    ("\ufe0f \u034f", "nothing_visible"),
    ("\U000e0041", "nothing_visible"),  # a tag
    (" \u3000", "string_pattern_mismatch"),
    ("I\nda", "string_pattern_mismatch"),
    ("", "string_too_short"),
    ("a" * 65, "string_too_long"),
]
TAKEN = [
    "Ida",
    "Ида",
    "מאיה",
    "ليلى",
    "小明",
    "한별",
    "Zoë",
    "Zoe\u0308",
    "नमिता",
    "O’Brien 2",
    "?",
    "⠓⠊",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467",
    "\u2764\ufe0f",
    "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
]


@pytest.mark.parametrize(("name", "code"), REFUSED, ids=map(ascii, (name for name, _ in REFUSED)))
def test_a_name_that_cannot_be_seen_as_it_is_written_is_refused(name: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        NAMES.validate_python(name)
    assert [error["type"] for error in refused.value.errors()] == [code]
    if "\n" not in name and ":" not in name:
        with pytest.raises(NotationError):
            FORM.read(f'game sand\nseat "{name}"\n')


@pytest.mark.parametrize("name", TAKEN)
def test_any_script_and_emoji_will_do(name: str) -> None:
    assert NAMES.validate_python(name) == name
    assert FORM.read(f'game sand\nseat "{name}"\n').transcript.seats == (name,)


@given(st.text(st.characters(categories=["Cf", "Cc", "Zl", "Zp", "Zs", "Mn", "Me"]), min_size=1, max_size=64))
def test_nothing_can_be_made_a_name_of_what_leaves_no_ink(name: str) -> None:
    with pytest.raises(ValidationError):
        NAMES.validate_python(name)
