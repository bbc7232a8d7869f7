"""Penalties: given within one's right, remembered, taken back, in the record without whom and why."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from accounts.erasing import anonymise
from accounts.models import Player
from checker import check_bytes
from core.errors import Forbidden, Refused, Stale
from matches.models import Match, Member
from records.export import record_lines
from records.importing.record import restore_record
from tests.acts import Moments, assert_sound, line_types
from tests.cast import ana, bruno, caio, drawn, duda, finished, fresh
from tests.records.book import chained
from tournaments.draw.publish import withdraw_draw
from tournaments.models import Penalty, Tournament
from tournaments.penalties import (
    LONGEST,
    digest_of,
    entered_people,
    give_penalty,
    penalties_of,
    withdraw_penalty,
)
from tournaments.privacy import own_data

pytestmark = pytest.mark.django_db
WHY = "Caio do Rio jogou devagar."


def code_of(tournament: Tournament, player: Player) -> str:
    member = Member.objects.get(entry__ledger=tournament.ledger_id, persona__player=player)
    return member.persona.code


def given(tournament: Tournament, clock: Moments, **chosen: Any) -> Penalty:
    facts = {"person": code_of(tournament, caio()), "kind": "caution", "reason": WHY, "by": bruno()}
    return give_penalty(tournament, **{**facts, **chosen}, now=next(clock))


@pytest.mark.parametrize("kind", ["", "x", "CAUTION"])
def test_an_unknown_kind_is_refused_and_nothing_recorded(clock: Moments, kind: str) -> None:
    tournament = drawn(8)
    before = fresh(tournament).ledger.head_seq
    with pytest.raises(Refused) as refused:
        given(tournament, clock, kind=kind, reason=" ")
    assert {found.code for found in refused.value.violations} == {"penalty_kind_unknown", "reason_missing"}
    assert not Penalty.objects.exists()
    assert fresh(tournament).ledger.head_seq == before


def test_the_record_says_that_there_was_one_and_neither_whose_nor_why(clock: Moments) -> None:
    tournament = drawn(8)
    row = given(tournament, clock)
    assert line_types(tournament, 1) == ["penalty.noted"]
    last = json.loads(list(record_lines(tournament))[-1])
    assert last["data"] == {"penalty": row.code, "what": "caution", "hash": row.sha256}
    person = code_of(tournament, caio())
    assert person not in json.dumps(last)
    assert row.salt is not None
    assert row.sha256 == digest_of(row.salt, person, WHY)
    withdraw_penalty(tournament, code=row.code, by=ana(), now=next(clock))
    assert line_types(tournament, 1) == ["penalty.withdrawn"]
    assert_sound(tournament)
    assert check_bytes("".join(record_lines(tournament)).encode()) == []


def test_it_may_name_a_match_of_theirs_which_the_record_does_not_say(clock: Moments) -> None:
    tournament = drawn(8)
    theirs = Match.objects.get(ledger=tournament.ledger_id, seats__persona__player=caio())
    other = Match.objects.filter(ledger=tournament.ledger_id).exclude(pk=theirs.pk)[0]
    row = given(tournament, clock, match=theirs.code)
    shown = penalties_of(tournament)[0].match
    assert shown is not None
    assert (row.match, shown.code, shown.is_final) == (theirs, theirs.code, False)
    assert theirs.code not in list(record_lines(tournament))[-1]
    for code in (other.code, "mnothere"):
        with pytest.raises(Refused) as refused:
            given(tournament, clock, match=code)
        assert [violation.code for violation in refused.value.violations] == ["penalty_other_match"]
    assert Penalty.objects.count() == 1
    withdraw_draw(tournament, reason="de novo", by=ana(), now=next(clock))
    assert penalties_of(tournament)[0].match is None


def test_former_ones_of_a_person_are_told_in_the_order_of_the_day(clock: Moments) -> None:
    tournament = drawn(8)
    given(tournament, clock)
    given(tournament, clock, kind="warning", reason="De novo.")
    other = next(one.code for one in entered_people(tournament) if one.player != caio())
    given(tournament, clock, person=other)
    mine = penalties_of(tournament, code_of(tournament, caio()))
    assert [(row.kind, row.reason, row.by) for row in mine] == [
        ("caution", WHY, "Bruno Juiz"), ("warning", "De novo.", "Bruno Juiz"),
    ]  # fmt: skip
    assert len(penalties_of(tournament)) == 3


@pytest.mark.parametrize("kind", ["game_loss", "disqualification"])
def test_what_weighs_is_the_coordinators(kind: str, clock: Moments) -> None:
    tournament = drawn(8)
    with pytest.raises(Forbidden):
        given(tournament, clock, kind=kind)
    assert given(tournament, clock, kind=kind, by=ana()).kind == kind
    for who in (caio(), duda()):
        with pytest.raises(Forbidden):
            given(tournament, clock, by=who)


def test_what_is_missing_is_told_at_once(clock: Moments) -> None:
    tournament = drawn(8)
    with pytest.raises(Refused) as refused:
        given(tournament, clock, person="p000", reason=" ")
    assert {found.code for found in refused.value.violations} == {"reason_missing", "not_entered_here"}
    with pytest.raises(Refused) as refused:
        given(tournament, clock, reason="x" * (LONGEST + 1))
    assert [found.code for found in refused.value.violations] == ["text_too_long"]
    assert not Penalty.objects.exists()


def test_it_is_taken_back_by_the_coordinator_once_and_stays_in_the_ledger(clock: Moments) -> None:
    tournament = drawn(8)
    row = given(tournament, clock)
    with pytest.raises(Forbidden):
        withdraw_penalty(tournament, code=row.code, by=bruno(), now=next(clock))
    withdraw_penalty(tournament, code=row.code, by=ana(), now=next(clock))
    head = fresh(tournament).ledger.head_seq
    withdraw_penalty(tournament, code=row.code, by=ana(), now=next(clock))
    assert fresh(tournament).ledger.head_seq == head
    assert [found.withdrawn_at is None for found in penalties_of(tournament)] == [False]
    with pytest.raises(Refused):
        withdraw_penalty(tournament, code="f000", by=ana(), now=next(clock))


def test_a_finished_tournament_takes_none(clock: Moments) -> None:
    tournament = finished(8)
    with pytest.raises(Stale):
        given(tournament, clock)


def test_who_is_forgotten_leaves_no_name_and_no_reason_of_their_own(clock: Moments) -> None:
    tournament = drawn(8)
    theirs = Match.objects.get(ledger=tournament.ledger_id, seats__persona__player=caio()).code
    mine = given(tournament, clock, match=theirs)
    other = next(one.code for one in entered_people(tournament) if one.player != caio())
    about = given(tournament, clock, person=other, reason="Discutiu com Caio do Rio.")
    told = own_data(caio(), next(clock))["tournaments"]
    assert isinstance(told, list)
    assert [(one["reason"], one["match"]) for one in told[0]["penalties"]] == [(WHY, theirs)]
    anonymise(caio())
    mine.refresh_from_db()
    about.refresh_from_db()
    assert (mine.reason, mine.salt, mine.match) == (None, None, None)
    assert about.reason is not None
    assert "Caio" not in about.reason
    assert about.reason.startswith("Discutiu com Anônimo")


def test_an_import_knows_that_there_was_one(clock: Moments, tmp_path: Path) -> None:
    path = tmp_path / "a.record.jsonl"
    with transaction.atomic():
        tournament = drawn(8)
        withdrawn, stands = given(tournament, clock), given(tournament, clock, kind="warning")
        withdraw_penalty(tournament, code=withdrawn.code, by=ana(), now=next(clock))
        path.write_text("".join(record_lines(tournament)), encoding="utf-8")
        transaction.set_rollback(True)
    copy = restore_record(path, names={}, owner=None, now=next(clock))
    found = {row.code: row for row in Penalty.objects.filter(tournament=copy)}
    assert found.keys() == {withdrawn.code, stands.code}
    assert found[withdrawn.code].withdrawn_at is not None
    assert found[stands.code].withdrawn_at is None
    assert [(row.name, row.reason) for row in penalties_of(copy)] == [(None, None), (None, None)]
    assert "".join(record_lines(copy)) == path.read_text(encoding="utf-8")


# --- the checker ---------------------------------------------------------------------------------------

Bodies = list[dict[str, Any]]


def _noted(bodies: Bodies) -> dict[str, Any]:
    return next(body for body in bodies if body["type"] == "penalty.noted")


def _twice(bodies: Bodies) -> None:
    line = _noted(bodies)
    bodies.insert(bodies.index(line), line)


def _unknown(bodies: Bodies) -> None:
    _noted(bodies)["data"]["penalty"] = "fother"


def _back_twice(bodies: Bodies) -> None:
    bodies.append(bodies[-1])


def _heavy_by_a_judge(bodies: Bodies) -> None:
    _noted(bodies)["data"]["what"] = "game_loss"


def _kind(bodies: Bodies) -> None:
    _noted(bodies)["data"]["what"] = "scolding"


def _bare(bodies: Bodies) -> None:
    _noted(bodies)["data"]["hash"] = "caution"


def _told(bodies: Bodies) -> None:
    _noted(bodies)["data"]["person"] = "p123"


def _back_by_a_judge(bodies: Bodies) -> None:
    bodies[-1]["by"] = _noted(bodies)["by"]


FAULTS: dict[str, tuple[Callable[[Bodies], None], str]] = {
    "given twice": (_twice, "penalty"),
    "never given": (_unknown, "penalty"),
    "taken back twice": (_back_twice, "penalty"),
    "heavy, by a judge": (_heavy_by_a_judge, "author"),
    "of no kind": (_kind, "shape"),
    "with its person": (_told, "shape"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_wrong_is_found(name: str, clock: Moments) -> None:
    change, rule = FAULTS[name]
    assert rule in _altered(change, clock)


@pytest.mark.parametrize("change", [_bare, _back_by_a_judge])
def test_a_hash_is_one_and_a_judge_takes_nothing_back(
    change: Callable[[Bodies], None], clock: Moments
) -> None:
    assert _altered(change, clock)


def _altered(change: Callable[[Bodies], None], clock: Moments) -> set[str]:
    """The rules that the checker names."""
    tournament = drawn(8)
    row = given(tournament, clock)
    withdraw_penalty(tournament, code=row.code, by=ana(), now=next(clock))
    bodies: Bodies = [json.loads(line) for line in record_lines(tournament)]
    change(bodies)
    return {found.rule for found in check_bytes(chained(bodies))}
