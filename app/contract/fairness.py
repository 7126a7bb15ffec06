"""Type of the fairness document: all that it takes to recompute a session's dice (docs/fairness.md)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated

from pydantic import BaseModel, Field

from app.dice import dice
from rules.contract import Face

_Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class Throw(BaseModel):
    """One throw of the service's dice."""

    version: int = Field(ge=1, description="The version of the record's entry that made it.")
    seat: int = Field(ge=0, description="The seat that threw.")
    throw: int = Field(ge=1, description="The number of the throw among the seat's own.")
    dice: list[Face] = Field(description="The faces in their order.")


class Choice(BaseModel):
    """What decided where a bot hesitated."""

    version: int = Field(ge=1, description="The version of the record's entry that it chose, one after it decided.")
    seat: int = Field(ge=0, description="The bot's seat.")
    chance: float | None = Field(
        ge=0, lt=1, description="The number that follows from the secret; null while that is not told."
    )


class Fairness(BaseModel):
    """What a session's dice come from; `rollwright verify` checks it once the secret is told."""

    session: str = Field(json_schema_extra={"format": "uuid"})
    algorithm: str = Field(description="The derivation by name.", examples=[dice.ALGORITHM])
    commitment: _Hash = Field(description="SHA-256 of the secret, the same since the session was opened.")
    seeds: list[str | None] = Field(description="For each seat the seed it added, null for none.")
    seeds_locked: bool = Field(description="Whether the seeds are final: from the first throw on.")
    throws: list[Throw] = Field(description="Every throw that was made, ascending by version.")
    choices: list[Choice] = Field(description="What bots decided by, ascending by version.")
    secret: _Hash | None = Field(description="The secret once the session is finished or abandoned, null before.")


def document(
    session: str,
    commitment: bytes,
    seeds: Sequence[str | None],
    thrown: Iterable[tuple[int, int, str]],
    secret: bytes | None,
    chosen: Iterable[tuple[int, int]] = (),
) -> Fairness:
    """The fairness document of a session.

    `session` is the id as it is shown, `seeds` hold a text or None for each seat, `thrown` holds version, seat and
    faces (a digit each) of every entry of the record that threw the service's dice, in the record's order, `chosen`
    version and seat of every one that a bot chose, and `secret` is None unless the session is finished or abandoned.
    """
    made: Counter[int] = Counter()
    throws = []
    for version, seat, faces in thrown:
        made[seat] += 1
        throws.append(Throw(version=version, seat=seat, throw=made[seat], dice=[int(face) for face in faces]))
    return Fairness(
        session=session,
        algorithm=dice.ALGORITHM,
        commitment=commitment.hex(),
        seeds=list(seeds),
        seeds_locked=bool(throws) or secret is not None,
        throws=throws,
        choices=[
            Choice(
                version=version,
                seat=seat,
                chance=None if secret is None else dice.bots_chance(secret, session, seat, version - 1),
            )
            for version, seat in chosen
        ],
        secret=None if secret is None else secret.hex(),
    )
