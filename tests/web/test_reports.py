"""Players report on the match's page; phones at the table on the page of its card."""

import logging
import re
from datetime import datetime

import pytest
from django.test import override_settings
from django.urls import reverse

from core.logs import MaskTokens
from matches.models import Claim, Dispute, Match, Report, Sheet, TableLink
from tests.cast import ana, browser, bruno, duda, fresh, plain_win
from tests.hall import in_the_hall
from tests.services.test_reporting import player_at
from tests.web.html import text
from tests.web.reports import at, here, phone_of, typed
from tournaments.play.play import call_time, record_sheet, tournament_of
from tournaments.regulation.rulings import note_ruling
from tournaments.setup import staff
from tournaments.tables import cards
from tournaments.tables.cards import token_of

pytestmark = pytest.mark.django_db


def since(match: Match) -> datetime:
    """When the match began."""
    assert match.started_at is not None
    return match.started_at


def test_two_players_agree_and_it_is_recorded() -> None:
    _, match = here()
    one, two = phone_of(match, 1), phone_of(match, 2)
    assert 'id="report"' in text(one.get(at("match", match)))
    sent = one.post(at("match_report", match), typed(match, 2, report="form-1"))
    assert (sent.status_code, sent["Location"]) == (302, at("match", match))
    page = text(two.get(at("match", match)))
    number = re.search(r'name="agree" value="(\d+)"', page)
    assert number
    agreed = two.post(at("match_report", match), {"agree": number[1], "match": match.code}, follow=True)
    assert "the result is recorded" in text(agreed)
    sheet = Sheet.objects.get(match=match)
    assert (sheet.placement, Report.objects.filter(counted=sheet).count()) == ([[2], [1]], 2)


def test_nobody_else_sees_what_is_reported_or_may_report() -> None:
    _, match = here()
    phone_of(match, 1).post(at("match_report", match), typed(match, 2))
    for stranger in (browser(), browser(duda())):
        page = text(stranger.get(at("match", match)))
        assert 'id="readings"' not in page
        assert 'id="report"' not in page
    assert browser().post(at("match_report", match), typed(match, 2)).status_code == 302
    assert browser(duda()).post(at("match_report", match), typed(match, 2)).status_code == 403


@pytest.mark.F05
def test_reports_that_differ_are_a_dispute_that_the_judge_settles() -> None:
    tournament, match = here()
    for side in (1, 2):
        phone_of(match, side).post(at("match_report", match), typed(match, side))
    for who in (phone_of(match, 1), browser(bruno())):
        page = text(who.get(at("match", match)))
        assert "The reports differ" in page
        assert page.count("data-side=") >= 2
    assert 'id="contested"' in text(browser(bruno()).get(reverse("now", args=[tournament.slug])))
    said = Report.objects.filter(side__number=2).get()
    filled = text(browser(bruno()).get(at("match", match) + f"?relato={said.seq}"))
    assert re.search(r'value="2" id="winner-2" checked', filled)
    assert "data-fresh" not in filled
    browser(bruno()).post(at("sheet", match), typed(match, 2))
    assert Sheet.objects.get(match=match).placement == [[2], [1]]
    assert 'id="contested"' not in text(browser(bruno()).get(reverse("now", args=[tournament.slug])))


def test_a_report_that_breaks_a_rule_keeps_what_was_typed() -> None:
    _, match = here()
    one = phone_of(match, 1)
    wrong = one.post(at("match_report", match), {**typed(match, 2), "lines.0.armies": "3"})
    assert wrong.status_code == 422
    assert re.search(r'name="lines.0.armies" value="3"', text(wrong))
    walkover = one.post(at("match_report", match), {**typed(match, 2), "ended_by": "walkover"})
    assert (walkover.status_code, Report.objects.count()) == (422, 0)


def test_what_it_comes_to_is_shown_before_it_is_sent() -> None:
    _, match = here()
    one = phone_of(match, 1)
    part = one.post(at("match_report_check", match), typed(match, 2), headers={"HX-Request": "true"})
    whole = one.post(at("match_report_check", match), typed(match, 2))
    for answer in (part, whole):
        assert "wins" in text(answer)
    assert not Report.objects.exists()


