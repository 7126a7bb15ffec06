"""Were the dice fair? Recomputes a session's throws from its fairness document (docs/fairness.md).

It shares no line with the service and, but for the command at its end, needs the standard library alone: read it, or
write your own.
"""

import hashlib
import hmac
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

ALGORITHM = "rollwright-dice-2"
BOTS = "rollwright-bots-1"
_SESSION = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_HASH = re.compile("[0-9a-f]{64}")
NOT_YET = 2
"""The exit code where nothing is wrong and the secret is not told yet."""


def recomputed(secret: bytes, session: str, seeds: list[str | None], seat: int, throw: int, count: int) -> list[int]:
    """The faces of a seat's throw as the secret and the seeds fix them; `throw` counts the seat's throws from 1."""
    hashes = ["-" if seed is None else hashlib.sha256(seed.encode("utf-8")).hexdigest() for seed in seeds]
    faces: list[int] = []
    for die in range(1, count + 1):
        attempt, byte = 0, 255
        while byte >= 252:  # noqa: PLR2004 - 252 is 42 times six, so the bytes below it fall evenly on the faces
            attempt += 1
            lines = [ALGORITHM, session, ",".join(hashes), str(seat), str(throw), str(die), str(attempt)]
            byte = hmac.digest(secret, "\n".join(lines).encode("ascii"), "sha256")[0]
        faces.append(byte % 6 + 1)
    return faces


def bots_chance(secret: bytes, session: str, seat: int, version: int) -> float:
    """The number that decided where a bot hesitated at a version; from 0 and below 1."""
    text = "\n".join([BOTS, session, str(seat), str(version)])
    return (int.from_bytes(hmac.digest(secret, text.encode("ascii"), "sha256")[:8], "big") >> 11) / 2**53


def check(document: Any) -> list[str]:
    """What is wrong with a fairness document (parsed JSON), a sentence each; nothing where it holds.

    Without the secret only its form and the numbers of its throws can be checked.
    """
    malformed = list(_malformed(document))
    if malformed:
        return malformed
    faults = list(_misnumbered(document["throws"]))
    if document["secret"] is None:
        return faults
    secret = bytes.fromhex(document["secret"])
    if hashlib.sha256(secret).hexdigest() != document["commitment"]:
        faults.append("The secret is not the one that was committed to: its SHA-256 is another.")
    for thrown in document["throws"]:
        seat, throw, dice = thrown["seat"], thrown["throw"], thrown["dice"]
        right = recomputed(secret, document["session"], document["seeds"], seat, throw, len(dice))
        if dice != right:
            faults.append(f"Throw {throw} of seat {seat} (version {thrown['version']}) is {dice}, should be {right}.")
    for choice in document.get("choices", []):
        seat, version, chance = choice["seat"], choice["version"], choice["chance"]
        expected = bots_chance(secret, document["session"], seat, version - 1)
        if chance != expected:
            faults.append(f"The bot of seat {seat} chose version {version} by {chance}, should be {expected}.")
    return faults


def _misnumbered(throws: list[Any]) -> Iterator[str]:
    """Where versions do not ascend, or a seat's throws are not numbered one by one: one was left out or put in."""
    last: Counter[int] = Counter()
    version = 0
    for thrown in throws:
        if thrown["version"] <= version:
            yield f"Version {thrown['version']} comes after version {version}."
        version = thrown["version"]
        if thrown["throw"] != last[thrown["seat"]] + 1:
            yield f"Throw {thrown['throw']} of seat {thrown['seat']} follows its throw {last[thrown['seat']]}."
        last[thrown["seat"]] = thrown["throw"]


