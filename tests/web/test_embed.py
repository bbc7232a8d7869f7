"""What other sites read of a tournament: feeds of news, framed pages, and the sitemap."""

import re
import xml.etree.ElementTree as ET
from datetime import datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.minors import mark_minor
from accounts.models import Club, Player
from accounts.services import offer_page, rename
from tests.acts import playing_for
from tests.cast import ana, announced, browser, caio, created, drawn, entered, finished, fresh, running
from tournaments.endings import cancel, put_back, take_down
from tournaments.models import Tournament
from tournaments.share import feed
from web.share.feeds import strip_non_xml
from web.site import sitemap as sitemap_page

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
MAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
EMBEDDED = ("embed_bracket", "embed_standing")
LINE = re.compile(r'<pre id="embed-\d+" class="share-text">(.*?)</pre>')


def feed_at(tournament: Tournament, client: Client | None = None, **query: str) -> ET.Element:
    answer = (client or browser()).get(reverse("tournament_feed", args=[tournament.slug]), query)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/atom+xml; charset=utf-8")
    return ET.fromstring(answer.content)


def titles(root: ET.Element) -> list[str]:
    return [entry.findtext(f"{ATOM}title") or "" for entry in root.iter(f"{ATOM}entry")]


def ids(root: ET.Element) -> list[str]:
    return [entry.findtext(f"{ATOM}id") or "" for entry in root.iter(f"{ATOM}entry")]


def framed(tournament: Tournament, name: str = "embed_bracket", client: Client | None = None) -> str:
    answer = (client or browser()).get(reverse(name, args=[tournament.slug]))
    assert answer.status_code == 200
    return answer.content.decode()


def locations() -> list[str]:
    answer = browser().get("/sitemap.xml")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/xml; charset=utf-8")
    return [found.text or "" for found in ET.fromstring(answer.content).iter(f"{MAP}loc")]


def rename_all(tournament: Tournament, name: str) -> None:
    for who in Player.objects.filter(personas__memberships__entry__ledger=tournament.ledger_id):
        rename(who, name=name)


def champion_of(tournament: Tournament) -> Player:
    champion: Player = tournament.placings.get(place=1).entry.members.get().persona.player
    return champion


# --- the feed -----------------------------------------------------------------------------------------


def test_a_feed_grows_with_the_day_and_its_ids_stay() -> None:
    assert titles(feed_at(announced())) == ["Come and play"]
    tournament = running(8)
    early = feed_at(tournament)
    assert "The draw is published" in titles(early)
    assert any("tables called" in title for title in titles(early))
    done = feed_at(finished(8))
    assert titles(done)[0] in ("Final standings", "Final: results")
    assert {"Final standings", "Final: results", "The draw is published", "Come and play"} <= set(
        titles(done)
    )
    assert len(set(ids(done))) == len(ids(done))
    assert all(found.startswith("urn:uuid:") for found in ids(done))


def test_it_has_what_the_format_requires() -> None:
    root = feed_at(finished(8))
    assert root.tag == f"{ATOM}feed"
    for required in ("id", "title", "updated", "author"):
        assert len(root.findall(f"{ATOM}{required}")) == 1
    moments = []
    for entry in root.iter(f"{ATOM}entry"):
        assert {entry.findtext(f"{ATOM}{name}") for name in ("id", "title", "updated")}.isdisjoint({None, ""})
        moments.append(datetime.fromisoformat(entry.findtext(f"{ATOM}updated") or ""))
    assert moments == sorted(moments, reverse=True)
    assert root.findtext(f"{ATOM}updated") == root.findtext(f"{ATOM}entry/{ATOM}updated")


def test_a_moved_and_a_cancelled_tournament_say_so() -> None:
    tournament = announced()
    Tournament.objects.filter(pk=tournament.pk).update(moved_from=timezone.now() - timedelta(days=9))
    cancel(fresh(tournament), reason="A luz acabou.", by=ana(), now=timezone.now())
    moved = announced(name="Outro")
    Tournament.objects.filter(pk=moved.pk).update(moved_from=timezone.now() - timedelta(days=9))
    assert "New date" in titles(feed_at(moved))
    root = feed_at(tournament)
    assert titles(root)[0] == "Cancelled"
    assert "A luz acabou." in (root.findtext(f"{ATOM}entry/{ATOM}summary") or "")