def test_nobody_else_is_told_what_a_report_would_come_to() -> None:
    _, match = here()
    for who in (duda(), bruno()):
        answer = browser(who).post(at("match_report_check", match), typed(match, 1))
        assert answer.status_code == 403
        assert "preview" not in (answer.context or {})
        assert browser(who).post(at("match_report", match), {}).status_code == 403


def test_a_report_is_taken_back() -> None:
    _, match = here()
    one = phone_of(match, 1)
    one.post(at("match_report", match), typed(match, 2))
    assert "Withdraw my report" in text(one.get(at("match", match)))
    one.post(at("match_report_retract", match), {"match": match.code})
    assert not Report.objects.filter(is_current=True).exists()


@pytest.mark.F07
def test_a_judges_sheet_is_locked_and_a_player_says_that_it_is_wrong() -> None:
    tournament, match = here()
    one = phone_of(match, 1)
    record_sheet(match, sheet=plain_win(match, 2), by=bruno(), now=since(match))
    late = one.post(at("match_report", match), typed(match, 1))
    assert late.status_code == 409
    page = text(one.get(at("match", match)))
    assert 'id="flag"' in page
    assert 'id="flag"' not in text(browser().get(at("match", match)))
    one.post(at("match_flag", match), {"note": "I <b>won</b>", "match": match.code})
    assert Dispute.objects.get().note == "I <b>won</b>"
    panel = text(browser(ana()).get(reverse("now", args=[tournament.slug])))
    assert "I &lt;b&gt;won&lt;/b&gt;" in panel
    assert "won&lt;/b&gt;" not in text(browser().get(at("match", match)))
    review = reverse("dispute_dismiss", args=[tournament.slug, match.code, Dispute.objects.get().seq])
    assert "One side says this is wrong" in text(browser(ana()).get(review))
    browser(ana()).post(review, {"reason": "Both agree."})
    assert not Dispute.objects.filter(resolved_at=None).exists()


def test_players_report_nothing_where_the_organizer_says_so() -> None:
    _, match = here(house_rules={"player_reports": False})
    one = phone_of(match, 1)
    assert 'id="report"' not in text(one.get(at("match", match)))
    assert one.post(at("match_report", match), typed(match, 2)).status_code in (403, 422)
    assert not Report.objects.exists()


@pytest.mark.F80
def test_a_judge_who_plays_in_the_match_confirms_twice() -> None:
    tournament, match = here()
    one = phone_of(match, 1)
    user = player_at(match, 1).user
    assert user is not None
    staff.assign_role(tournament, username=user.username, role="judge", by=ana(), now=since(match))
    warned = one.post(at("sheet", match), typed(match, 1))
    assert warned.status_code == 422
    assert 'name="own_match"' in text(warned)
    assert not Sheet.objects.filter(match=match).exists()
    assert one.post(at("sheet", match), typed(match, 1, own_match="on")).status_code == 302
    assert fresh(tournament).ledger.lines.filter(text__contains='"what":"own_match"').count() == 1


# --- the card on the table ------------------------------------------------------------------------


def card(match: Match) -> str:
    """The address that the card of the match's table holds."""
    tournament = tournament_of(match)
    cards.issue_links(tournament, by=ana(), now=since(match))
    link = TableLink.objects.get(table=match.table, revoked_at=None)
    return reverse("table_card", args=[token_of(link.code)])


@pytest.mark.F79
def test_a_card_becomes_a_cookie_and_a_clean_address() -> None:
    _, match = here()
    phone = browser()
    scanned = phone.get(card(match))
    assert (scanned.status_code, scanned["Location"]) == (302, reverse("table_phone"))
    assert scanned["Referrer-Policy"] == "no-referrer"
    assert "no-store" in scanned["Cache-Control"]
    kept = scanned.cookies["mesa"]
    assert (kept["httponly"], kept["samesite"], kept["path"]) == (True, "Lax", "/mesa/")
    page = phone.get(reverse("table_phone"))
    assert "no-store" in page["Cache-Control"]
    for seat in match.seats.select_related("persona__player"):
        assert seat.persona
        assert f"<bdi>{seat.persona.player.name}</bdi>" in text(page)
        assert f"suit-{seat.suit}" in text(page)


