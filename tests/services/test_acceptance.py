"""What an account publishes first waits for an administrator, where the site wants that."""

from datetime import datetime, timedelta

import pytest
from django.conf import LazySettings

from accounts.models import Player, User
from core.errors import Forbidden, Stale
from tests.cast import START, ana, announced, bruno, caio, created, duda, finished, fresh
from tournaments.draw.publish import publish_draw, withdraw_draw
from tournaments.endings import take_down
from tournaments.entries.check_in import check_in_all
from tournaments.entries.enter import import_entries
from tournaments.finding import find_tournament, hidden_of, visible_tournaments
from tournaments.inputs import NewEntry
from tournaments.models import Tournament
from tournaments.setup.acceptance import accept_tournament
from tournaments.setup.announce import publish_announcement
from tournaments.setup.heads import head_of, head_of_all
from tournaments.standings.selectors import events_without_points, season_events, seasons

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _waiting(settings: LazySettings) -> None:
    settings.FIRST_TOURNAMENTS_WAIT = True


def seen_by(tournament: Tournament, person: Player | None) -> bool:
    """Whether somebody finds it at its address, and in the lists: always both."""
    is_listed = tournament in visible_tournaments(person)
    if is_listed:
        assert find_tournament(tournament.slug, person) == tournament
        return True
    with pytest.raises(Forbidden, match="not_found"):
        find_tournament(tournament.slug, person)
    return False


def accepted(tournament: Tournament) -> Tournament:
    """The same, once an administrator looked."""
    return accept_tournament(tournament, by="root", now=START)


def test_the_first_is_seen_by_its_staff_alone_until_it_is_accepted() -> None:
    tournament = announced()
    everybody = head_of_all(START).hash
    strangers = (None, caio(), duda())
    assert [seen_by(tournament, person) for person in (*strangers, ana(), bruno())] == [False] * 3 + [
        True
    ] * 2
    head, version = head_of(tournament.slug), fresh(tournament).ledger.version
    assert head is not None
    assert (head.is_public, hidden_of(ana()).is_taken_down, tournament.is_public) == (False, True, False)
    tournament = accepted(tournament)
    assert [seen_by(tournament, person) for person in strangers] == [True] * 3
    assert fresh(tournament).ledger.version > version
    assert head_of_all(START).hash != everybody
    with pytest.raises(Stale, match="not_waiting"):
        accepted(tournament)


def test_what_follows_an_accepted_one_does_not_wait_and_another_account_does() -> None:
    first, second = announced(), announced(name="Outro")
    assert second.unaccepted_since is not None
    accepted(first)
    assert seen_by(announced(name="Mais um"), None)
    assert not seen_by(fresh(second), None)


def test_it_waits_where_what_was_accepted_was_taken_down() -> None:
    take_down(accepted(announced()), reason="Propaganda.", now=START)
    assert not seen_by(announced(name="Outro"), None)


def drawn_without_announcement() -> Tournament:
    """It is published by its draw."""
    tournament = created()
    rows = [NewEntry((f"Jogador {number}",)) for number in range(8)]
    import_entries(tournament, entries=rows, by=ana(), now=START)
    check_in_all(tournament, by=bruno(), now=START)
    return drawn_again(tournament, START)


def drawn_again(tournament: Tournament, now: datetime) -> Tournament:
    """Its draw is published, the first or the next one."""
    publish_draw(fresh(tournament), by=ana(), now=now)
    return fresh(tournament)


def without_draw(tournament: Tournament) -> Tournament:
    """Its draw was withdrawn."""
    withdraw_draw(tournament, reason="Engano.", by=ana(), now=START)
    return fresh(tournament)


def test_who_publishes_by_the_draw_waits_too_and_taking_it_back_changes_nothing() -> None:
    tournament = drawn_without_announcement()
    assert not seen_by(tournament, None)
    assert not seen_by(without_draw(tournament), None)
    assert fresh(tournament).unaccepted_since == START
    tournament = drawn_again(tournament, START + timedelta(hours=1))
    assert not seen_by(tournament, None)
    assert tournament.unaccepted_since == START


@pytest.mark.parametrize("early", [True, False])
def test_what_was_accepted_does_not_wait_once_more_after_its_draw_was_withdrawn(early: bool) -> None:
    tournament = drawn_without_announcement()
    tournament = without_draw(accepted(tournament)) if early else accepted(without_draw(tournament))
    assert not seen_by(tournament, None)
    assert seen_by(drawn_again(tournament, START), None)
    without_draw(tournament)
    publish_announcement(fresh(tournament), text="Venha.", channel="mural", by=ana(), now=START)
    assert seen_by(fresh(tournament), None)


def test_what_was_published_before_the_site_wanted_it_is_accepted_after_its_draw_too(
    settings: LazySettings,
) -> None:
    settings.FIRST_TOURNAMENTS_WAIT = False
    tournament = without_draw(drawn_without_announcement())
    settings.FIRST_TOURNAMENTS_WAIT = True
    assert seen_by(drawn_again(tournament, START), None)


def test_administrators_do_not_wait() -> None:
    ana()
    User.objects.filter(username="ana").update(is_staff=True)
    assert seen_by(announced(), None)


def test_a_simulation_does_not_wait_and_makes_nobody_known() -> None:
    simulated = Tournament.objects.get(pk=created().pk)
    simulated.simulated = True
    simulated.save(update_fields=["simulated"])
    publish_announcement(simulated, text="Demonstração.", channel="demo", by=ana(), now=START)
    assert seen_by(fresh(simulated), None)
    assert not seen_by(announced(name="Outro"), None)


def test_nobody_waits_where_the_site_does_not_want_it(settings: LazySettings) -> None:
    settings.FIRST_TOURNAMENTS_WAIT = False
    assert seen_by(announced(), None)
    settings.FIRST_TOURNAMENTS_WAIT = True
    assert seen_by(announced(name="Outro"), None)


def test_a_season_counts_it_once_it_is_accepted(settings: LazySettings) -> None:
    settings.FIRST_TOURNAMENTS_WAIT = False
    tournament = finished(ranked=True)
    Tournament.objects.filter(pk=tournament.pk).update(unaccepted_since=START)
    there = (tournament.game, tournament.year)
    assert (list(season_events(*there)), seasons(), events_without_points(*there)) == ([], [], [])
    accepted(tournament)
    assert tournament in [*season_events(*there), *events_without_points(*there)]
    assert seasons()
