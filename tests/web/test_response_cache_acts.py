"""After each act that takes something back, nothing old is shown; two processes never go back in time."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.erasing import anonymise
from accounts.models import Player
from accounts.services import rename
from core.cache.response_cache import response_cache
from core.versions import Version
from matches.models import Entry, Match, Member
from tests.cast import START, ana, browser, bruno, drawn, duda, finished, fresh, plain_win, played, running
from tests.web.cached import HTMX, LANGUAGES, PAGES, address, read
from tests.web.corrected import won
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.undo import undo_correction
from tournaments.departures.withdraw import withdraw
from tournaments.endings import put_back, take_down
from tournaments.match_views import match_cache, versioned_cache
from tournaments.models import Correction, Tournament
from tournaments.standings.finish import reopen

pytestmark = [pytest.mark.django_db, pytest.mark.F44]
LOCAL = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
TOKEN = re.compile(r'name="(csrfmiddlewaretoken|report)" value="[^"]+"')


def shown(tournament: Tournament) -> dict[tuple[str, str], str]:
    """Every page in both languages."""
    return {
        (name, language): read(browser(language=language), address(tournament, name))
        for name in PAGES
        for language in LANGUAGES
    }


def shown_to(who: Player, tournament: Tournament) -> dict[str, str]:
    """Every page as this person sees it, without the tokens that each form has of its own."""
    pages = {name: read(browser(who), address(tournament, name)) for name in PAGES}
    return {name: TOKEN.sub("", page) for name, page in pages.items()}


def forget_everything() -> None:
    response_cache.clear()
    match_cache.clear()
    versioned_cache.clear()


def corrected(tournament: Tournament) -> None:
    match = Match.objects.get(ledger=tournament.ledger, round=1, number=1)
    correct_sheet(match, sheet=plain_win(match, 2), reason="x", by=ana(), now=START)


def undone(tournament: Tournament) -> None:
    corrected(tournament)
    shown(tournament)
    undo_correction(Correction.objects.get(), reason="x", by=ana(), now=START)


def somebody_left(tournament: Tournament) -> None:
    entry = Entry.objects.filter(ledger=tournament.ledger).order_by("-number")[0]
    withdraw(entry, reason="x", by=ana(), now=START)


def reopened(tournament: Tournament) -> None:
    reopen(tournament, reason="x", by=ana(), now=timezone.now())


def somebody(tournament: Tournament) -> Any:
    return Member.objects.filter(entry__ledger=tournament.ledger).order_by("-pk")[0].persona.player


def renamed(tournament: Tournament) -> None:
    rename(somebody(tournament), name="Outro Nome")


def erased(tournament: Tournament) -> None:
    anonymise(somebody(tournament))


def began() -> Tournament:
    tournament = drawn(8, table_high=2)
    won(tournament, (1, 1))
    return tournament


ACTS = pytest.mark.parametrize(
    ("made", "act", "moved"),
    [
        (began, corrected, "bracket"),
        (began, undone, "match"),
        (began, somebody_left, "entries"),
        (finished, reopened, "standing"),
        (running, renamed, "bracket"),
        (running, erased, "entries"),
    ],
    ids=["corrected", "undone", "withdrawn", "reopened", "renamed", "erased"],
)


@ACTS
def test_what_was_taken_back_is_on_no_page_in_either_language(
    made: Callable[[], Tournament], act: Callable[[Tournament], None], moved: str
) -> None:
    tournament = made()
    before = shown(tournament)
    act(fresh(tournament))
    after = shown(tournament)
    forget_everything()
    assert shown(tournament) == after
    for language in LANGUAGES:
        assert after[moved, language] != before[moved, language]


@ACTS
@pytest.mark.parametrize("who", [ana, bruno, duda], ids=["coordinator", "judge", "nobody in it"])
def test_whoever_is_signed_in_sees_it_at_once_as_if_nothing_were_kept(
    who: Callable[[], Player], made: Callable[[], Tournament], act: Callable[[Tournament], None], moved: str
) -> None:
    tournament = made()
    before = shown_to(who(), tournament)
    act(fresh(tournament))
    after = shown_to(who(), tournament)
    forget_everything()
    assert shown_to(who(), tournament) == after
    assert after[moved] != before[moved]


def test_the_old_name_of_somebody_erased_or_renamed_is_nowhere() -> None:
    tournament = running()
    for act in (renamed, erased):
        old = somebody(tournament).name
        assert any(f">{old}<" in page for page in shown(tournament).values())
        act(tournament)
        assert not any(f">{old}<" in page for page in shown(tournament).values())


@pytest.mark.parametrize("name", PAGES)
def test_what_was_taken_down_is_gone_and_comes_back_as_it_is_by_then(name: str) -> None:
    tournament = running()
    url = address(tournament, name)
    read(browser(), url)
    take_down(tournament, reason="x", now=timezone.now())
    assert browser().get(url).status_code == 410
    renamed(tournament)
    put_back(fresh(tournament), now=timezone.now())
    back = read(browser(), url)
    forget_everything()
    assert read(browser(), url) == back


# --- two processes ------------------------------------------------------------------------------------


class Process:
    """A web process with caches of its own; of a shared cache only the name is the same."""

    def __init__(self, name: str, shared: str) -> None:
        self._caches = {
            "default": {**LOCAL, "LOCATION": shared or name},
            "local": {**LOCAL, "LOCATION": name},
        }

    def answers(self, settings: LazySettings) -> None:
        """From now on requests come to this process."""
        settings.CACHES = self._caches
        match_cache.clear()
        versioned_cache.clear()


def _heard_by(process: Process, url: str, tournament: Tournament, settings: LazySettings) -> None:
    """A result, of which this process hears by a judge who looks."""
    playing = Match.objects.filter(ledger=tournament.ledger, state="playing").first()
    if playing is not None:
        played(playing)
    process.answers(settings)
    browser(bruno()).get(f"{url}?seq=1", headers=HTMX)


@pytest.mark.parametrize("shared", ["all", ""], ids=["one cache", "a cache each"])
@pytest.mark.parametrize("name", ["bracket", "standing", "tournament", "hall"])
def test_who_goes_from_one_process_to_the_other_never_sees_an_older_version(
    name: str, shared: str, settings: LazySettings
) -> None:
    tournament, one, other = running(), Process("one", shared), Process("other", shared)
    url, client, seen = address(tournament, name), browser(), Version(0)
    tag = ""
    for _ in range(4):
        for process in (one, other, other, one):
            process.answers(settings)
            answer = client.get(url, headers={"if-none-match": tag} if tag else {})
            tag = answer["ETag"]
            version = Version.read(tag.strip('"').partition("-")[0])
            assert version is not None
            assert version >= seen
            seen = version
            poll = client.get(f"{url}?seq={seen}", headers=HTMX)
            assert poll.status_code == 204 or f"?seq={seen}" not in poll.content.decode()
        _heard_by(other, url, tournament, settings)
    assert seen > tournament.ledger.version


# --- a cache without room -----------------------------------------------------------------------------


def test_a_cache_without_room_costs_time_only(settings: LazySettings) -> None:
    none = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
    settings.CACHES = {"default": none, "local": none}
    tournament = running()
    before = shown(tournament)
    assert shown(tournament) == before


def test_a_new_version_is_made_once_for_all_who_ask_next() -> None:
    tournament = running()
    url = address(tournament, "bracket")
    asked = []
    for _ in range(3):
        with CaptureQueriesContext(connection) as queries:
            read(browser(), url)
        asked.append(len(queries))
    assert asked[0] > 3 >= asked[1] >= asked[2]