def test_the_phone_of_a_table_is_told_how_it_is_played_today() -> None:
    tournament, match = here()
    phone = browser()
    phone.get(card(match))
    before = phone.get(reverse("table_phone"))
    other = Match.objects.filter(ledger=tournament.ledger_id).exclude(pk=match.pk)[0]
    for words, about in (("Para <todas>.", None), ("Só aqui.", match), ("Só lá.", other)):
        note_ruling(fresh(tournament), words=words, match=about, by=ana(), now=since(match))
    news = phone.get(
        reverse("table_phone"), {"seq": before.context["polled"]}, headers={"hx-request": "true"}
    )
    for page in (text(news), text(phone.get(reverse("table_phone")))):
        assert "Para &lt;todas&gt;." in page
        assert "Só aqui." in page
        assert "Só lá." not in page


@pytest.mark.F79
def test_guessed_cards_are_404_and_soon_not_even_a_page() -> None:
    _, match = here()
    phone = browser()
    real = card(match)
    with override_settings(LIMITS=20 / 300):
        answers = [phone.get(real[:-2] + "1/") for _ in range(21)]
    assert {answer.status_code for answer in answers} == {404}
    assert (len(answers[0].content) > 500, answers[-1].content) == (True, b"")
    assert phone.get(real).status_code == 302


@pytest.mark.F79
def test_no_log_bears_a_card() -> None:
    secret = "t" + "a2" * 16
    lines = [
        logging.LogRecord("django.request", 30, "", 1, "Not Found: %s", (f"/mesa/{secret}/",), None),
        logging.LogRecord(
            "gunicorn.access", 20, "", 1, "%(r)s %(f)s",
            ({"r": f"GET /mesa/{secret}/ HTTP/1.1", "f": f"http://h/mesa/{secret}/"},), None,
        ),
        logging.LogRecord("gunicorn.access", 20, "", 1, '"%s %s"', ("GET", f"/mesa/{secret}/"), None),
    ]  # fmt: skip
    for line in lines:
        assert secret in line.getMessage()
        assert MaskTokens().filter(line)
        assert secret not in line.getMessage()
        assert "/mesa/" in line.getMessage()


@pytest.mark.F79
def test_a_card_that_no_longer_stands_says_so_and_opens_nothing() -> None:
    tournament, match = here()
    phone, address = browser(), card(match)
    phone.get(address)
    cards.revoke_links(tournament, by=ana(), now=since(match))
    assert browser().get(address).status_code == 410
    assert phone.get(reverse("table_phone")).status_code == 403
    assert phone.post(reverse("table_sit"), {"side": "1", "match": match.code}).status_code == 403
    assert not Claim.objects.exists()


def test_a_phone_without_an_account_reports_for_the_side_that_it_chose() -> None:
    _, match = here()
    address = card(match)
    phones = [browser(), browser()]
    for side, phone in enumerate(phones, start=1):
        phone.get(address)
        assert 'id="report"' not in text(phone.get(reverse("table_phone")))
        phone.post(reverse("table_sit"), {"side": str(side), "match": match.code})
        assert 'id="report"' in text(phone.get(reverse("table_phone")))
    phones[0].post(reverse("table_report"), typed(match, 2))
    assert phones[0].post(reverse("table_sit"), {"side": "2", "match": match.code}).status_code == 422
    done = phones[1].post(reverse("table_report"), typed(match, 2), follow=True)
    assert "the result is recorded" in text(done)
    assert 'id="flag"' in text(phones[0].get(reverse("table_phone")))


def test_a_judge_frees_seats_that_phones_took() -> None:
    _, match = here()
    phone, judge = browser(), browser(bruno())
    phone.get(card(match))
    phone.post(reverse("table_sit"), {"side": "1", "match": match.code})
    assert judge.post(at("match_free_seats", match)).status_code == 302
    assert not Claim.objects.exists()
    assert browser(duda()).post(at("match_free_seats", match)).status_code == 403


def test_a_page_opened_before_phones_choose_offers_to_free_the_seats() -> None:
    _, match = here()
    judge = browser(bruno())
    assert at("match_free_seats", match) not in text(judge.get(at("match", match)))
    phone, address = browser(), card(match)
    assert at("match_free_seats", match) in text(judge.get(at("match", match)))
    phone.get(address)
    phone.post(reverse("table_sit"), {"side": "1", "match": match.code})
    assert judge.post(at("match_free_seats", match)).status_code == 302
    cards.revoke_links(tournament_of(match), by=ana(), now=since(match))
    assert at("match_free_seats", match) not in text(judge.get(at("match", match)))