def _malformed(document: Any) -> Iterator[str]:
    """What keeps a value from being a fairness document at all."""
    if not isinstance(document, dict):
        yield "This is no fairness document: not a JSON object."
        return
    if isinstance(document.get("code"), str) and "throws" not in document:
        yield f"This is no fairness document: the service answered with the problem {document['code']!a}."
        return
    if not _matches(_SESSION, document.get("session")):
        yield "`session` is missing or not a UUID in lower case."
    if document.get("algorithm") != ALGORITHM:
        yield f"`algorithm` is not {ALGORITHM}, which is the only one that this program knows."
    if not _matches(_HASH, document.get("commitment")):
        yield "`commitment` is missing or not 64 hexadecimal digits in lower case."
    if "secret" not in document or not (document["secret"] is None or _matches(_HASH, document["secret"])):
        yield "`secret` is missing, or neither null nor 64 hexadecimal digits in lower case."
    seeds, throws, choices = document.get("seeds"), document.get("throws"), document.get("choices", [])
    if not isinstance(seeds, list) or not all(seed is None or _encodable(seed) for seed in seeds):
        yield "`seeds` is missing or not a list of a text or null for each seat."
    elif not isinstance(throws, list):
        yield "`throws` is missing or not a list."
    elif not isinstance(choices, list) or not all(_is_choice(each, len(seeds)) for each in choices):
        yield "`choices` is not a list of choices with version, seat and chance."
    else:
        for index, thrown in enumerate(throws):
            if not _is_throw(thrown, len(seeds)):
                yield f"`throws`, entry {index}: not a throw with version, seat, number and dice."


def _matches(pattern: "re.Pattern[str]", value: Any) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None


def _encodable(value: Any) -> bool:
    """Whether it is a text that has a UTF-8 form: JSON can hold half a character."""
    return isinstance(value, str) and value.encode("utf-8", "ignore").decode("utf-8") == value


def _is_throw(value: Any, seats: int) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("dice"), list):
        return False
    numbers = [value.get("version"), value.get("seat"), value.get("throw"), *value["dice"]]
    return (
        all(type(number) is int for number in numbers)
        and 0 <= value["seat"] < seats
        and bool(value["dice"])
        and all(1 <= face <= 6 for face in value["dice"])  # noqa: PLR2004 - the faces of a die
    )


def _is_choice(value: Any, seats: int) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("chance"), int | float | None):
        return False
    seat, version = value.get("seat"), value.get("version")
    return type(seat) is int and type(version) is int and 0 <= seat < seats


def verify(
    file: Annotated[Path, typer.Argument(help="The saved answer of GET .../fairness; - for standard input.")],
) -> None:
    """Recompute the dice of a finished session from what the service told of them.

    Ends with 0 where every throw agrees, 1 where something is wrong, 2 where the secret is not told yet.
    """
    document = _read(file)
    faults = check(document)
    for fault in faults:
        typer.echo(fault)
    if faults:
        raise typer.Exit(1)
    made = len(document["throws"])
    throws = "1 throw" if made == 1 else f"{made} throws"
    if document["secret"] is None:
        typer.echo(
            f"Session {document['session']} is still on and keeps its secret, so its {throws} cannot be checked"
        )
        typer.echo("yet. Ask again once it is finished or abandoned.")
        raise typer.Exit(NOT_YET)
    typer.echo(f"Session {document['session']}: {throws} recomputed, all agree.")
    if document.get("choices"):
        typer.echo(f"What bots chose by was recomputed too, {len(document['choices'])} times, and agrees.")
    typer.echo(f"Commitment {document['commitment']}")
    for seat, seed in enumerate(document["seeds"]):
        typer.echo(f"Seed of seat {seat}: {'none' if seed is None else _quoted(seed)}")
    typer.echo(
        "Compare the commitment with what the session showed before the first throw, your seed with yours, and\n"
        "the throws with the record's: any that were left off at the end cannot be missed here."
    )


def _quoted(text: str) -> str:
    """The text in quotes, with escapes for what would not print or what the terminal's encoding lacks."""
    encoding = sys.stdout.encoding
    return repr(text).encode(encoding, "backslashreplace").decode(encoding)


def _read(file: Path) -> Any:
    """The file's JSON; ends the command with a sentence where there is none."""
    try:
        return json.loads(sys.stdin.buffer.read() if file == Path("-") else file.read_bytes())
    except OSError as error:
        typer.echo(f"{file} cannot be read: {error.strerror}.", err=True)
    except (ValueError, RecursionError):
        typer.echo("This is no fairness document: not JSON.", err=True)
    raise typer.Exit(1)
