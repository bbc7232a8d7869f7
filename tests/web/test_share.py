"""What leaves the screen for a group: which bulletins there are, their texts, and their pictures."""

import io
import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db.models import Count
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from accounts.models import Player
from matches.models import Entry, Match, Member, Seat
from tests.acts import Moments, won
from tests.cast import (
    ana,
    announced,
    browser,
    caio,
    checked_in,
    created,
    drawn,
    duda,
    entered,
    finished,
    fresh,
    running,
)
from tournaments.draw.publish import publish_draw
from tournaments.endings import cancel
from tournaments.entries.check_in import check_out
from tournaments.entries.check_in_list import own_entry
from tournaments.models import Tournament
from tournaments.printing.papers import slips_of
from tournaments.share.bulletin import Topic
from tournaments.share.layout import PHONE, PageLayout
from tournaments.share.news import bulletin_of, own_result
from tournaments.standings.selectors import standings_of
from web.share import views

pytestmark = pytest.mark.django_db
HEADING = re.compile(r'<h3 id="bulletin-\d+" lang="[\w-]+">(.*?)</h3>')
TEXT = re.compile(r'<pre id="text-\d+" lang="[\w-]+" class="share-text">(.*?)</pre>', re.DOTALL)
PICTURE = re.compile(r'<img src="([^"]+)" lang="[\w-]+" width="1080"')


def page(tournament: Tournament, client: Client | None = None, language: str = "en") -> str:
    answer = (client or browser()).get(reverse("share", args=[tournament.slug]), {"lingua": language})
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def headings(tournament: Tournament) -> list[str]:
    return HEADING.findall(page(tournament))


def texts(tournament: Tournament, language: str = "en") -> list[str]:
    return TEXT.findall(page(tournament, language=language))


def names_at(tournament: Tournament, round_: int, number: int) -> list[str]:
    """The names of the people at a match."""
    at = {"match__ledger": tournament.ledger_id, "match__round": round_, "match__number": number}
    return list(Seat.objects.filter(**at).values_list("persona__player__name", flat=True))


def rename_all(tournament: Tournament, name: str) -> None:
    Player.objects.filter(personas__memberships__entry__ledger=tournament.ledger_id).update(name=name)


def test_before_the_draw_it_invites_and_says_who_comes() -> None:
    tournament = entered(3, capacity=8, venue="Clube do Ingá")
    assert headings(tournament) == ["Come and play", "3 entries"]
    invitation, coming = texts(tournament)
    assert "Where: Clube do Ingá" in invitation
    assert "5 places left" in invitation
    assert coming.count("\n") >= 3


def test_while_it_runs_it_tells_tables_seats_and_results() -> None:
    tournament = running(8)
    first, seats, *_ = headings(tournament)
    assert first in ("Round 1", "Semifinals")
    assert seats == f"{first}: where do I sit?"
    pairings = texts(tournament)[0]
    assert "*Table 1*: " in pairings
    assert any(sign in pairings for sign in "♥♦♣♠")