def test_no_seats_are_freed_where_players_report_nothing() -> None:
    _, match = here(house_rules={"player_reports": False})
    card(match)
    assert at("match_free_seats", match) not in text(browser(bruno()).get(at("match", match)))


def test_the_page_of_a_card_is_asked_for_again_only_with_news() -> None:
    _, match = here()
    phone = browser()
    phone.get(card(match))
    address = reverse("table_phone")
    version = re.search(r"seq=([\d.]+)", text(phone.get(address)))
    assert version
    htmx = {"HX-Request": "true"}
    assert phone.get(f"{address}?seq={version[1]}", headers=htmx).status_code == 204
    phone.post(reverse("table_sit"), {"side": "1", "match": match.code})
    assert phone.get(f"{address}?seq={version[1]}", headers=htmx).status_code == 200


def test_a_seat_that_another_phone_gave_up_is_news() -> None:
    _, match = here()
    phones, opened, polled = [browser(), browser()], card(match), {"HX-Request": "true"}
    for side, phone in enumerate(phones, start=1):
        phone.get(opened)
        phone.post(reverse("table_sit"), {"side": str(side), "match": match.code})
    known = phones[1].get(reverse("table_phone")).context["polled"]
    phones[0].post(reverse("table_stand"), {"match": match.code})
    news = phones[1].get(reverse("table_phone"), {"seq": known}, headers=polled)
    assert news.status_code == 200
    assert [chair.is_taken for chair in news.context["chairs"]] == [False, True]


@pytest.mark.F79
def test_a_forged_cookie_is_no_cookie() -> None:
    _, match = here()
    card(match)
    phone = browser()
    phone.cookies["mesa"] = f"{TableLink.objects.get(table=match.table).code}:me:signature"
    assert phone.get(reverse("table_phone")).status_code == 403


def test_staff_and_players_with_an_account_land_on_the_match() -> None:
    _, match = here()
    address = card(match)
    for who in (browser(bruno()), phone_of(match, 1)):
        assert who.get(address)["Location"] == at("match", match)
    assert browser(duda()).get(address)["Location"] == reverse("table_phone")


def test_cards_are_printed_by_the_coordinator() -> None:
    tournament, _ = here()
    address = reverse("table_cards", args=[tournament.slug])
    assert browser(bruno()).get(address).status_code == 403
    page = browser(ana())
    assert "<svg" not in text(page.get(address)).split("table-cards")[0]
    page.post(address, {"act": "issue"})
    shown = text(page.get(address))
    assert shown.count("<svg") == TableLink.objects.count() == tournament.ledger.tables.count()
    assert "style=" not in shown
    assert "phones can’t reach" not in shown
    assert "phones can’t reach" in text(page.get(address, headers={"host": "127.0.0.1:8000"}))
    with in_the_hall("192.168.7.20", 8000):
        assert "phones can’t reach" not in text(page.get(address, headers={"host": "127.0.0.1:8000"}))
    page.post(address, {"act": "renew", "table": "1"})
    assert TableLink.objects.filter(revoked_at__isnull=False).count() == 1
    page.post(address, {"act": "revoke"})
    assert not TableLink.objects.filter(revoked_at=None).exists()


@pytest.mark.F73
def test_what_somebody_signed_in_has_seen_is_in_no_history() -> None:
    tournament, match = here()
    pages = [at("match", match), reverse("now", args=[tournament.slug]), reverse("account"), reverse("home")]
    for page in pages:
        assert "no-store" in browser(ana()).get(page)["Cache-Control"]
    assert "no-store" not in browser().get(pages[0]).get("Cache-Control", "")


def test_players_who_are_tied_on_time_are_asked_for_their_cards() -> None:
    _, match = here(time_limit=30)
    assert match.time_due_at
    call_time(match, by=None, now=match.time_due_at)
    equal = {"ended_by": "time", "winner": "", "lines.0.intact": "2", "lines.1.intact": "2"}
    page = text(phone_of(match, 1).post(at("match_report_check", match), {**equal, "match": match.code}))
    assert page.count('name="cut.0.1"') == 1
    assert page.count('name="cut.0.2"') == 1
