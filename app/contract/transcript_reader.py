"""Transcripts as they are sent: read from the JSON form or the text notation, with where their parts stand."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from app.contract.contract import Contract
from app.games.served_game import ServedGame
from app.http.bodies import validated, validated_record
from app.http.problem_kinds import INVALID_FIELDS
from app.http.problems import Problem, invalid
from rules.notation import NotationError, Place
from rules.transcript import MOST_ENTRIES, Misread, Transcript


class Written(NamedTuple):
    """A transcript as it was sent.

    at: the pointer of it in its request. entries, totals, version: where they stand if it was a text (else None).
    lines: the indices of the entries that begin a line of it.
    """

    transcript: Transcript[Any, Any]
    at: str
    entries: Sequence[Place] | None = None
    lines: Collection[int] = ()
    totals: Sequence[Place] | None = None
    version: Place | None = None

    @property
    def is_text(self) -> bool:
        """Whether it was a text, of which pointers know no parts."""
        return self.entries is not None

    def entry(self, index: int, *part: str) -> dict[str, Any]:
        """Where an entry stands, or a part of it."""
        if self.entries is not None:
            return {"pointer": self.at, **self.entries[index]._asdict()}
        return {"pointer": "/".join((self.at, "record", str(index), *part))}

    def total(self, seat: int) -> dict[str, Any]:
        """Where a total stands."""
        if self.totals is not None:
            return {"pointer": self.at, **self.totals[seat]._asdict()}
        return {"pointer": f"{self.at}/totals/{seat}"}


def read_json(contract: Contract, document: Any, at: str, *, any_seat: bool = False) -> Written:
    """Read the JSON form, as the contract has validated it; raises the problem with an entry that cannot be read.

    any_seat: whether entries may be of seats that the transcript does not have.
    """
    try:
        return Written(contract.transcripts[document.game].transcript(document, any_seat=any_seat), at)
    except Misread as fault:
        raise invalid(at + fault.pointer, fault.code, fault.says) from None


def read_text(served: ServedGame, text: str, at: str) -> Written:
    """Read the text notation; raises the problem with it, by line and column."""
    try:
        reading = served.read_text(text)
    except NotationError as fault:
        raise unreadable(fault, at) from None
    return Written(reading.transcript, at, reading.entries, reading.lines, reading.totals, reading.version)


def read_sent(served: ServedGame, contract: Contract, body: bytes, value: Any) -> Written:
    """Read what was sent by itself to be looked at: a text, or the JSON form of that body, of whatever seats."""
    if isinstance(value, str):
        written = read_text(served, value, "")
        if (length := len(written.transcript.entries)) > MOST_ENTRIES:
            raise invalid("", "too_long", f"A transcript may have {MOST_ENTRIES} entries, not {length}.")
        return written
    name = served.game.name
    adapter = contract.transcript_documents[name]
    if isinstance(value, dict) and isinstance(value.get("record"), list):
        document, record = validated_record(adapter, contract.records[name], value, ("record",))
        document = document.model_copy(update={"record": record})
    else:
        document = validated(adapter, body, value)
    return read_json(contract, document, "", any_seat=True)


def unreadable(fault: NotationError, at: str) -> Problem:
    """The problem with a text that is no transcript."""
    place = {"pointer": at, "line": fault.line, "column": fault.column}
    return Problem(INVALID_FIELDS, errors=[{**place, "code": "notation", "detail": fault.sentence}])


def check_rules(served: ServedGame, written: Written, pointer: str) -> None:
    """Refuse a transcript of another version of the rules, at that pointer and, of a text, where that stands."""
    version = written.transcript.rules_version
    if version not in (None, served.game.version):
        place = {"pointer": pointer} | (written.version._asdict() if written.version else {})
        detail = f"The rules here are version {served.game.version}, not {version}."
        raise Problem(INVALID_FIELDS, errors=[{**place, "code": "rules_version", "detail": detail}])
