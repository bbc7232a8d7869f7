"""`docs/record.md` is the format: every kind of line with every key, no other, and a record that is sound."""

import re

import pytest

from checker import Head, check_bytes
from checker.reading.shapes import FIRST, SECOND
from rulesets.kernel.rules import Game, Kind
from rulesets.registry import GAMES
from tests.records.described import CODE, DOCUMENT, due, paths, sections, told


def test_every_kind_is_described_and_no_other() -> None:
    assert set(sections()) == set(FIRST) | set(SECOND)


@pytest.mark.parametrize("kind", SECOND)
def test_every_key_of_a_kind_is_described_with_its_formats_and_no_other(kind: str) -> None:
    outer: dict[str, str] = {}
    for key, formats in told(kind).items():
        outer.setdefault(re.split(r"[.\[]", key)[0], formats)
    assert outer | ({"definition": "1? 2"} if kind == "tournament.created" else {}) == due(kind)


def test_every_key_within_is_described_and_no_other() -> None:
    every = {path for shape in SECOND.values() for path in paths(shape, "")}
    leaves = {path for path in every if not any(other.startswith(f"{path}.") for other in every)}
    wanted = {path for path in leaves if path.count(".") > 1}
    inner = {f".{key}" for kind in SECOND for key in told(kind) if "." in key}
    assert wanted <= inner <= every


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_the_types_and_counts_of_a_game_are_described(game: Game) -> None:
    row = next(x for x in _table("Types and their sheets") if x.startswith(f"| `{game.key}` |"))
    word, kinds, counts, outs = (cell.strip() for cell in row.split("|")[2:6])
    assert word == game.title_word
    assert kinds == "; ".join(map(_kind, game.kinds))
    assert tuple(CODE.findall(counts)) == (game.sheet_terms.recorded or _counts(game))
    assert set(CODE.findall(outs)) == set(game.sheet_terms.ways)


def _counts(game: Game) -> tuple[str, ...]:
    return tuple(field.key for field in game.kinds[0].fields)


def _table(heading: str) -> list[str]:
    after = DOCUMENT.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1]
    return [line for line in after.split("\n## ")[0].splitlines() if line.startswith("|")]


def _kind(kind: Kind) -> str:
    pairs = ", pairs" if kind.team_size > 1 else ""
    return f"`{kind.key}` {kind.title_word} {kind.tables.low}–{kind.tables.high}{pairs}"


def worked() -> bytes:
    """The record at the document's end."""
    told = DOCUMENT.read_text(encoding="utf-8").partition("\n## A worked record\n")[2]
    found = re.search(r"```json\n(.*?)```", told, re.DOTALL)
    assert found is not None
    return found[1].encode()


def test_the_worked_record_passes_with_the_head_that_is_told() -> None:
    said = re.search(r"its head is\s+`(\d+:[0-9a-f]{64})`", DOCUMENT.read_text(encoding="utf-8"))
    assert said is not None
    assert check_bytes(worked(), Head.parse(said[1])) == []


def test_what_the_document_says_of_a_changed_record_is_so() -> None:
    changed = worked().replace(b'"potencial":14', b'"potencial":15')
    assert {finding.rule for finding in check_bytes(changed)} == {"chain", "score"}
