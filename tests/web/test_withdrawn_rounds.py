"""Pages of a round that is taken back, and of what it would be after a correction of an earlier one."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from core.models import RecordLine
from matches.models import Match
from tests.cast import ana, browser, bruno, caio, fresh, plain_win
from tests.swiss import closed, first_round, groups_drawn, play_rounds, win_all
from tests.web.corrected import right
from tests.web.html import text
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.undo import undo_correction
from tournaments.draw.round_comparison import compare_round
from tournaments.draw.rounds import draw_round
from tournaments.draw.withdraw_round import withdraw_round
from tournaments.entry_names import names_of
from tournaments.match_views.versioned_cache import clear
from tournaments.models import Correction, Draw, Tournament
from tournaments.play.play import start_match
from tournaments.share.feed import tournament_news
from tournaments.share.news import pairings

pytestmark = pytest.mark.django_db


def at(tournament: Tournament, name: str = "rounds", *more: object) -> str:
    return reverse(name, args=[tournament.slug, *more])


def drawn_on(tournament: Tournament) -> Tournament:
    """What is drawn is played, and the next round is drawn."""
    win_all(tournament)
    draw_round(fresh(tournament), by=ana(), now=timezone.now())
    return fresh(tournament)


def two_rounds(entries: int = 8) -> Tournament:
    """The second of three Swiss rounds in duels is drawn."""
    return drawn_on(first_round(entries, table_low=2, table_high=2))


def of_round(tournament: Tournament, number: int) -> Match:
    """The first match of a round."""
    return Match.objects.filter(ledger=tournament.ledger_id, round=number).earliest("number")


def corrected(tournament: Tournament, number: int = 1) -> Correction:
    """The other side of a match won."""
    match = of_round(tournament, number)
    sheet = plain_win(match, side=2)
    return correct_sheet(match, sheet=sheet, reason="Trocaram", by=ana(), now=timezone.now())


def page(tournament: Tournament, who: Player | None = None, name: str = "rounds") -> str:
    """The words of a page."""
    return re.sub(r"</?(?:a|bdi)\b[^>]*>", "", text(browser(who).get(at(tournament, name))))


# --- the page of the rounds ---------------------------------------------------------------------------


def test_a_round_that_has_not_begun_is_taken_back_under_more() -> None:
    tournament = two_rounds()
    html = browser(ana()).get(at(tournament)).content.decode()
    more = html.split('<details class="match-more no-print">')[1].split("</details>")[0]
    assert "<summary>More</summary>" in more
    assert f'href="{at(tournament, "round_withdraw")}"' in more
    assert "Take round 2 back" in more
    assert "would have been drawn" not in html


@pytest.mark.parametrize("who", [lambda: None, bruno, caio])
def test_only_a_coordinator_sees_it(who: Callable[[], Player | None]) -> None:
    tournament = two_rounds()
    corrected(tournament)
    html = browser(who()).get(at(tournament)).content.decode()
    assert at(tournament, "round_withdraw") not in html
    assert "would have been drawn" not in html


def test_the_first_round_a_begun_one_and_a_closed_stage_offer_no_withdrawal() -> None:
    tournament = first_round(8)
    withdraws = at(tournament, "round_withdraw")
    assert withdraws not in browser(ana()).get(at(tournament)).content.decode()
    drawn_on(tournament)
    assert withdraws in browser(ana()).get(at(tournament)).content.decode()
    start_match(of_round(tournament, 2), by=ana(), now=timezone.now())
    assert withdraws not in browser(ana()).get(at(tournament)).content.decode()


def test_a_closed_stage_offers_no_withdrawal() -> None:
    tournament = closed(play_rounds(first_round(8, rounds=2)))
    assert at(tournament, "round_withdraw") not in browser(ana()).get(at(tournament)).content.decode()


def test_after_a_correction_it_says_that_the_round_would_be_another() -> None:
    tournament = two_rounds()
    corrected(tournament)
    compared = compare_round(fresh(tournament))
    assert compared is not None
    names, html = names_of(tournament), page(tournament, ana())
    assert "After the correction of Round 1, match 1 this round would have been drawn differently." in html
    assert f"{len(compared.others)} of 4 tables would be" in html
    assert all(", ".join(" & ".join(names[code]) for code in table) in html for table in compared.others)
    assert "If you do nothing, it stands as drawn." in html
    assert "Take round 2 back" in html
    assert "Was someone forgotten?" not in html


def test_a_begun_round_stands_and_says_what_it_would_be() -> None:
    tournament = two_rounds()
    corrected(tournament)
    start_match(of_round(tournament, 2), by=ana(), now=timezone.now())
    html = page(tournament, ana())
    assert "would have been drawn differently" in html
    assert "A match of it has begun, so it stands as drawn." in html
    assert "Take round 2 back" not in html


def test_two_corrections_are_named() -> None:
    tournament = two_rounds()
    corrected(tournament)
    second = Match.objects.get(ledger=tournament.ledger_id, round=1, number=2)
    correct_sheet(second, sheet=plain_win(second, 2), reason="Também", by=ana(), now=timezone.now())
    assert "After the corrections of Round 1, match 1; Round 1, match 2 this round" in page(tournament, ana())


def test_after_an_undone_correction_it_would_be_the_same() -> None:
    tournament = two_rounds()
    undo_correction(corrected(tournament), reason="Engano", by=ana(), now=timezone.now())
    html = page(tournament, ana())
    assert "would have been drawn the same. It stands as drawn." in html
    assert "Was someone forgotten?" in html


def test_in_groups_at_tables_of_two_a_correction_changes_no_pairing() -> None:
    tournament = drawn_on(groups_drawn(8))
    corrected(tournament)
    assert "would have been drawn the same" in page(tournament, ana())


def test_a_bye_that_would_be_is_named() -> None:
    tournament = two_rounds(9)
    for number in (1, 2, 3, 4):
        match = Match.objects.get(ledger=tournament.ledger_id, round=1, number=number)
        correct_sheet(match, sheet=plain_win(match, 2), reason="Trocaram", by=ana(), now=timezone.now())
    compared = compare_round(fresh(tournament))
    assert compared is not None
    (bye,) = [table for table in compared.tables if len(table) == 1]
    assert bye in compared.others
    assert f"{names_of(tournament)[bye[0]][0]} (bye)" in page(tournament, ana())


def test_without_a_correction_one_statement_decides() -> None:
    counts = []
    for tournament in (first_round(8, table_low=2, table_high=2), two_rounds()):
        who = browser(ana())
        who.get(at(tournament))  # signs in once
        clear()
        with CaptureQueriesContext(connection) as found:
            assert who.get(at(tournament)).status_code == 200
        counts.append(len(found))
        assert not [query for query in found if "commit" in query["sql"] and "ecret" in query["sql"]][1:]
    assert counts[1] == counts[0] + 1


def test_more_entries_take_no_more_statements_after_a_correction() -> None:
    counts = []
    for entries in (8, 16):
        tournament, who = two_rounds(entries), browser(ana())
        corrected(tournament)
        who.get(at(tournament))  # signs in once
        clear()
        with CaptureQueriesContext(connection) as found:
            assert "drawn differently" in text(who.get(at(tournament)))
        counts.append(len(found))
    assert counts[0] == counts[1]


# --- taken back ---------------------------------------------------------------------------------------


def test_it_is_taken_back_with_a_reason() -> None:
    tournament, who = two_rounds(), browser(ana())
    opened = who.get(at(tournament, "round_withdraw"))
    assert "The tables of this round disappear for everyone" in text(opened)
    assert "Keep the round" in text(opened)
    sent = {"reason": "Faltava a Lia", "seen": opened.context["seq"]}
    answer = who.post(at(tournament, "round_withdraw"), sent)
    assert answer.headers["Location"] == at(tournament)
    assert Draw.objects.get(tournament=tournament, first_round=2).withdrawn
    after = who.get(at(tournament))
    assert "The round is taken back. It can be drawn again." in text(after)
    assert f'href="{at(tournament, "round_draw")}"' in after.content.decode()


def test_its_draw_and_reason_can_be_verified() -> None:
    tournament = two_rounds()
    secret = Draw.objects.get(tournament=tournament, first_round=2).secret
    withdraw_round(tournament, reason="Faltava <a> Lia", by=ana(), now=timezone.now())
    html = browser().get(at(tournament, "draw_verify")).content.decode()
    assert "Faltava &lt;a&gt; Lia" in html
    assert str(secret) in html


def test_a_reason_is_asked_for() -> None:
    tournament = two_rounds()
    answer = browser(ana()).post(at(tournament, "round_withdraw"), {"reason": ""})
    assert answer.status_code == 422
    assert not Draw.objects.get(tournament=tournament, first_round=2).withdrawn


def test_who_was_slower_is_told_how_things_stand() -> None:
    tournament, who = two_rounds(), browser(ana())
    seen = who.get(at(tournament, "round_withdraw")).context["seq"]
    withdraw_round(tournament, reason="Engano", by=ana(), now=timezone.now())
    answer = who.post(at(tournament, "round_withdraw"), {"reason": "Engano", "seen": seen})
    assert answer.status_code == 409
    assert "Someone got there first. This is how things stand now." in text(answer)
    assert "Only round 1 is drawn." in text(answer)
    assert 'name="reason"' not in answer.content.decode()


def test_a_match_that_began_since_keeps_the_round() -> None:
    tournament, who = two_rounds(), browser(ana())
    start_match(of_round(tournament, 2), by=ana(), now=timezone.now())
    answer = who.post(at(tournament, "round_withdraw"), {"reason": "Engano"})
    assert answer.status_code == 409
    assert "A match of the latest round has begun" in text(answer)
    assert "A match of the latest round has begun" in page(tournament, ana(), "round_withdraw")


def test_nobody_is_shown_a_table_of_it_afterwards() -> None:
    tournament = two_rounds()
    gone = of_round(tournament, 2)
    assert "drawn-2" in {item.key for item in tournament_news(fresh(tournament))}
    withdraw_round(tournament, reason="Engano", by=ana(), now=timezone.now())
    tournament = fresh(tournament)
    assert "drawn-2" not in {item.key for item in tournament_news(tournament)}
    assert pairings(tournament) is None
    assert browser().get(at(tournament, "match", gone.code)).status_code == 404
    assert RecordLine.objects.filter(ledger=tournament.ledger_id, type="round.withdrawn").exists()
    for name in (
        "rounds",
        "hall",
        "standing",
        "tournament",
        "share",
        "where",
        "tournament_feed",
        "record_page",
    ):
        answer = browser().get(at(tournament, name))
        assert answer.status_code == 200
        assert gone.code not in answer.content.decode()


# --- corrections --------------------------------------------------------------------------------------


def typed(tournament: Tournament, step: str) -> dict[str, str]:
    """What the form posts if the other side of a match won."""
    return right(tournament, step=step, reason="Trocaram")


def preview(tournament: Tournament, number: int) -> str:
    """What would follow if the other side of a match of this round had won."""
    address = at(tournament, "sheet_correct", of_round(tournament, number).code)
    return text(browser(ana()).post(address, typed(tournament, "show")))


def test_a_preview_names_the_later_round() -> None:
    tournament = two_rounds()
    html = preview(tournament, 1)
    assert "What would follow" in html
    assert "Round 2 is drawn already and stands." in html


def test_a_preview_of_the_latest_round_names_none() -> None:
    tournament = two_rounds()
    win_all(tournament)
    html = preview(tournament, 2)
    assert "What would follow" in html
    assert "is drawn already" not in html


def test_after_the_correction_a_link_leads_to_the_comparison() -> None:
    tournament, who = two_rounds(), browser(ana())
    address = at(tournament, "sheet_correct", of_round(tournament, 1).code)
    answer = who.post(address, typed(tournament, "confirm"), follow=True)
    assert "Round 2 was drawn before this correction." in text(answer)
    assert f'<a href="{at(tournament)}">Compare it</a>' in answer.content.decode()


def test_after_an_undo_too() -> None:
    tournament, who = two_rounds(), browser(ana())
    address = at(tournament, "correction_undo", corrected(tournament).seq)
    answer = who.post(address, {"reason": "Engano"}, follow=True)
    assert "Round 2 was drawn before this correction." in text(answer)
