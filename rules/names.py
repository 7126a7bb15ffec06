"""Names of players, and what else strangers give a name: which characters they may hold, by Unicode's own classes (as
UTS 39 and RFC 8266 look at names).

What a name looks like is all that others at the table know it by. So it has no control characters, C0 or C1, and no
line separators; no bidirectional controls, which show what follows in another order than it was written (after U+202E
"adI" reads Ida); and something that can be seen. Emoji with their joiners and any script are as good as letters.
"""

from typing import Annotated

from pydantic import AfterValidator, Field, TypeAdapter, ValidationError
from pydantic_core import PydanticCustomError


def _holds(pattern: str) -> TypeAdapter[str]:
    """Takes texts that hold what the pattern matches; pydantic's patterns know Unicode's properties."""
    return TypeAdapter(Annotated[str, Field(pattern=pattern)])


ONE_LINE = r"^[^\S\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*$"
"""Not all of it blanks, and no control characters. No two parts match one text, for engines that go back."""
_REFUSED = {
    "control_character": (_holds(r"[\p{Cc}\p{Zl}\p{Zp}]"), "has no control characters or line separators."),
    "bidi_control": (
        _holds(r"\p{Bidi_Control}"),
        "has no bidirectional controls: they show it in another order than it was written.",
    ),
}
_VISIBLE = _holds(r"[\P{Default_Ignorable_Code_Point}&&\P{M}&&\P{Z}&&\P{Cf}&&[^\u2800]]")
"""What leaves ink by itself: no filler, joiner, mark, space, format character or empty Braille pattern."""


def _matches(pattern: TypeAdapter[str], name: str) -> bool:
    try:
        pattern.validate_python(name)
    except ValidationError:
        return False
    return True


def readable(what: str) -> AfterValidator:
    """Refuses texts that are not seen as they are written; `what` it is, with its article, begins the reason."""

    def check(text: str) -> str:
        for code, (pattern, reason) in _REFUSED.items():
            if _matches(pattern, text):
                raise PydanticCustomError(code, f"{what} {reason}")
        if not _matches(_VISIBLE, text):
            raise PydanticCustomError("nothing_visible", f"{what} needs a character that can be seen.")
        return text

    return AfterValidator(check)


Name = Annotated[
    str,
    Field(
        min_length=1,
        max_length=64,
        pattern=ONE_LINE,
        description="1 to 64 characters, one of them visible; no control characters, no bidirectional controls.",
        examples=["Ida"],
    ),
    readable("A name"),
]
"""A player's name."""