def test_names_with_signs_stay_names_and_the_feed_a_feed() -> None:
    tournament = finished(8)
    rename_all(tournament, "A <b>& 'Z\"]]>")
    text = "".join(feed_at(tournament).itertext())
    assert "A &lt;b&gt;&amp;" in text
    assert "<b>" not in text
    assert "A &lt;b&gt;&amp;" in framed(tournament, "embed_standing")


def test_a_minor_has_the_name_of_the_public_page() -> None:
    tournament = finished(8)
    minor = champion_of(tournament)
    rename(minor, name="Maria Souza")
    mark_minor(minor)
    for found in (
        "".join(feed_at(tournament).itertext()),
        framed(tournament),
        framed(tournament, "embed_standing"),
    ):
        assert "Maria S." in found
        assert "Souza" not in found


def test_characters_that_xml_cannot_contain_are_left_out() -> None:
    assert strip_non_xml("a\x00\x08\x0b\x1b\ud800\ufffe\tb\U0001f0a1") == "a\tb\U0001f0a1"
    tournament = announced()
    Tournament.objects.filter(pk=tournament.pk).update(title="Copa\x0b\x1b & <Ana>", venue="a\x00b")
    assert feed_at(tournament).findtext(f"{ATOM}title") == "Copa & <Ana>"


def test_a_round_of_thousands_is_cut_and_counted() -> None:
    tournament = running(8)
    lines = [f"line {number}" for number in range(2048)]
    shortened = feed._shorten(lines)
    assert len(shortened) == feed.MAX_LINES + 1
    assert str(2048 - feed.MAX_LINES) in shortened[-1]
    assert len(titles(feed_at(tournament))) < 40


def test_it_is_in_the_language_that_its_address_names() -> None:
    tournament = announced()
    root = feed_at(tournament, lingua="es")
    assert root.attrib["{http://www.w3.org/XML/1998/namespace}lang"] == "es"
    assert titles(root) != titles(feed_at(tournament, lingua="pt-br"))
    assert feed_at(tournament, lingua="xx").attrib["{http://www.w3.org/XML/1998/namespace}lang"] == "en"


@pytest.mark.F44
def test_a_reader_that_has_the_feed_is_told_304_until_there_is_news() -> None:
    tournament = announced()
    url = reverse("tournament_feed", args=[tournament.slug])
    first = browser().get(url)
    assert "s-maxage" in first["Cache-Control"]
    assert browser().get(url, headers={"if-none-match": first["ETag"]}).status_code == 304
    cancel(tournament, reason="x", by=ana(), now=timezone.now())
    assert browser().get(url, headers={"if-none-match": first["ETag"]}).status_code == 200


# --- a club -------------------------------------------------------------------------------------------


def club_feed(club: Club, **headers: str) -> Any:
    return browser().get(reverse("club_feed", args=[club.pk]), headers=headers)


def test_a_club_s_feed_has_its_tournaments_and_names_those_who_show_their_page() -> None:
    tournament = finished(8, ranked=True)
    club, champion = playing_for(tournament), champion_of(tournament)
    answer = club_feed(club)
    root = ET.fromstring(answer.content)
    assert root.findtext(f"{ATOM}title") == club.name
    assert titles(root)[0] == f"{tournament.title}: Final standings"
    assert f"1. {champion.name}" in answer.content.decode()
    offer_page(champion, has_page=False)
    assert champion.name not in club_feed(club).content.decode()
    assert (
        f'href="{reverse("club_feed", args=[club.pk])}"'
        in browser().get(f"/clubes/{club.pk}/").content.decode()
    )


def test_a_club_s_feed_has_nothing_hidden_and_tells_304() -> None:
    tournament = finished(8, ranked=True)
    club = playing_for(tournament)
    first = club_feed(club)
    assert club_feed(club, **{"if-none-match": first["ETag"]}).status_code == 304
    Tournament.objects.filter(pk=tournament.pk).update(simulated=True)
    assert not titles(ET.fromstring(club_feed(club).content))
    take_down(fresh(tournament), reason="x", now=timezone.now())
    assert club_feed(club).status_code == 404


