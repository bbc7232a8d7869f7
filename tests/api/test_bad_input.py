"""Whatever a program sends as a sheet or a deck: every violation, nothing stored, never a 500."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from core.models import RecordLine
from matches.models import Match, Sheet
from tests.acts import at
from tests.api.programs import program
from tests.cast import ana, drawn, fresh
from tournaments.models import Tournament
from tournaments.play.play import start_match

pytestmark = pytest.mark.django_db

SCALARS: list[Any] = [
    None, True, False, 0, 1, -1, 6, 7, 17, 10**9, 10**30, 1.5, 1e300, float("nan"), float("inf"), "", "6",
    "win_condition", "\x00", "\ud800", "\u202e", "x" * 5000, "١٢", [], {}, [[[]]], {"a": {"b": 1}},
]  # fmt: skip
FIELDS = ["ended_by", "winner", "lines", "cuts", "reason", "report", "is_admin", "winner_id", "__proto__", ""]
COUNTS = [
    "intact",
    "razed",
    "commanders",
    "armies",
    "razed_in_battle",
    "castle",
    "holder",
    "out",
    "out_order",
    "x",
]
REFUSED = {400, 409, 412, 413, 422}


def playing_match() -> tuple[Tournament, Match]:
    tournament = drawn(4, table_high=4)
    match = at(tournament, 1, 1)
    start_match(match, by=ana(), now=tournament.created_at)
    return fresh(tournament), Match.objects.get(pk=match.pk)


def codes_of(match: Match) -> list[str]:
    return list(match.seats.order_by("number").values_list("persona__code", flat=True))


def wild_bodies(people: list[str], rng: random.Random) -> Iterator[Any]:
    """From nearly right to nonsense; the nearly right ones break at least one rule."""
    yield from SCALARS
    for _ in range(70):
        body = {
            "ended_by": rng.choice(["win_condition", "time", "decked_out", "ruling", "bye", "nobody"]),
            "winner": rng.choice([99, 0, -5]),
            "lines": [wild_line(rng.choice([*people, "zeca"]), rng) for _ in range(rng.randrange(6))],
        }
        for _ in range(rng.randrange(1, 4)):
            body[rng.choice(FIELDS)] = rng.choice(SCALARS)
        yield body


def wild_line(player: str, rng: random.Random) -> dict[str, Any]:
    counts = {rng.choice(COUNTS): rng.choice(SCALARS) for _ in range(rng.randrange(5))}
    return {"player": rng.choice([player, player, rng.choice(SCALARS)]), **counts}


def test_no_sheet_that_somebody_invents_breaks_or_changes_anything() -> None:
    tournament, match = playing_match()
    path = f"tournaments/{tournament.slug}/matches/{match.code}/"
    who, lines = program(ana()), RecordLine.objects.count()
    for body in wild_bodies(codes_of(match), random.Random(11)):
        for route in ("sheet/", "check/"):
            answer = who.post(path + route, json.dumps(body).encode())
            assert answer.status in REFUSED or (route == "check/" and answer.status == 200), (
                body,
                answer.text,
            )
            if answer.status in REFUSED:
                assert answer.body["violations"]
    assert (RecordLine.objects.count(), Sheet.objects.count()) == (lines, 0)


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"\xff\xfe{\x00}\x00", '{"ended_by":"é"}'.encode("latin-1"), b"[" * 100_000, b"null",
        b'{"ended_by":"time","ended_by":"bye"}', b'{"winner":1e999}', b'"\\ud800"', b"\x00", b"NaN",
    ],
    ids=lambda body: repr(body[:16]),
)  # fmt: skip
def test_bytes_that_are_no_sheet_are_refused(body: bytes) -> None:
    tournament, match = playing_match()
    answer = program(ana()).post(f"tournaments/{tournament.slug}/matches/{match.code}/sheet/", body)
    assert answer.status in REFUSED
    assert not Sheet.objects.exists()


def test_everything_that_is_wrong_is_told_at_once() -> None:
    tournament, match = playing_match()
    first, second, *others = codes_of(match)
    lines = [
        {"player": first, "intact": 7, "razed": 9, "commanders": 17},
        {"player": second, "armies": 3, "out": "conceded", "out_order": 2},
        {"player": "zeca", "intact": 1},
        *({"player": code} for code in others[:-1]),
    ]
    body = {"ended_by": "win_condition", "winner": 2, "lines": lines}
    answer = program(ana()).post(f"tournaments/{tournament.slug}/matches/{match.code}/sheet/", body)
    assert answer.status == 422
    assert {
        "count_out_of_range", "more_armies_than_commanders", "leaving_order_gap", "player_not_seated",
        "line_missing", "winner_is_out", "condition_not_met",
    } <= answer.codes  # fmt: skip


@pytest.mark.parametrize("game", ["castelo", "hermetica", "chama", "nope", 3, None])
@pytest.mark.parametrize(
    "text",
    ["3 Torre\n" * 10_000, "\x00\ud800", "x" * 1_200_000, "", 5, ["1 Torre"], None],
    ids=lambda t: repr(t)[:12],
)
def test_no_deck_list_breaks_the_check(game: Any, text: Any) -> None:
    answer = program().post("decks/check/", json.dumps({"game": game, "text": text}).encode())
    assert answer.status in {200, *REFUSED}
    if answer.status == 200:
        assert answer.body["stands"] is not bool(answer.body["violations"])
    else:
        assert answer.body["violations"]
