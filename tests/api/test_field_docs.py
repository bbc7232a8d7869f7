"""The description leaves nothing out: a word at every field, all values, a body at every write."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import pytest

from accounts.models import Scope
from api.field_docs import IN_PATHS, path_key
from api.schema import ALL_AT_ONCE
from api.v1.draw import DRAWN_BY
from api.v1.stages import ACTS as STAGE_ACTS
from catalogue.models import StepKind, TypeState
from catalogue.services import DECISIONS
from matches.models import EntryState, MatchState
from rulesets.kernel.sheet import EndedBy, Out
from rulesets.kingdoms import DIFFICULTIES, EVENTS, OUTCOMES, UNDO, name_of
from rulesets.registry import GAMES
from tools.endorsement.description import description, example_of
from tournaments.draw.publish import METHODS
from tournaments.match_views.whereabouts import STATUSES
from tournaments.models import Remedy, Role, State
from tournaments.now.selectors import ACTS

Node = Mapping[str, Any]
SCHEMAS: Mapping[str, Node] = description()["components"]["schemas"]
FIELDS = [(name, field) for name, schema in SCHEMAS.items() for field in schema.get("properties", {})]
CLOSED = {
    "act", "decision", "difficulty", "ended_by", "level", "method", "next_act", "out", "remedy", "role",
    "scope", "state", "status", "suit", "trial", "type", "way",
}  # fmt: skip
"""Names of fields that have a few values only."""
OPEN = {("Problem", "state"), ("Problem", "status"), ("Problem", "type")}
MARKS = {mark for game in GAMES.values() for mark in game.marks}
RANKS = {card for game in GAMES.values() for card in game.sheet_terms.cards}
LEVELS = {kind.level for game in GAMES.values() for kind in game.kinds}
VARIANTS = {variant.key for game in GAMES.values() for variant in game.variants}
VALUES: Mapping[tuple[str, str], Collection[str]] = {
    ("TournamentDetail", "state"): State.values,
    ("TournamentDetail", "role"): Role.values,
    ("Entry", "state"): EntryState.values,
    ("Match", "state"): MatchState.values,
    ("Match", "ended_by"): list(EndedBy),
    ("SheetIn", "ended_by"): list(EndedBy),
    ("SheetShown", "ended_by"): list(EndedBy),
    ("SheetTerms", "endings"): list(EndedBy),
    ("SheetTerms", "ways"): list(Out),
    ("SheetTerms", "cards"): RANKS,
    ("LineIn", "out"): list(Out),
    ("LineShown", "out"): list(Out),
    ("PatchedCountIn", "out"): list(Out),
    ("KingdomShown", "out"): list(Out),
    ("CutIn", "cards"): RANKS,
    ("Seat", "suit"): MARKS,
    ("Kind", "level"): LEVELS,
    ("TournamentCreation", "game"): GAMES,
    ("TournamentCreation", "variants"): VARIANTS,
    ("TypeDetail", "state"): TypeState.values,
    ("TypeDecision", "decision"): DECISIONS,
    ("StepShown", "act"): StepKind.values,
    ("Helper", "role"): Role.values,
    ("TokenWanted", "scope"): Scope.values,
    ("EffectShown", "remedy"): [*Remedy.values, "undo"],
    ("Choice", "remedy"): set(Remedy.values) - {Remedy.RESEAT},
    ("Now", "next_act"): ACTS,
    ("Mine", "status"): STATUSES,
    ("DrawIn", "method"): METHODS,
    ("Drawn", "method"): DRAWN_BY,
    ("Stage", "next_act"): STAGE_ACTS,
    ("KingdomsShown", "difficulty"): DIFFICULTIES,
}


def _operations() -> Iterator[Node]:
    for operations in description()["paths"].values():
        yield from operations.values()


def _is_nullable(said: Node) -> bool:
    choices = [str(choice.get("$ref", "")) for choice in said.get("oneOf", ())]
    return bool(said.get("nullable")) or any(choice.endswith("/NullEnum") for choice in choices)


def _named(said: Node) -> list[str]:
    """Components that the field consists of."""
    parts = [said, *said.get("allOf", ()), *said.get("oneOf", ()), said.get("items", {})]
    return [str(part["$ref"]).rpartition("/")[2] for part in parts if "$ref" in part]


def _values(said: Node) -> set[str]:
    """Every value that is listed; null and the empty text aside."""
    listed = {*said.get("enum", ()), *said.get("items", {}).get("enum", ())}
    inner = [_values(SCHEMAS[name]) for name in _named(said)]
    inner += [_values(said["items"])] if "items" in said else []
    return {value for value in listed.union(*inner) if value}


@pytest.mark.parametrize(("component", "field"), FIELDS)
def test_every_field_has_a_sentence_and_an_example(component: str, field: str) -> None:
    said, where = SCHEMAS[component]["properties"][field], f"{component}.{field}"
    sentence = said.get("description", "")
    assert sentence, f"describe {where}: add `**doc(sentence, example)` to the field; then make openapi"
    says_null = "null" in sentence.lower()
    assert says_null is _is_nullable(said), f"say of {where} what null means, or not null if it never is"
    is_told = "example" in said or _named(said) or _is_nullable(said)
    assert is_told, f"give {where} an example beside its sentence"


def test_every_parameter_has_a_sentence() -> None:
    missing = [
        f"{operation['operationId']}.{said['name']}"
        for operation in _operations()
        for said in operation.get("parameters", ())
        if not said.get("description")
    ]
    assert missing == [], "describe them: `**doc(…)` in the query's serializer; then make openapi"


def test_every_description_of_a_part_of_addresses_is_used() -> None:
    there = {path_key(path, name) for path in description()["paths"] for name in re.findall(r"{(\w+)}", path)}
    assert IN_PATHS.keys() == there


def test_every_write_that_takes_a_body_has_one_to_copy() -> None:
    bare = [one["operationId"] for one in _operations() if "requestBody" in one and example_of(one) is None]
    assert bare == [], "add `examples=example_body(…)` to their `extend_schema`; then make openapi"


@pytest.mark.parametrize(("component", "field"), VALUES)
def test_whatever_has_a_few_values_lists_all_of_them(component: str, field: str) -> None:
    said = SCHEMAS[component]["properties"][field]
    assert _values(said) == set(VALUES[component, field])


def test_what_is_called_like_an_enumeration_is_one() -> None:
    bare = [
        where
        for where in FIELDS
        if where[1] in CLOSED and where not in OPEN and not _values(SCHEMAS[where[0]]["properties"][where[1]])
    ]
    assert bare == [], "list their values: a ChoiceField on the way out, Text(known=…) on the way in"


def test_every_event_and_every_outcome_of_a_game_of_kingdoms_is_described() -> None:
    def types(component: str) -> set[str]:
        return set(SCHEMAS[component]["discriminator"]["mapping"])

    assert types("KingdomEvent") == {name_of(event) for event in EVENTS}
    assert types("KingdomEventShown") == {*types("KingdomEvent"), UNDO}
    assert types("KingdomOutcome") == {name_of(outcome) for outcome in OUTCOMES}


def test_a_list_has_pages_or_says_that_it_has_none() -> None:
    for operation in _operations():
        for code, said in operation["responses"].items():
            schema = said.get("content", {}).get("application/json", {}).get("schema", {})
            if schema.get("type") == "array":
                assert said["description"] == ALL_AT_ONCE, f"{operation['operationId']} {code}"