# --- frames -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EMBEDDED)
def test_frames_are_allowed_there_only(name: str) -> None:
    tournament = finished(8, ranked=True)
    answer = browser().get(reverse(name, args=[tournament.slug]))
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer
    assert not answer.cookies
    for page in ("tournament", "bracket", "standing", "share", "tournament_feed"):
        other = browser().get(reverse(page, args=[tournament.slug]))
        assert (other.status_code, other["X-Frame-Options"]) == (200, "DENY")
        assert "frame-ancestors 'none'" in other["Content-Security-Policy"]


def test_the_season_is_framed_too() -> None:
    tournament = finished(8, ranked=True)
    answer = browser().get(reverse("embed_season", args=[tournament.game, tournament.year]))
    champion = champion_of(tournament)
    assert champion.name in answer.content.decode()
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert browser().get(reverse("embed_season", args=["x", 2026])).status_code == 404
    rename(champion, name="Outra Pessoa")
    url = reverse("embed_season", args=[tournament.game, tournament.year])
    assert "Outra Pessoa" in browser().get(url).content.decode()


@pytest.mark.parametrize("name", EMBEDDED)
def test_every_reader_gets_the_same_page(name: str) -> None:
    tournament = running(8)
    pages = {framed(tournament, name, browser(who)) for who in (None, ana(), caio())}
    assert len(pages) == 1
    (page,) = pages
    assert "site-header" not in page
    assert "csrfmiddlewaretoken" not in page


@pytest.mark.parametrize("name", [*EMBEDDED, "tournament_feed"])
def test_what_is_hidden_is_hidden_there(name: str) -> None:
    hidden, simulated = created(), announced()
    Tournament.objects.filter(pk=simulated.pk).update(simulated=True)
    away = drawn(8, name="Serrano")
    url = reverse(name, args=[away.slug])
    assert browser().get(url).status_code == 200
    take_down(away, reason="x", now=timezone.now())
    for found in (hidden, simulated, away):
        for who in (None, ana()):
            assert browser(who).get(reverse(name, args=[found.slug])).status_code == 404
    put_back(away, now=timezone.now())
    assert browser().get(url).status_code == 200


def test_the_share_page_has_the_lines_and_the_pages_name_the_feed() -> None:
    tournament = finished(8, ranked=True)
    page = browser().get(reverse("share", args=[tournament.slug]), {"lingua": "es"}).content.decode()
    lines = [unescape(found) for found in LINE.findall(page)]
    assert len(lines) == 3
    assert "<iframe" not in page
    for line in lines:
        frame = ET.fromstring(line.replace("></iframe>", "/>"))
        path = frame.attrib["src"].removeprefix("http://testserver")
        assert browser().get(path).status_code == 200
        assert path.endswith("lingua=es")
    found = browser().get(reverse("tournament", args=[tournament.slug])).content.decode()
    assert f'href="{reverse("tournament_feed", args=[tournament.slug])}"' in found
    assert not LINE.findall(browser(ana()).get(reverse("share", args=[created().slug])).content.decode())


# --- the sitemap --------------------------------------------------------------------------------------


def test_the_sitemap_has_public_pages_only(settings: Any) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://chama.example"]
    public, simulated, hidden, away = (
        finished(8, ranked=True),
        announced(name="B"),
        created(name="C"),
        drawn(8),
    )
    Tournament.objects.filter(pk=simulated.pk).update(simulated=True)
    take_down(away, reason="x", now=timezone.now())
    found = locations()
    for page in ("tournament", "bracket", "standing"):
        assert f"https://chama.example{reverse(page, args=[public.slug])}" in found
        for other in (simulated, hidden, away):
            assert f"https://chama.example{reverse(page, args=[other.slug])}" not in found
    assert "Sitemap: https://chama.example/sitemap.xml" in browser().get("/robots.txt").content.decode()
    for url in found:
        assert browser().get(url.removeprefix("https://chama.example")).status_code == 200


def test_it_ends_at_the_format_s_limit(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://chama.example"]
    monkeypatch.setattr(sitemap_page, "MAX_URLS", 5)
    finished(8)
    assert len(locations()) == 5


def test_a_site_that_does_not_know_its_address_has_none(settings: Any) -> None:
    settings.CSRF_TRUSTED_ORIGINS, settings.ALLOWED_HOSTS = [], ["*"]
    entered(3)
    assert browser().get("/sitemap.xml").status_code == 404
    assert "Sitemap" not in browser().get("/robots.txt").content.decode()
