"""Who is meant by a name that an organizer types: somebody they met, where only one of those has it."""

import pytest
from django.db.models.signals import post_init

from accounts.models import Player
from accounts.names import short_name
from tests import cast
from tournaments.entries.known_players import known_players
from tournaments.inputs import NewEntry
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def met(tournament: Tournament, *names: str) -> list[Player]:
    """People whom Ana entered somewhere before."""
    return [Player.objects.create(name=name, added_by=cast.ana().user) for name in names]


def meant(tournament: Tournament, name: str) -> Player | None:
    """The only candidate for a name; None if there are none, or several."""
    entry = NewEntry(names=(name,))
    found = known_players(tournament, [entry]).candidates(entry, 0)
    return found[0] if len(found) == 1 else None


def test_a_name_that_only_one_has_is_that_person_in_whatever_case() -> None:
    tournament = cast.created()
    (jose,) = met(tournament, "José da Silva")
    assert meant(tournament, "  josé  DA silva ") == jose
    assert meant(tournament, "Jose da Silva") == jose


def test_a_name_that_two_have_is_nobody() -> None:
    tournament = cast.created()
    met(tournament, "Rui Sá", "RUI SÁ")
    assert meant(tournament, "Rui Sá") is None


def test_two_whose_names_differ_by_an_accent_are_told_apart_by_no_spelling() -> None:
    tournament = cast.created()
    met(tournament, "Inês Rocha", "Ines Rocha")
    assert meant(tournament, "Inês Rocha") is None


def test_a_minor_is_found_by_the_whole_name() -> None:
    tournament = cast.created()
    (minor,) = met(tournament, short_name("Zoé Prado Lima"))
    Player.objects.filter(pk=minor.pk).update(is_minor=True)
    assert meant(tournament, "Zoé Prado Lima") == meant(tournament, "zoé lima") == minor
    assert meant(tournament, "Zoe Lima") == minor


def test_whose_name_is_not_folded_yet_is_found_too() -> None:
    tournament = cast.created()
    (lia,) = met(tournament, "Lia Costa")
    Player.objects.filter(pk=lia.pk).update(folded=None)
    assert meant(tournament, "Lia Costa") == lia


def test_who_met_thousands_reads_those_of_that_name_alone() -> None:
    tournament, read = cast.created(), []
    met(tournament, *(f"Pessoa {number}" for number in range(50)))

    def note(instance: Player, **_: object) -> None:
        read.append(instance)

    post_init.connect(note, sender=Player)
    try:
        assert meant(tournament, "Pessoa 7") is not None
    finally:
        post_init.disconnect(note, sender=Player)
    assert [player.name for player in read] == ["Pessoa 7"]


def test_whom_other_organizers_met_is_nobody_here() -> None:
    tournament = cast.created()
    Player.objects.create(name="Ivo Reis", added_by=cast.duda().user)
    assert meant(tournament, "Ivo Reis") is None
