"""The calls of `docs/api.md`, read as they stand there.

    ana: POST T/staff/
    {"username": "bruno", "role": "judge"}
    201 {helper} is 1.person

Who calls (nobody without a name), the body if any, the status, and names for parts of the answer.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.servers.process import ROOT

GUIDE = ROOT / "docs" / "api.md"
BLOCK = re.compile(r"^```http\n(.*?)^```", re.MULTILINE | re.DOTALL)
CALL = re.compile(
    r"(?:(?P<who>\w+): )?(?P<verb>[A-Z]+) (?P<path>\S+)(?P<body>.*)\n(?P<status>\d{3})(?P<named>[^\n]*)",
    re.DOTALL,
)
NAMED = re.compile(r"\{(\w+)\} is (\S+)")
NAME = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the guide; `named` says which part of the answer each name stands for."""

    who: str
    verb: str
    path: str
    body: Any
    status: int
    named: Mapping[str, str]


def calls() -> Iterator[Call]:
    """All of them, in order."""
    for block in BLOCK.findall(GUIDE.read_text(encoding="utf-8")):
        yield from map(_call, block.strip().split("\n\n"))


def filled(value: Any, names: Mapping[str, Any]) -> Any:
    """The value with every name in braces replaced; a text that is one name becomes what it stands for."""
    if isinstance(value, str):
        whole = NAME.fullmatch(value)
        return names[whole[1]] if whole else NAME.sub(lambda found: str(names[found[1]]), value)
    if isinstance(value, list):
        return [filled(item, names) for item in value]
    if isinstance(value, dict):
        return {key: filled(item, names) for key, item in value.items()}
    return value


def part_of(answer: Any, path: str) -> Any:
    """`seats.0.player` of an answer."""
    for step in path.split("."):
        answer = answer[int(step) if step.isdigit() else step]
    return answer


def _call(text: str) -> Call:
    found = CALL.fullmatch(text)
    assert found, f"docs/api.md: no call as tests/api/guide_calls.py reads them: {text}"
    path = found["path"].replace("T/", "/tournaments/{slug}/", 1)
    body = json.loads(found["body"]) if found["body"].strip() else None
    named = dict(NAMED.findall(found["named"]))
    return Call(found["who"] or "", found["verb"], path, body, int(found["status"]), named)
