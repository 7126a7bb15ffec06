"""The contract of one deployment: unions over its games, to read requests by and to document."""

import re
from functools import cached_property
from typing import Annotated, Any, Union

from pydantic import Field, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from app.contract import advice, checks, move_requests, per_game, transcripts
from app.contract.closed_categories import with_closed_categories
from app.contract.fairness import Fairness
from app.contract.models import (
    Catalogue,
    ClaimRequest,
    GameDetails,
    Health,
    MySeat,
    NewToken,
    PresetList,
    Readiness,
    Rematch,
    SeatChoice,
    SeatsRequest,
    SeedRequest,
    TableRules,
    Ticket,
    TokenRequest,
)
from app.contract.names import type_name
from app.contract.sheets import ScoreSheet, SheetPage, SheetTable
from app.games.external.types import guarded_adapter
from app.http.openapi import REF
from app.http.problems import ProblemDetails
from rules.contract import AnyGame
from rules.transcript import JsonForm, agreement


class ContractSchema(GenerateJsonSchema):
    """JSON Schema in which tags are always required, fields that are left out instead of null never are, and every
    other field of an answer is.
    """

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002
        """A property has its name and needs no title; generators take titles for names of types, and two may be
        alike.
        """
        return False

    def field_is_required(self, field: Any, total: bool) -> bool:
        """Whether the property is listed under `required`."""
        inner = field["schema"]
        if inner["type"] == "default":
            if inner.get("default", ...) is None:
                return False
            tag = inner["schema"]["type"] == "literal" and len(inner["schema"]["expected"]) == 1
            if tag or self.mode == "serialization":
                return True
        return super().field_is_required(field, total)

    def default_schema(self, schema: Any) -> dict[str, Any]:
        """A default of null says nothing that "not required" does not."""
        made = super().default_schema(schema)
        if schema.get("default", ...) is None:
            made.pop("default", None)
        return made

    def json_schema(self, schema: Any) -> dict[str, Any]:
        """A text that holds JSON, in answers too: the data of events."""
        content = self.generate_inner(schema["schema"])
        return {"type": "string", "contentMediaType": "application/json", "contentSchema": content}


