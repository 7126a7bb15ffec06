"""The text form of one game's transcripts."""

import json
import re
from collections.abc import Iterator
from typing import Any

from pydantic import TypeAdapter

from rules.contract import AnyGame
from rules.notation.reading import WORDS, Reader, Reading, option_value
from rules.notation.scanner import COMMENT, FACES, LINE_LIMIT
from rules.transcript import Entry, Transcript

_ONE_WORD = re.compile(r"[^\s=#{]+")


LINE_LENGTH = LINE_LIMIT - 1000
"""Up to which a turn is written into one line: what is left is more than a name takes."""


class TextForm:
    """The transcripts of one game as text; made once for a game and kept."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._move: TypeAdapter[Any] = TypeAdapter(game.move)
        self._options: TypeAdapter[Any] = TypeAdapter(game.options)

    def read(self, text: str) -> Reading:
        """The transcript that a text holds, and where each part stands; raises `NotationError`."""
        return Reader(self.game, self._move, self._options).read(text)

    def write(self, transcript: Transcript[Any, Any]) -> str:
        """The text, of which `read` makes the same transcript again."""
        return "\n".join((*self._head(transcript), *self._turns(transcript), *_totals(transcript), ""))

    def _head(self, transcript: Transcript[Any, Any]) -> Iterator[str]:
        yield f"game {transcript.game}"
        if transcript.rules_version is not None:
            yield f"rules {transcript.rules_version}"
        yield from self._agreed(transcript.options)
        for name in transcript.seats:
            yield f"seat {_quoted(name)}"

    def _agreed(self, options: Any) -> Iterator[str]:
        """Nothing for the default, the name of a preset, or else what differs from the default."""
        default = self.game.options()
        preset = next((name for name, each in self.game.presets.items() if each == options and each != default), None)
        if preset is not None:
            yield f"preset {preset}"
            return
        usual = default.model_dump(mode="json")
        for name, value in options.model_dump(mode="json").items():
            if value != usual[name]:
                yield f"option {name} {_value(value)}"

    def _turns(self, transcript: Transcript[Any, Any]) -> Iterator[str]:
        line: list[str] = []
        length = 0
        seat = None
        for entry in transcript.entries:
            written, ends = self._entry(entry)
            if line and (entry.seat != seat or length + len(written) > LINE_LENGTH):
                yield _turn(transcript, seat, line)
                line, length = [], 0
            seat = entry.seat
            line.append(written)
            length += len(written) + len("; ")
            if ends:
                yield _turn(transcript, seat, line)
                line, length = [], 0
        if line:
            yield _turn(transcript, seat, line)

    def _entry(self, entry: Entry[Any]) -> tuple[str, bool]:
        """One entry, and whether nothing may follow it in its line."""
        if entry.move is None:
            return entry.kind, True
        move = self._move.dump_python(entry.move, mode="json", exclude_none=True)
        faces = "".join(map(str, entry.dice))
        written = None if faces else _own(self.game.notation.write(move))
        ends = claims = written is not None
        if written is None:
            match move:
                case {"type": "roll", **rest} if faces and not rest:
                    written = faces
                case {"type": "roll", "count": int(count), **rest} if faces and not rest:
                    written = f"{count}:{faces}"
                case {"type": "set_aside", "dice": [*dice], **rest} if not faces and not rest:
                    written = f"({''.join(map(str, dice))})"
                case {"type": "bank", **rest} if not faces and not rest:
                    written, ends, claims = "bank", True, True
                case _:
                    written = json.dumps({"type": move["type"]} | move, ensure_ascii=False) + (faces and f":{faces}")
        if entry.points is not None:
            written += f" {entry.points}" if claims else f"={entry.points}"
        return (f"{written} bust", True) if entry.bust else (written, ends)


def _own(written: str | None) -> str | None:
    """What follows ">", where it is the one word that can be read again."""
    return f"> {written}" if written is not None and _ONE_WORD.fullmatch(written) else None


def _turn(transcript: Transcript[Any, Any], seat: int | None, line: list[str]) -> str:
    """A line; a semicolon keeps a roll of one die from being read with the next as one."""
    words = [
        f"{word};" if _ends_with_one_die(word) and _begins_with_dice(following) else word
        for word, following in zip(line, (*line[1:], ""), strict=True)
    ]
    return f"{_called(transcript, seat)}: {' '.join(words)}"


def _ends_with_one_die(word: str) -> bool:
    return word[-1] in FACES and word[-2:-1] in ("", ":")


def _begins_with_dice(word: str) -> bool:
    return word[:1] in FACES and ":" not in word


def _totals(transcript: Transcript[Any, Any]) -> Iterator[str]:
    for seat, total in enumerate(transcript.totals or ()):
        yield f"total {_called(transcript, seat)} {total}"


def _called(transcript: Transcript[Any, Any], seat: int | None) -> str:
    """A seat's name, or its place where several have the same."""
    name = transcript.seats[seat or 0]
    return f"@{seat}" if transcript.seats.count(name) > 1 else _quoted(name)


def _quoted(name: str) -> str:
    """A name as it stands, or in quotes where it could be taken for something else."""
    other = name != name.strip() or name[0] in "#@" or COMMENT.search(name) or not {":", '"'}.isdisjoint(name)
    return json.dumps(name, ensure_ascii=False) if other or name.split(maxsplit=1)[0].lower() in WORDS else name


def _value(value: Any) -> str:
    """An option's value: a text as it stands where it is read as that text again, else as JSON."""
    if isinstance(value, str) and value and value.isprintable() and option_value(value) == value:
        return value
    return json.dumps(value, ensure_ascii=False)
