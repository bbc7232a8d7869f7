"""Home and season, which show all tournaments together, are cached too."""

import pytest
from django.db import connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.services import rename
from matches.models import Match
from tests.cast import ana, announced, browser, caio, created, drawn, duda, finished, fresh, played, running
from tests.web.cached import address, read
from tournaments.endings import archive, cancel, put_back, take_down
from tournaments.models import OVER, State, Tournament
from tournaments.setup.heads import head_of_all, head_of_seasons
from tournaments.setup.listing import STILL_TOLD
from tournaments.standings.finish import reopen
from web.standings import season as season_page

pytestmark = pytest.mark.django_db


@pytest.mark.F44
def test_home_has_what_was_announced_drawn_and_finished_at_once() -> None:
    home = reverse("home")
    assert "<article" not in read(browser(), home)
    seen = set()
    for state in (announced, drawn, running, finished):
        tournament = state()
        page = read(browser(), home)
        assert reverse("tournament", args=[tournament.slug]) in page
        seen.add(page)
    assert len(seen) == 4


@pytest.mark.F44
def test_the_season_is_new_when_a_tournament_is_finished_and_when_it_is_reopened() -> None:
    url, client = reverse("season", args=["chama", 2026]), browser()
    empty = read(client, url)
    tournament = finished(ranked=True)
    champion = tournament.placings.get(place=1).entry.members.get().persona.player
    assert champion.name in read(client, url)
    reopen(tournament, reason="a doubt", by=ana(), now=timezone.now())
    assert read(client, url) == empty


@pytest.mark.F44
def test_a_new_name_is_in_the_season_at_once() -> None:
    tournament = finished(ranked=True)
    url = address(tournament, "season")
    champion = tournament.placings.get(place=1).entry.members.get().persona.player
    assert champion.name in read(browser(), url)
    rename(champion, name="Outra Pessoa")
    assert "Outra Pessoa" in read(browser(), url)


@pytest.mark.F44
def test_home_and_season_know_at_once_what_was_cancelled_archived_or_taken_down() -> None:
    home, tournament = reverse("home"), finished(ranked=True)
    season, url = address(tournament, "season"), reverse("tournament", args=[tournament.slug])
    assert url in read(browser(), home)
    take_down(tournament, reason="x", now=timezone.now())
    assert url not in read(browser(), home)
    champion = tournament.placings.get(place=1).entry.members.get().persona.player
    assert champion.name in read(browser(), season)
    rename(champion, name="Outra Pessoa")
    assert "Outra Pessoa" in read(browser(), season)
    put_back(tournament, now=timezone.now())
    assert url in read(browser(), home)
    archive(tournament, by=ana(), now=timezone.now())
    assert url not in read(browser(), home)
    called_off = announced(name="Serrano", starts_at=None)
    assert "Serrano" in read(browser(), home)
    cancel(called_off, reason="A luz acabou.", by=ana(), now=timezone.now())
    assert "A luz acabou." in read(browser(), home)
    assert "Past tournaments" not in read(browser(), home)
    Tournament.objects.filter(pk=called_off.pk).update(cancelled_at=timezone.now() - STILL_TOLD)
    assert "Past tournaments" in read(browser(), home)


def test_a_result_makes_no_new_home(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    tournament = running()
    home = read(browser(), reverse("home"))
    played(Match.objects.filter(ledger=tournament.ledger, state="playing")[0])
    with django_assert_max_num_queries(3):
        assert read(browser(), reverse("home")) == home


def test_what_somebody_looks_for_is_kept_for_nobody() -> None:
    announced()
    url = f"{reverse('home')}?busca=chama"
    assert "public" not in browser().get(url).get("Cache-Control", "")


def test_a_season_of_many_is_shown_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(season_page, "A_PAGE", 5)
    url = address(finished(ranked=True), "season")
    first, second = read(browser(), url), read(browser(), f"{url}?pagina=2")
    assert first.count('<th scope="row">') == 5
    assert 0 < second.count('<th scope="row">') <= 3
    assert 'rel="next"' in first
    assert 'rel="prev"' in second
    assert 'rel="prev"' in read(browser(), f"{url}?pagina=99999")


# --- the queries by hand -------------------------------------------------------------------------------


@pytest.mark.F44
def test_the_heads_of_all_are_what_the_models_say() -> None:
    running(), created(), finished(ranked=True)
    called_off, away, hidden = announced(name="A"), finished(name="B", ranked=True), finished(name="C")
    cancel(called_off, reason="x", by=ana(), now=timezone.now())
    archive(fresh(away), by=ana(), now=timezone.now())
    take_down(hidden, reason="x", now=timezone.now())
    rename(caio(), name="Outro Nome")
    public = Q(announced_at__isnull=False) | ~Q(state=State.PREPARING)
    for head, among in (
        (head_of_all(timezone.now()), Tournament.objects.filter(public)),
        (head_of_seasons(), Tournament.objects.filter(state=State.FINISHED, ranked=True)),
    ):
        rows = list(among.select_related("ledger"))
        assert len(rows) > 1
        over = [row for row in rows if row.state in OVER]
        assert head.version.seq == sum(row.changed_seq for row in rows)
        assert head.version.unrecorded == sum(row.ledger.unrecorded for row in over) > 0


@pytest.mark.F44
def test_each_thing_that_home_shows_of_what_comes_moves_its_head() -> None:
    tournament, now = announced(), timezone.now()
    heads = {head_of_all(now).hash}
    for field, value in (
        ("title", "Outro"), ("venue", "Outra"), ("starts_at", now),
    ):  # fmt: skip
        Tournament.objects.filter(pk=tournament.pk).update(**{field: value})
        heads.add(head_of_all(now).hash)
    assert len(heads) == 4


# --- with an account -----------------------------------------------------------------------------------


@pytest.mark.F44
def test_who_is_signed_in_shares_what_is_over_at_once_and_sees_their_own_that_was_taken_down() -> None:
    home, tournament = reverse("home"), finished(ranked=True)
    url = reverse("tournament", args=[tournament.slug])
    readers = [browser(), browser(duda()), browser(ana())]
    assert all(url in read(reader, home) for reader in readers)
    take_down(tournament, reason="x", now=timezone.now())
    assert [url in read(reader, home) for reader in readers] == [False, False, True]
    put_back(tournament, now=timezone.now())
    assert all(url in read(reader, home) for reader in readers)
    archive(fresh(tournament), by=ana(), now=timezone.now())
    assert not any(url in read(reader, home) for reader in readers)


def test_what_is_over_is_drawn_once_for_all_who_are_signed_in() -> None:
    for name in "ABC":
        finished(name=name)
    first = read(browser(duda()), reverse("home"))
    with CaptureQueriesContext(connection) as queries:
        second = read(browser(caio()), reverse("home"))
    assert first.count("<article") == second.count("<article") == 3
    assert not any("COALESCE" in query["sql"] for query in queries)  # the order of what is over