class Contract:
    """The request and answer types over a set of games; each is made when it is first needed."""

    claim_request = TypeAdapter(ClaimRequest)
    seed_request = TypeAdapter(SeedRequest)
    seat_choice = TypeAdapter(SeatChoice)
    token_request = TypeAdapter(TokenRequest)
    seats_request = TypeAdapter(SeatsRequest)

    def __init__(self, games: dict[str, AnyGame]) -> None:
        self._games = games

    @cached_property
    def session_request(self) -> TypeAdapter[Any]:
        """What opens a session."""
        return guarded_adapter(self._session_request, None, "options")

    @cached_property
    def scores(self) -> dict[str, TypeAdapter[Any]]:
        """For each game what asks for loose dice to be scored."""
        return {name: guarded_adapter(made, name, "options, sheet") for name, made in self._score_requests.items()}

    @cached_property
    def options(self) -> dict[str, TypeAdapter[Any]]:
        """For each game what asks for options to be checked."""
        return {name: guarded_adapter(made, name, "options") for name, made in self._options_requests.items()}

    @cached_property
    def sheets(self) -> dict[str, TypeAdapter[Any]]:
        """For each game that takes filled sheets what asks for some to be checked."""
        return {name: guarded_adapter(made, name, "options, sheets") for name, made in self._sheets_requests.items()}

    @cached_property
    def advise(self) -> dict[str, TypeAdapter[Any]]:
        """For each game with an adviser what asks for advice."""
        return {
            name: guarded_adapter(made, name, "options, positions") for name, made in self._advise_requests.items()
        }

    @cached_property
    def transcripts(self) -> dict[str, JsonForm]:
        """For each game its transcripts as JSON."""
        return {name: JsonForm(game, type_name(game)) for name, game in self._games.items()}

    @cached_property
    def transcript_documents(self) -> dict[str, TypeAdapter[Any]]:
        """For each game the documents of its transcripts."""
        return {
            name: guarded_adapter(form.document, name, "options, moves") for name, form in self.transcripts.items()
        }

    @cached_property
    def records(self) -> dict[str, TypeAdapter[Any]]:
        """For each game the records of its transcripts."""
        return {name: guarded_adapter(form.entries, name, "moves") for name, form in self.transcripts.items()}

    @cached_property
    def transcript_request(self) -> TypeAdapter[Any]:
        """What opens a session with a transcript."""
        return guarded_adapter(self._transcript_request, None, "options, moves")

    @cached_property
    def _transcript(self) -> Any:
        return transcripts.transcript([form.document for form in self.transcripts.values()])

    @cached_property
    def _transcript_request(self) -> Any:
        return transcripts.opening(tuple(self._games), self._transcript)

    @cached_property
    def _session_request(self) -> Any:
        opening = [per_game.session_request(game) for game in self._games.values()]
        return per_game.alias("SessionRequest", Annotated[Union[*opening], Field(discriminator="game")])

    @cached_property
    def _score_requests(self) -> dict[str, Any]:
        return {name: per_game.score_request(game) for name, game in self._games.items()}

    @cached_property
    def _options_requests(self) -> dict[str, Any]:
        return {name: per_game.options_request(game) for name, game in self._games.items()}

    @cached_property
    def _advised(self) -> list[AnyGame]:
        return [game for game in self._games.values() if game.adviser is not None]

    @cached_property
    def _advise_requests(self) -> dict[str, Any]:
        forms = self.transcripts
        return {game.name: advice.advise_request(game, forms[game.name].document) for game in self._advised}

    @cached_property
    def _sheets_requests(self) -> dict[str, Any]:
        taken = {name: game for name, game in self._games.items() if game.filled_sheet is not None}
        return {name: checks.sheets_request(game, type_name(game), agreement(game)) for name, game in taken.items()}

    def _requests(self) -> list[Any]:
        checked = checks.request(self._transcript, tuple(self._sheets_requests.values()))
        return [
            checked,
            checks.batch("CheckBatch", checked),
            per_game.alias("OptionsRequest", Union[*self._options_requests.values()]),
            per_game.alias("ScoreRequest", Union[*self._score_requests.values()]),
            *advice.requests(tuple(self._advise_requests.values())),
            *advice.analysis_requests(self._transcript),
            self._session_request,
            per_game.alias("OpeningRequest", per_game.one_of(self._session_request | self._transcript_request)),
            move_requests.move_request(self._games),
            *move_requests.verb_requests(self._games),
            ClaimRequest,
            SeedRequest,
            SeatChoice,
            TokenRequest,
            SeatsRequest,
        ]

    def _answers(self) -> list[Any]:
        games = self._games.values()
        entries = [per_game.played(game) for game in games]
        sessions = [per_game.session(game, played) for game, played in zip(games, entries, strict=True)]
        session = per_game.alias("Session", Annotated[Union[*sessions], Field(discriminator="game")])
        scores = [per_game.score(game) for game in games]
        found = map(per_game.options_findings, games, scores)
        entry: Any = per_game.alias("Played", Union[*entries])
        return [
            Catalogue,
            GameDetails,
            PresetList,
            TableRules,
            ProblemDetails,
            Health,
            Readiness,
            NewToken,
            Rematch,
            Ticket,
            Fairness,
            MySeat,
            checks.Checked,
            checks.batch_answers("CheckedBatch", checks.CheckedLine),
            ScoreSheet,
            SheetPage,
            SheetTable,
            per_game.alias("OptionsFindings", Union[*found]),
            per_game.alias("Score", Union[*scores]),
            *advice.answers(self._advised),
            session,
            entry,
            *per_game.session_answers(session, entry),
            per_game.seat_event(sessions),
        ]

    def components(self) -> dict[str, Any]:
        """The contract's schemas by name, for `components.schemas`."""
        inputs = [(index, "validation", TypeAdapter(made)) for index, made in enumerate(self._requests())]
        inputs += [(-1 - index, "serialization", TypeAdapter(made)) for index, made in enumerate(self._answers())]
        _, schema = TypeAdapter.json_schemas(inputs, ref_template=REF, schema_generator=ContractSchema)  # type: ignore[arg-type]  # the mode is a literal
        named = _renamed(schema["$defs"])
        flat = {name: _flat(named, described) for name, described in named.items()}
        return with_closed_categories(flat, self._games)


def _flat(definitions: dict[str, Any], value: Any) -> Any:
    """Alternatives that are alternatives themselves stand among the others: generators fail over a union in one."""
    if isinstance(value, dict):
        listed = {"oneOf": _leaves(definitions, value["oneOf"])} if "oneOf" in value else {}
        places = value.get("prefixItems")
        if places and "items" not in value and all(place == places[0] for place in places):
            listed["items"] = places[0]  # many readers look for it alone
        return {key: _flat(definitions, inner) for key, inner in (value | listed).items()}
    if isinstance(value, list):
        return [_flat(definitions, inner) for inner in value]
    return value


def _leaves(definitions: dict[str, Any], alternatives: list[Any]) -> list[Any]:
    leaves = []
    for alternative in alternatives:
        named = definitions.get(alternative.get("$ref", "").rpartition("/")[2], {})
        leaves += _leaves(definitions, named["oneOf"]) if "oneOf" in named else [alternative]
    return leaves


def _renamed(definitions: dict[str, Any]) -> dict[str, Any]:
    """Where a type is asked for and answered differently, the complete one (every default filled in) says so. A
    type's title is its name, so that no two are alike.
    """
    names = {name: re.sub(r"-Output$", "Complete", re.sub(r"-Input$", "", name)) for name in definitions}

    def walk(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: walk(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [walk(inner) for inner in value]
        if isinstance(value, str) and value.startswith("#/components/schemas/"):
            name = value.removeprefix("#/components/schemas/")
            return REF.format(model=names.get(name, name))
        return value

    return {names[name]: walk(schema | {"title": names[name]}) for name, schema in definitions.items()}
