"""A club that is renamed or deleted while a tournament goes on: draw, record and people stay of one mind."""

import random

import pytest
from django.utils import timezone

from accounts.models import Club
from matches.models import Entry, Match
from tests.acts import assert_sound
from tests.cast import START, ana, announced, bruno, checked_in, fresh
from tests.swiss import swiss, win_all
from tournaments.departures.join_stage import join_between_rounds
from tournaments.draw.publish import publish_draw
from tournaments.draw.rounds import draw_round
from tournaments.entries.change import EntryChange, change_entry
from tournaments.entries.check_in import check_in_all
from tournaments.entries.enter import import_entries
from tournaments.inputs import NewEntry
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def of_two_clubs() -> Tournament:
    """Three of Maré, two of Rocinha and one of no club are entered."""
    tournament = announced(table_low=2, table_high=2)
    clubs = ["Maré", "Maré", "Maré", "Rocinha", "Rocinha", ""]
    rows = [NewEntry((f"Jogador {number}",), club=club) for number, club in enumerate(clubs)]
    import_entries(tournament, entries=rows, by=ana(), now=START)
    return fresh(tournament)


def draw_apart(tournament: Tournament, seed: int) -> list[list[str]]:
    """The clubs that meet in round 1."""
    check_in_all(tournament, by=bruno(), now=START)
    publish_draw(fresh(tournament), apart=True, seed=seed, by=ana(), now=START, rng=random.Random(seed))
    matches = Match.objects.filter(ledger=tournament.ledger_id, round=1).order_by("number")
    clubs = {e.pk: e.club.name if e.club else "" for e in Entry.objects.select_related("club")}
    return [[clubs[side.entry_id] for side in match.sides.all() if side.entry_id] for match in matches]


@pytest.mark.parametrize("seed", [1, 2])
def test_a_late_mate_of_a_renamed_club_is_kept_apart_and_the_record_agrees(seed: int) -> None:
    tournament = of_two_clubs()
    Club.objects.filter(name="Maré").update(name="Complexo da Maré")
    late = [NewEntry(("Atrasado",), club="Complexo da Maré"), NewEntry(("Outro",))]
    import_entries(tournament, entries=late, by=ana(), now=START)
    met = draw_apart(tournament, seed)
    assert ["Complexo da Maré"] * 2 not in met
    assert_sound(tournament)


def test_a_deleted_club_is_no_longer_kept_apart_and_the_record_agrees() -> None:
    tournament = of_two_clubs()
    others = [NewEntry((f"Outro {number}",), club="Rocinha") for number in range(2)]
    import_entries(tournament, entries=others, by=ana(), now=START)
    Club.objects.get(name="Maré").delete()
    assert ["Rocinha"] * 2 not in draw_apart(tournament, seed=4)
    assert_sound(tournament)


def test_a_late_mate_in_swiss_rounds_is_of_the_renamed_club_and_the_record_agrees() -> None:
    stages = swiss(3, 0, apart=True)
    tournament = checked_in(8, stages=stages, table_low=2, table_high=2)
    for entry in Entry.objects.filter(ledger=tournament.ledger_id, number__lte=3):
        change_entry(entry, change=EntryChange(club="Maré"), by=ana(), now=START)
    publish_draw(tournament, by=ana(), now=timezone.now())
    win_all(tournament)
    Club.objects.filter(name="Maré").update(name="Complexo da Maré")
    late = NewEntry(("Atrasado",), club="Complexo da Maré")
    join_between_rounds(fresh(tournament), entry=late, reason="Ônibus", by=ana(), now=timezone.now())
    draw_round(fresh(tournament), by=ana(), now=timezone.now())
    assert tournament.ledger.lines.filter(type="entry.changed").count() == 3 + 3
    assert_sound(tournament)
