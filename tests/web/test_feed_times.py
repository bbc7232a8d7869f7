"""`updated` of a feed's entry is the time of the latest record line that changed what the entry says."""

import xml.etree.ElementTree as ET
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from matches.models import PhysicalTable
from scheduling.dispatcher import place_match
from tests.acts import Moments, at, won
from tests.cast import START, ana, announced, drawn, fresh, plain_win
from tests.web.test_embed import ATOM, feed_at
from tournaments.corrections.correct import correct_sheet
from tournaments.models import Tournament
from tournaments.rules_of import facts_of
from tournaments.setup.create import change_tournament

pytestmark = pytest.mark.django_db


def entry(tournament: Tournament, title: str) -> ET.Element:
    entries = feed_at(fresh(tournament)).iter(f"{ATOM}entry")
    return next(one for one in entries if one.findtext(f"{ATOM}title") == title)


def updated(tournament: Tournament, title: str) -> datetime:
    return datetime.fromisoformat(entry(tournament, title).findtext(f"{ATOM}updated") or "")


def summary(tournament: Tournament, title: str) -> str:
    return entry(tournament, title).findtext(f"{ATOM}summary") or ""


def changed(tournament: Tournament, now: datetime, **facts: Any) -> Tournament:
    new = replace(facts_of(tournament), **facts)
    change_tournament(tournament, facts=new, by=ana(), now=now)
    return fresh(tournament)


def test_a_new_date_is_changed_by_the_date_alone(clock: Moments) -> None:
    tournament = changed(announced(), next(clock), starts_at=START + timedelta(days=7))
    before = updated(tournament, "New date")
    tournament = changed(tournament, next(clock), entry_fee=2500)
    assert updated(tournament, "New date") == before
    assert updated(tournament, "Come and play") > before
    told = summary(tournament, "New date")
    tournament = changed(tournament, next(clock), venue="Clube do Ingá")
    assert (updated(tournament, "New date"), summary(tournament, "New date")) == (before, told)
    changed(tournament, next(clock), starts_at=START + timedelta(days=8))
    assert updated(tournament, "New date") > before


def test_results_of_a_round_are_changed_by_a_correction_that_changes_a_place(clock: Moments) -> None:
    tournament, title = drawn(4, table_high=2), "Semifinals: results"
    match = won(tournament, 1, 1, clock)
    won(tournament, 1, 2, clock)
    before, told = updated(tournament, title), summary(tournament, title)
    sheet = plain_win(match, 1)
    lines = tuple(line if line.counts else replace(line, counts={"intact": 1}) for line in sheet.lines)
    counted = replace(sheet, lines=lines)
    correct_sheet(match, sheet=counted, reason="x", by=ana(), now=next(clock), remedies={})
    assert (updated(tournament, title), summary(tournament, title)) == (before, told)
    now = next(clock)
    correct_sheet(at(tournament, 1, 1), sheet=plain_win(match, 2), reason="x", by=ana(), now=now, remedies={})
    assert updated(tournament, title) == now
    assert summary(tournament, title) != told


def test_tables_of_a_round_are_changed_by_each_call_and_not_by_an_end(clock: Moments) -> None:
    tournament, title = drawn(8, table_high=2), "Round 1: tables called"
    tables, now = PhysicalTable.objects.filter(ledger=tournament.ledger_id), timezone.now()
    place_match(at(tournament, 1, 1), table=tables[0], by=ana(), now=now)
    first = summary(tournament, title)
    assert updated(tournament, title) == now
    place_match(at(tournament, 1, 2), table=tables[1], by=ana(), now=now + timedelta(minutes=5))
    both, last = summary(tournament, title), updated(tournament, title)
    assert both != first
    assert last == now + timedelta(minutes=5)
    won(tournament, 1, 1, clock)
    assert (updated(tournament, title), summary(tournament, title)) == (last, both)
