"""Preparing a tournament: creating, changing, staff, announcement."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.urls import reverse

from matches.models import PhysicalTable
from tests import cast
from tests.web.setup_forms import NEW, codes, edit_url, preview, typed
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def last_line(tournament: Tournament) -> str:
    """What the record says last."""
    return tournament.ledger.lines.get(seq=tournament.ledger.head_seq).type


# --- creating -------------------------------------------------------------------------------------


def test_an_organizer_creates_a_tournament_from_its_parts() -> None:
    chosen = typed(
        variants=["xisum", "aliados"], sizes="2-3", ranked="on", multiplier="2", time_limit="50",
        venue="Centro", starts_on="2099-03-14", starts_time="09:00", capacity="32", tables="6",
        special_rules="Sem pressa.",
    )  # fmt: skip
    response = cast.browser(cast.duda()).post(NEW, chosen)
    made = Tournament.objects.get()
    assert response.headers["Location"] == reverse("staff", args=[made.slug])
    assert made.title == "Chama: Campeonato Mariapaulista (Aliados, Xisum) 2026"
    assert (made.table_low, made.table_high, made.ranked, made.multiplier) == (2, 3, True, 2)
    assert made.starts_at == datetime(2099, 3, 14, 12, 0, tzinfo=UTC)
    assert PhysicalTable.objects.filter(ledger=made.ledger).count() == 6
    assert list(made.staff.values_list("role", "persona__player__name")) == [("organizer", "Duda Estranha")]


@pytest.mark.parametrize(("kind", "sizes"), [("campeonato", (2, 4)), ("duplas", (2, 2))])
def test_tables_are_as_large_as_the_type_allows(kind: str, sizes: tuple[int, int]) -> None:
    cast.browser(cast.ana()).post(NEW, typed(kind=kind))
    made = Tournament.objects.get()
    assert (made.table_low, made.table_high) == sizes


def test_house_rules_are_kept_where_they_differ() -> None:
    chosen = typed(house_tie_cut="no", house_grace_minutes="10", house_shared_points="higher")
    cast.browser(cast.ana()).post(NEW, chosen)
    assert Tournament.objects.get().house_rules == {"tie_cut": False, "shared_points": "higher"}


def test_everything_wrong_is_said_at_once_and_what_was_typed_is_kept() -> None:
    wrong = typed(
        kind="duplas", sizes="2-4", name="Clássica 2025", time_limit="9999", zone="Marte", tables=""
    )
    response = cast.browser(cast.ana()).post(NEW, wrong)
    assert response.status_code == 422
    assert codes(response) == {
        "table_size_out_of_range", "name_ends_like_a_year", "time_limit_out_of_range", "zone_unknown",
        "required",
    }  # fmt: skip
    assert 'value="Clássica 2025"' in response.content.decode()
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"name": ""}, "required"),
        ({"name": "a" * 81}, "name_too_long"),
        ({"name": "Copa (Xisum)"}, "name_ends_like_variants"),
        ({"year": "1899"}, "year_out_of_range"),
        ({"year": "dois mil"}, "invalid"),
        ({"multiplier": "6"}, "invalid_choice"),
        ({"kind": "torneio"}, "invalid_choice"),
        ({"variants": ["abacaxi"]}, "invalid_choice"),
        ({"capacity": "1"}, "capacity_out_of_range"),
        ({"tables": "2001"}, "tables_out_of_range"),
        ({"tables": "-1"}, "tables_out_of_range"),
        ({"house_grace_minutes": "500"}, "house_rule_value"),
        ({"starts_time": "09:00"}, "day_missing"),
        ({"game": "xadrez"}, "unknown_game"),
        ({"venue": "x" * 300}, "venue_too_long"),
    ],
)
def test_each_wrong_choice_is_refused(changed: dict[str, Any], code: str) -> None:
    response = cast.browser(cast.ana()).post(NEW, typed(**changed))
    assert response.status_code == 422
    assert code in codes(response)
    assert not Tournament.objects.exists()


@pytest.mark.fault("F47")
def test_a_time_that_the_clocks_skip_is_refused() -> None:
    skipped = typed(zone="Europe/Lisbon", starts_on="2026-03-29", starts_time="01:30")
    response = cast.browser(cast.ana()).post(NEW, skipped)
    assert (response.status_code, codes(response)) == (422, {"time_skipped"})


def test_a_visitor_signs_in_before_creating() -> None:
    assert cast.browser().get(NEW).headers["Location"] == f"/conta/entrar/?next={NEW}"
    assert cast.browser().post(NEW, typed()).status_code == 302
    assert not Tournament.objects.exists()


# --- the title as it is typed -----------------------------------------------------------------------


def test_the_title_grows_as_it_is_typed() -> None:
    assert "Chama: Duplas … 2026" in preview(game="chama", kind="duplas", year="2026")
    full = preview(game="chama", kind="duplas", name="Fluminenses", year="2026", variants=["xisum"])
    assert "Chama: Duplas Fluminenses (Xisum) 2026" in full


@pytest.mark.parametrize(
    "parts", [{}, {"kind": "x", "year": "x"}, {"year": "²²²²", "kind": "campeonato"}, {"game": "x"}]
)
def test_no_typing_breaks_the_preview(parts: dict[str, str]) -> None:
    assert "…" in preview(**parts)


def test_the_preview_warns_of_a_near_miss_and_is_inert() -> None:
    assert "Xizum" in preview(game="chama", kind="campeonato", name="Copa (Xizum)", year="2026")
    hostile = preview(game="chama", kind="campeonato", name="<img src=x onerror=alert(1)>", year="2026")
    assert "<img" not in hostile


def test_without_scripts_the_refused_page_shows_the_title() -> None:
    response = cast.browser(cast.ana()).post(NEW, typed(tables="2001"))
    assert "Chama: Campeonato Mariapaulista 2026" in response.content.decode()


# --- changing -------------------------------------------------------------------------------------


def test_the_form_holds_what_was_chosen_and_saving_it_changes_nothing() -> None:
    tournament = cast.created(time_limit=40, venue="Centro", variants=("xisum",))
    browser = cast.browser(cast.ana())
    form = browser.get(edit_url(tournament)).context["form"]
    values = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in values.items() if value not in (None, False)}
    sent |= {"starts_on": str(sent["starts_on"]), "starts_time": str(sent["starts_time"])}
    assert browser.post(edit_url(tournament), sent).status_code == 302
    assert cast.fresh(tournament).ledger.head_seq == tournament.ledger.head_seq
    assert cast.fresh(tournament).title == tournament.title


def test_a_change_is_recorded() -> None:
    tournament = cast.created()
    chosen = typed(name="Carioca", venue="Rio", seen=tournament.ledger.head_seq)
    assert cast.browser(cast.ana()).post(edit_url(tournament), chosen).status_code == 302
    fresh = cast.fresh(tournament)
    assert (fresh.title, fresh.venue) == ("Chama: Campeonato Carioca 2026", "Rio")
    assert last_line(fresh) == "tournament.changed"


@pytest.mark.fault("F06")
@pytest.mark.parametrize("changed", [{"name": "Carioca"}, {"venue": "Outro lugar"}])
def test_who_is_late_sees_the_present_state_and_keeps_what_they_typed(changed: dict[str, str]) -> None:
    tournament = cast.created()
    seen, url = tournament.ledger.head_seq, edit_url(tournament)
    first, second = cast.browser(cast.ana()), cast.browser(cast.ana())
    assert first.post(url, typed(**changed, seen=seen)).status_code == 302
    late = second.post(url, typed(name="Paulistana", venue="Meu lugar", seen=seen))
    text = late.content.decode()
    assert (late.status_code, codes(late)) == (409, {"stale"})
    assert 'value="Paulistana"' in text
    assert next(iter(changed.values())) in text
    now = cast.fresh(tournament).ledger.head_seq
    assert f'name="seen" value="{now}"' in text
    assert second.post(url, typed(name="Paulistana", seen=now)).status_code == 302


def test_differences_are_told_in_words() -> None:
    tournament = cast.created()
    url, ana = edit_url(tournament), cast.browser(cast.ana())
    ana.post(url, typed(ranked="on", kind="guerrilha", seen=tournament.ledger.head_seq))
    late = ana.post(url, typed(variants=["xisum"], seen=tournament.ledger.head_seq))
    found = {str(row["label"]): (row["now"], row["typed"]) for row in late.context["changes"]}
    assert found["Variants"] == ("", "Xisum")
    assert found["Ranked: counts for the season"] == ("yes", "no")
    assert ["Guerrilha" in found["Type"][0], "Campeonato" in found["Type"][1]] == [True, True]


def test_a_refused_form_keeps_the_number_that_it_came_with() -> None:
    tournament = cast.created()
    response = cast.browser(cast.ana()).post(edit_url(tournament), typed(year="x", seen="1"))
    assert response.status_code == 422
    assert 'name="seen" value="1"' in response.content.decode()


def test_after_the_draw_a_reason_is_needed_and_the_type_is_closed() -> None:
    tournament = cast.drawn()
    browser, url = cast.browser(cast.ana()), edit_url(tournament)
    assert codes(browser.post(url, typed(venue="Rio"))) == {"required"}
    sent = typed(kind="guerrilha", venue="Rio", reason="A sala mudou.", seen=tournament.ledger.head_seq)
    assert browser.post(url, sent).status_code == 302
    fresh = cast.fresh(tournament)
    assert (fresh.kind, fresh.venue) == ("campeonato", "Rio")


@pytest.mark.fault("F87")
def test_a_finished_tournament_is_not_changed() -> None:
    tournament = cast.finished(entries=2)
    browser, url = cast.browser(cast.ana()), edit_url(tournament)
    assert '<button class="btn btn-primary btn-large">' not in browser.get(url).content.decode()
    response = browser.post(url, typed(name="Carioca", reason="x"))
    assert (response.status_code, codes(response)) == (409, {"finished"})


# --- announcement ---------------------------------------------------------------------------------


def announcement_url(tournament: Tournament) -> str:
    """Where it is published."""
    return reverse("announcement", args=[tournament.slug])


def test_the_proposed_text_holds_what_a_notice_must_hold() -> None:
    tournament = cast.created(
        variants=("xisum",), venue="Centro Cultural", capacity=32, special_rules="Sem pressa."
    )
    text = cast.browser(cast.ana()).get(announcement_url(tournament)).context["form"]["text"].value()
    address = "http://testserver" + reverse("tournament", args=[tournament.slug])
    for part in (tournament.title, "Xisum", "Centro Cultural", "32", "Sem pressa.", address, "Brasilia Time"):
        assert part in text


def test_publishing_records_the_time_and_makes_it_public() -> None:
    tournament = cast.created()
    assert cast.browser().get(reverse("tournament", args=[tournament.slug])).status_code == 404
    sent = {"text": "Venham todos!\n\n♥", "channel": "Grupo do clube", "seen": tournament.ledger.head_seq}
    assert cast.browser(cast.ana()).post(announcement_url(tournament), sent).status_code == 302
    fresh = cast.fresh(tournament)
    assert fresh.announced_at is not None
    assert fresh.announcement.replace("\r\n", "\n") == "Venham todos!\n\n♥"
    assert last_line(fresh) == "tournament.announced"
    assert cast.browser().get(reverse("tournament", args=[tournament.slug])).status_code == 200


def test_an_edited_text_is_shown_again_and_the_proposal_is_one_click_away() -> None:
    tournament = cast.announced()
    ana, url = cast.browser(cast.ana()), announcement_url(tournament)
    assert ana.get(url).context["form"]["text"].value() == "Venham!"
    assert tournament.title in ana.get(url + "?proposal=1").context["form"]["text"].value()


def test_an_empty_notice_is_refused_and_the_channel_kept() -> None:
    tournament = cast.created()
    response = cast.browser(cast.ana()).post(announcement_url(tournament), {"text": " ", "channel": "Grupo"})
    assert response.status_code == 422
    assert 'value="Grupo"' in response.content.decode()
    assert cast.fresh(tournament).announced_at is None


def test_a_notice_of_changed_facts_is_told_to_who_publishes_it() -> None:
    tournament = cast.created()
    seen = tournament.ledger.head_seq
    cast.browser(cast.ana()).post(edit_url(tournament), typed(name="Carioca", seen=seen))
    late = cast.browser(cast.ana()).post(
        announcement_url(tournament), {"text": "Venham à Mariapaulista", "channel": "Grupo", "seen": seen}
    )
    assert (late.status_code, codes(late)) == (409, {"stale"})
    assert "Venham à Mariapaulista" in late.content.decode()
    assert cast.fresh(tournament).announced_at is None


# --- all pages ------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["pt-br", "en"])
@pytest.mark.parametrize("name", ["tournament_new", "tournament_edit", "staff", "announcement"])
def test_every_page_is_there_in_both_languages(name: str, language: str) -> None:
    tournament = cast.created()
    url = reverse(name, args=[] if name == "tournament_new" else [tournament.slug])
    response = cast.browser(cast.ana(), language=language).get(url)
    assert response.status_code == 200
    assert f'<html lang="{language}">' in response.content.decode()


@pytest.mark.parametrize("name", ["tournament_edit", "staff", "announcement"])
def test_pages_ask_little_of_the_database(name: str, django_assert_max_num_queries: Any) -> None:
    tournament = cast.entered(entries=20)
    ana = cast.browser(cast.ana())
    with django_assert_max_num_queries(11):
        ana.get(reverse(name, args=[tournament.slug]))


def test_the_notice_says_how_the_game_begins_and_where_its_rules_are() -> None:
    tournament = cast.created(game="castelo", kind="duelo", house_rules={"castle_start": 30})
    text = cast.browser(cast.ana()).get(announcement_url(tournament)).context["form"]["text"].value()
    assert "30" in text
    assert "http://testserver" + reverse("regulation", args=[tournament.slug]) in text
    assert tournament.edition not in text


def test_the_published_page_names_the_channel_once() -> None:
    tournament = cast.created()
    sent = {"text": "Venham!", "channel": "Grupo do clube", "seen": tournament.ledger.head_seq}
    page = cast.browser(cast.ana()).post(announcement_url(tournament), sent, follow=True).content.decode()
    assert page.count("Published</span>") == 1
    assert "Grupo do clube" in page
    assert "players enter themselves" in page
    done = cast.finished(2, name="Carioca")
    page = cast.browser(cast.ana()).get(announcement_url(done)).content.decode()
    assert "players enter themselves" not in page