def test_results_of_a_whole_round_stay_until_the_next_one_is_over(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    for number in (1, 2, 3):
        won(tournament, 1, number, clock)
    won(tournament, 2, 1, clock)
    assert "Semifinals · Round 1: results" in headings(fresh(tournament))
    won(tournament, 1, 4, clock)
    assert "Semifinals · Round 1: results" in headings(fresh(tournament))
    told = next(text for text in texts(fresh(tournament)) if "results*" in text)
    assert [f"*Match {code}*" in told for code in ("2.1", "1.1", "1.4", "2.2")] == [True, True, True, False]
    assert told.index("*Match 2.1*") < told.index("*Match 1.1*")
    won(tournament, 2, 2, clock)
    assert "Semifinals: results" in headings(fresh(tournament))


def test_a_late_match_of_a_round_hides_no_table_of_the_next(clock: Moments) -> None:
    tournament = running(entries=8, table_high=2, tables=4)
    for number in (1, 2):
        won(tournament, 1, number, clock)
    open_now = "Round 1 · Semifinals"
    assert headings(fresh(tournament))[:2] == [open_now, f"{open_now}: where do I sit?"]
    tables, seats = texts(fresh(tournament))[:2]
    for name in names_at(tournament, 1, 3) + names_at(tournament, 2, 1):
        assert name in tables
        assert name in seats
    slips = slips_of(fresh(tournament), address=lambda match: "")
    assert [slip.round.rpartition(" ")[2] for slip in slips] == ["1.3", "1.4", "2.1"]


def test_after_the_draw_who_did_not_come_is_not_listed() -> None:
    tournament = checked_in(8)
    absent = Entry.objects.filter(ledger=tournament.ledger_id).order_by("-number")[0]
    check_out(absent, by=ana(), now=timezone.now())
    assert "8 entries" in headings(fresh(tournament))
    publish_draw(fresh(tournament), by=ana(), now=timezone.now())
    assert "7 entries" in headings(fresh(tournament))
    assert absent.members.get().persona.player.name not in " ".join(texts(fresh(tournament)))


def test_who_has_no_table_yet_reads_that_they_wait() -> None:
    tournament = running(12, tables=2)
    pairings, seats, *_ = texts(tournament)
    assert "*Table 1*: " in pairings
    assert "· Waiting for a table*: " in pairings
    assert " · Waiting for a table\n" in seats
    assert "· Match" not in seats


def test_before_any_table_is_called_matches_have_their_number() -> None:
    assert "Waiting" not in texts(drawn(8))[0]


def test_a_finished_one_tells_places_and_points_first() -> None:
    tournament = finished(8, ranked=True)
    assert headings(tournament)[:2] == ["Final standings", "Season 2026"]
    assert "*1. " in texts(tournament)[0]
    assert "25 pts" in texts(tournament)[0]


def test_shared_points_are_told_as_decimals_of_the_language() -> None:
    tournament = finished(8, ranked=True)
    in_portuguese, in_english = (texts(tournament, language)[0] for language in ("pt-br", "en"))
    assert "/2 pts" not in in_portuguese + in_english
    assert in_english.count(".50 pts") == in_portuguese.count(",50 pts") > 0


def test_partners_stand_one_after_the_other() -> None:
    pairings, _, byes = texts(running(12, kind="duplas"))[0].partition("*Bye*: ")
    assert byes.splitlines()[0].count(" & ") == 4
    assert pairings.count("& ") == 2 * pairings.count("*Table ") + 2 * pairings.count("*Match ")


def test_a_cancelled_one_says_why() -> None:
    tournament = announced(venue="Clube do Ingá")
    cancel(tournament, reason="Faltou luz", by=ana(), now=timezone.now())
    assert headings(fresh(tournament)) == ["Cancelled"]
    text = texts(fresh(tournament))[0]
    assert "Faltou luz\nWhen: March 14, 2026" in text
    assert "Where: Clube do Ingá" in text


def test_messages_are_in_the_language_that_was_chosen_and_in_portuguese_by_default() -> None:
    tournament = entered(3)
    by_default = browser().get(reverse("share", args=[tournament.slug])).content.decode()
    assert HEADING.findall(by_default)[0] == HEADING.findall(page(tournament, language="pt-br"))[0]
    assert HEADING.findall(page(tournament, language="xx"))[0] == HEADING.findall(by_default)[0]
    assert headings(tournament)[0] != HEADING.findall(by_default)[0]


def test_a_text_has_at_most_700_characters_and_its_link() -> None:
    tournament = entered(60)
    rename_all(tournament, "Maximiliano Bartholomeu Aparecido dos Santos Albuquerque Cavalcanti de Azevedo")
    for text in texts(fresh(tournament)):
        assert len(text) <= 700
        assert reverse("tournament", args=[tournament.slug]) in text
    assert "and 5" in texts(fresh(tournament))[1]


def test_words_of_people_cannot_set_marks() -> None:
    tournament = entered(3, venue="*Sede* _nova_ ~velha~ `x`")
    assert "Where: Sede nova velha x" in texts(tournament)[0]


def test_the_link_to_whatsapp_carries_the_same_text() -> None:
    tournament = entered(3)
    link = re.findall(r'href="(https://wa\.me/[^"]+)"', page(tournament))[0]
    assert parse_qs(urlsplit(link).query)["text"] == [texts(tournament)[0]]


def test_each_picture_is_a_png_for_a_phone() -> None:
    tournament = running(24)
    addresses = PICTURE.findall(page(tournament))
    assert addresses
    for address in addresses:
        answer = browser().get(address)
        assert answer.headers["Content-Type"] == "image/png"
        assert "immutable" in answer.headers["Cache-Control"]
        assert Image.open(io.BytesIO(answer.content)).size == (PHONE.width, PHONE.height)


def test_a_picture_is_drawn_once_for_a_version(monkeypatch: pytest.MonkeyPatch) -> None:
    address = PICTURE.findall(page(entered(3)))[0]
    numbers: list[int] = []

    def count(layout: PageLayout, number: int, footer: str, code: str) -> bytes:
        numbers.append(number)
        return b"png"

    monkeypatch.setattr(views, "draw_page", count)
    for _ in range(20):
        assert browser().get(address).content == b"png"
    assert numbers == [1]


def test_an_address_of_an_older_version_gives_the_present_picture_and_is_not_cached() -> None:
    address = PICTURE.findall(page(entered(3)))[1]
    present = browser().get(address)
    older = browser().get(address.partition("?")[0], {"v": "1", "lingua": "en"})
    assert older.content == present.content
    assert "immutable" not in older.headers.get("Cache-Control", "")


@pytest.mark.parametrize("name", ["nada-1.png", "convite-0.png", "convite-99.png", "podio-1.png"])
def test_there_is_no_other_picture(name: str) -> None:
    address = reverse("share", args=[entered(3).slug])
    assert browser().get(f"{address}{name}").status_code == 404


def test_what_is_not_public_is_shared_by_its_staff_alone() -> None:
    tournament = created()
    address = reverse("share", args=[tournament.slug])
    for stranger in (browser(), browser(duda())):
        assert stranger.get(address).status_code == 404
        assert stranger.get(f"{address}convite-1.png").status_code == 404
    picture = browser(ana()).get(PICTURE.findall(page(tournament, browser(ana())))[0])
    assert picture.status_code == 200
    assert "Cache-Control" not in picture.headers or "public" not in picture.headers["Cache-Control"]


def test_names_that_pictures_cannot_show_are_named_beside_them() -> None:
    tournament = entered(3)
    assert "cannot show all letters" not in page(tournament)
    rename_all(tournament, "山田太郎")
    assert "cannot show all letters" not in page(fresh(tournament))
    rename_all(tournament, "Ժան")
    shown = page(fresh(tournament))
    assert "cannot show all letters" in shown
    assert "Ժան" in TEXT.findall(shown)[1]


@pytest.mark.parametrize("name", ["bracket", "standing", "tournament"])
def test_public_pages_lead_there(name: str) -> None:
    tournament = running(8)
    address = reverse("share", args=[tournament.slug])
    assert address in browser().get(reverse(name, args=[tournament.slug])).content.decode()


@pytest.mark.parametrize("name", ["now", "organize"])
def test_pages_of_the_staff_lead_there(name: str) -> None:
    tournament = running(8)
    address = reverse("share", args=[tournament.slug])
    assert address in browser(ana()).get(reverse(name, args=[tournament.slug])).content.decode()


def test_who_played_sends_the_own_result_with_its_picture() -> None:
    tournament = finished(8, ranked=True)
    row = next(row for row in standings_of(tournament) if caio().name in row.names)
    heading = f"I finished in place {row.place}"
    assert headings(tournament)[0] != heading
    own = page(tournament, browser(caio()))
    assert HEADING.findall(own)[0] == heading
    assert caio().name in TEXT.findall(own)[0]
    address = PICTURE.findall(own)[0]
    assert browser().get(address).headers["Content-Type"] == "image/png"
    assert browser().get(address.replace(row.entry_code, "nobody")).status_code == 404
    profile = browser(caio()).get(reverse("player", args=[caio().page])).content.decode()
    assert reverse("share", args=[tournament.slug]) in profile


def test_nobody_has_a_result_to_send_before_the_end() -> None:
    tournament = running(8)
    entry = own_entry(tournament, caio())
    assert entry
    assert own_result(tournament, entry.code) is None
    address = reverse("share_picture", args=[tournament.slug, "meu-resultado", 1])
    assert browser().get(address, {"inscricao": entry.code}).status_code == 404


def test_the_season_leads_to_its_first_ten() -> None:
    tournament = finished(8, ranked=True)
    season = browser().get(reverse("season", args=[tournament.game, tournament.year])).content.decode()
    assert reverse("share", args=[tournament.slug]) in season
    assert f"Season {tournament.year}" in headings(tournament)


def test_a_table_and_points_are_not_torn_from_their_number() -> None:
    found = bulletin_of(running(8), Topic.SEATS)
    assert found
    assert all("\u00a0" in section.lines[0].text for section in found.sections)
    places = bulletin_of(finished(8, ranked=True), Topic.PODIUM)
    assert places
    assert all("\u00a0pts" in section.lines[0].text for section in places.sections)


def test_who_has_a_bye_is_in_both_lists_of_the_round() -> None:
    tournament = running(5, table_low=2, table_high=2)
    pairings, seats, *_ = texts(tournament)
    byes = Match.objects.filter(ledger=tournament.ledger_id, round=1).annotate(n=Count("sides")).filter(n=1)
    members = Member.objects.filter(entry__sides__match__in=[match.pk for match in byes])
    names = list(members.values_list("persona__player__name", flat=True))
    assert len(names) == 3
    assert all(f"{name} · bye" in seats for name in names)
    told = pairings.partition("*Bye*: ")[2].splitlines()[0]
    assert sorted(told.split(", ")) == sorted(names)
