"""The types of games from outside at arm's length: their validators and serializers are their code, too."""

from functools import partial
from typing import Any, cast

import orjson
from pydantic import TypeAdapter, ValidationError

from app.games.external.guard import asked


def guarded_adapter(annotation: Any, game: str | None, call: str, *, may_refuse: bool = True) -> TypeAdapter[Any]:
    """An adapter of a type of a game, whose validators and serializers may raise anything.

    game: whose it is; None for a type of requests of any game, which name it. call: what it is for.
    may_refuse: whether a ValidationError is the sender's fault; else, as in what was stored, the game's.
    """
    made: Any = _Adapter(TypeAdapter(annotation), game, call, (ValidationError,) if may_refuse else ())
    return cast("TypeAdapter[Any]", made)


class _Adapter:
    """What `guarded_adapter` makes; it does all that an adapter does."""

    def __init__(self, inner: TypeAdapter[Any], game: str | None, call: str, passing: tuple[Any, ...]) -> None:
        self._inner = inner
        self._game = game
        self._call = call
        self._passing = passing

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def validate_json(self, data: str | bytes | bytearray, /, **more: Any) -> Any:
        """See pydantic."""
        game = self._game if self._game is not None else _named_in(data)
        return asked(game, self._call, partial(self._inner.validate_json, data, **more), passing=self._passing)

    def dump_json(self, instance: Any, /, **more: Any) -> bytes:
        """See pydantic."""
        return asked(self._game or "", self._call, partial(self._inner.dump_json, instance, **more))

    def dump_python(self, instance: Any, /, **more: Any) -> Any:
        """See pydantic."""
        return asked(self._game or "", self._call, partial(self._inner.dump_python, instance, **more))


def _named_in(body: str | bytes | bytearray) -> str:
    """The game that a request, or a transcript in it, names; what stands there has been read as JSON before."""
    read = orjson.loads(body)
    if isinstance(read, dict) and isinstance(read.get("transcript"), dict):
        read = read["transcript"]
    return str(read.get("game")) if isinstance(read, dict) else ""
