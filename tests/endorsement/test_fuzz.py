"""Calls by chance: one seed makes the same ones, every route has its turn, and no wrong answer passes."""

import json
from collections import Counter
from typing import Any

import pytest

from tools.endorsement.description import description
from tools.endorsement.fuzz.calls import Call, Fuzz
from tools.endorsement.fuzz.described import undescribed
from tools.endorsement.fuzz.section import ENDS_KEYS, send_all
from tools.endorsement.play.client import Answer

PLACE = {"slug": ["one"], "match": ["m1"], "entry": ["e1"], "person": ["p1"], "pass": ["x:y"]}
WHO = ["ana", "nobody"]


def fuzz(seed: int = 1) -> Fuzz:
    return Fuzz(description(), [PLACE], WHO, seed, ENDS_KEYS)


def test_the_same_seed_makes_the_same_calls() -> None:
    first, again, other = (list(map(str, fuzz(seed).calls(0, 300))) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_every_route_has_its_turn_but_those_that_end_keys() -> None:
    operations = fuzz().operations
    called = {call.operation.name for call in fuzz().calls(0, len(operations))}
    assert called == {operation.name for operation in operations}
    assert len(called) > 140
    assert not called & ENDS_KEYS


def test_bodies_are_as_described_and_odd_ones() -> None:
    bodies = [call.content for call in fuzz().calls(0, 2000) if call.content]
    assert any(b'"ended_by"' in body for body in bodies)
    assert any(b"\\u0000" in body for body in bodies)
    assert b"{" in bodies


def call_of(name: str) -> Call:
    return next(call for call in fuzz().calls(0, 400) if call.operation.name == name)


def answer(status: int, body: Any, kind: str = "application/json") -> Answer:
    return Answer(status, body, json.dumps(body).encode(), {"content-type": kind})


ROOT = dict.fromkeys(description()["components"]["schemas"]["Root"]["properties"], "http://x.example/")
VIOLATION = {"code": "x", "message": "No.", "field": "", "rule": "", "facts": {}}
PROBLEM = {
    "type": "urn:problem-type:chama:x", "title": "No", "status": 404, "detail": "No.", "error": "x",
    "violations": [VIOLATION], "state": None,
}  # fmt: skip
KIND = "application/problem+json"


def test_what_is_described_passes() -> None:
    assert list(undescribed(call_of("root"), answer(200, ROOT))) == []
    assert list(undescribed(call_of("retrieve_match"), answer(404, PROBLEM, KIND))) == []


@pytest.mark.parametrize(
    "told",
    [
        answer(500, PROBLEM, KIND),
        Answer(502, None, b"<h1>", {"content-type": "text/html"}),
        answer(418, PROBLEM, KIND),
        answer(200, {**ROOT, "secret": 1}),
        answer(200, {}),
        answer(200, ROOT, "text/html"),
        answer(429, PROBLEM),
        answer(429, {"detail": "No."}, KIND),
        answer(429, {**PROBLEM, "violations": [{**VIOLATION, "message": "x"}]}, KIND),
    ],
)
def test_what_is_not_described_is_a_fault(told: Answer) -> None:
    assert list(undescribed(call_of("root"), told))


def test_an_answer_that_does_not_come_is_a_fault_and_the_next_call_is_made() -> None:
    def silent(call: Call) -> Answer:
        raise TimeoutError("a minute")

    calls = list(fuzz().calls(0, 3))
    faults = send_all(calls, dict.fromkeys(WHO, silent), Counter())
    assert [fault.partition(":")[0] for fault in faults] == ["call 0", "call 1", "call 2"]
