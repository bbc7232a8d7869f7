"""The pages of groups before a bracket: draw, standings and tables by group, closing, one's own place."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from matches.models import Entry, Match, Member
from tests.cast import ana, browser, bruno, caio, checked_in, fresh
from tests.swiss import closed, groups_drawn, in_groups, play_all, play_rounds, win_all
from tests.web.html import text as words
from tournaments.departures.disqualify import disqualify
from tournaments.departures.withdraw import withdraw
from tournaments.draw.rounds import draw_round
from tournaments.match_views.versioned_cache import clear
from tournaments.match_views.whereabouts import my_day
from tournaments.models import Draw, Stage, State, Tournament

pytestmark = pytest.mark.django_db


def at(tournament: Tournament, name: str = "rounds") -> str:
    return reverse(name, args=[tournament.slug])


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def page(tournament: Tournament, name: str = "rounds", who: Player | None = None, query: str = "") -> str:
    """The page without its line breaks."""
    return words(browser(who).get(at(tournament, name) + query))


def numbers(html: str) -> list[int]:
    """The groups of a page in its order."""
    return [int(number) for number in re.findall(r'<h4 id="group-(\d+)"', html)]


# --- the first draw ---------------------------------------------------------------------------------


def before(entries: int = 18, **chosen: Any) -> Tournament:
    plan = in_groups(4, 3, 2, apart=True)
    return checked_in(entries, **{"stages": plan, "table_low": 2, "table_high": 4, **chosen})


def test_the_draw_page_has_groups_their_sizes_and_tables() -> None:
    html = page(before(), "draw", ana())
    assert "Draw of the groups and their first round" in html
    assert "2 groups of 5, 2 groups of 4" in html
    assert "2 tables of 4, 2 tables of 3, 2 tables of 2" in html
    assert "the best 2 of each group" in html
    assert "in different groups where possible" in html


def test_a_last_look_comes_before_the_groups_are_drawn() -> None:
    tournament, who = before(), browser(ana())
    review = who.post(at(tournament, "draw"), {"word": "Pitangas", "seen": "999"})
    assert "Draw the groups and their first round?" in review.content.decode()
    assert fresh(tournament).state == State.PREPARING
    sent = {"word": "Pitangas", "confirm": "1", "regulation": review.context["regulation"]}
    answer = who.post(at(tournament, "draw"), sent, follow=True)
    assert "The groups and their first round are drawn." in answer.content.decode()
    assert Draw.objects.get(tournament=tournament).word == "Pitangas"


def test_more_groups_than_people_is_said_before_there_is_a_button() -> None:
    answer = browser(ana()).get(at(before(7), "draw"))
    assert [item.violation.code for item in answer.context["missing"]] == ["groups_too_many"]
    assert 'name="word"' not in answer.content.decode()


def test_the_first_round_can_be_withdrawn_before_it_is_played() -> None:
    tournament, who = groups_drawn(), browser(ana())
    assert "The groups and the tables of their first round disappear" in page(
        tournament, "draw_withdraw", ana()
    )
    assert who.post(at(tournament, "draw_withdraw"), {"reason": "Faltava alguém"}).status_code == 302
    assert not Stage.objects.exists()


# --- the page of the groups ---------------------------------------------------------------------------


def test_a_round_has_its_tables_under_the_name_of_their_group() -> None:
    tournament = groups_drawn(12, groups=3)
    answer = browser().get(at(tournament))
    assert numbers(answer.content.decode()) == [1, 2, 3]
    groups = Stage.objects.get().groups or []
    for part in answer.context["page"].items:
        codes = {side.entry_code for match in part.items for side in match.sides}
        assert codes == set(groups[part.number - 1])
    assert "Round 1 of the groups" in answer.content.decode()


def test_each_group_has_a_table_of_its_own_places() -> None:
    tournament = groups_drawn(8)
    win_all(tournament)
    answer = browser().get(f"{at(tournament)}?rodada=ordem")
    assert [part.number for part in answer.context["page"].items] == [1, 2]
    assert all([row.place for row in part.items] == [1, 1, 3, 3] for part in answer.context["page"].items)
    assert answer.content.decode().count('class="is-through"') == 4


def test_the_disqualified_stand_last_in_their_group_without_a_place() -> None:
    tournament = groups_drawn(8)
    play_all(tournament)
    first = browser().get(f"{at(tournament)}?rodada=ordem").context["page"].items[0].items[0]
    disqualify(Entry.objects.get(code=first.code), reason="Gritou", by=ana(), now=timezone.now())
    last = browser().get(f"{at(fresh(tournament))}?rodada=ordem").context["page"].items[0].items[-1]
    assert (last.code, last.place) == (first.code, None)


@pytest.mark.parametrize("query", ["", "?rodada=ordem"])
def test_ones_own_group_comes_first_for_oneself_alone(query: str) -> None:
    tournament = groups_drawn(12, groups=3)
    code = Member.objects.get(persona__player=caio()).entry.code
    (own,) = [n for n, group in enumerate(Stage.objects.get().groups or [], 1) if code in group]
    others = [number for number in (1, 2, 3) if number != own]
    mine = page(tournament, who=caio(), query=query)
    assert numbers(mine) == [own, *others]
    assert mine.count('class="stage-group is-mine"') == 1
    assert numbers(page(tournament, query=query)) == [1, 2, 3]
    assert "is-mine" not in page(tournament, who=bruno(), query=query)


def test_many_groups_are_spread_over_pages_and_none_is_split() -> None:
    tournament = groups_drawn(120, groups=8, advance=1)
    first = browser().get(f"{at(tournament)}?rodada=ordem").context["page"]
    assert (len(first.items), first.last) == (6, 2)
    assert all(len(part.items) == 15 for part in first.items)


def test_the_groups_have_a_tab_of_their_name() -> None:
    tournament = groups_drawn()
    html = text(browser(), at(tournament, "tournament"))
    link = f'href="{at(tournament)}"'
    assert link in html
    assert re.search(rf"<a[^>]*{re.escape(link)}[^>]*>\s*Groups", html)
    assert ">Rounds<" not in html


@pytest.mark.parametrize("query", ["", "?rodada=ordem"])
def test_more_entries_take_no_more_statements(query: str) -> None:
    counts = []
    for entries in (8, 16):
        tournament, who = groups_drawn(entries), browser(ana())
        play_all(tournament)
        who.get(at(tournament))  # signs in once
        clear()
        with CaptureQueriesContext(connection) as found:
            assert who.get(f"{at(tournament)}{query}").status_code == 200
        counts.append(len(found))
    assert counts[0] == counts[1]
    assert counts[0] <= 19


def test_a_match_is_named_by_its_group() -> None:
    tournament = groups_drawn(8)
    match = Match.objects.filter(ledger=tournament.ledger_id).latest("number")
    html = words(browser().get(reverse("match", args=[tournament.slug, match.code])))
    assert f"Group 2, round 1, match {match.number}" in html


# --- the next round and the end -------------------------------------------------------------------------


def test_a_stale_draw_says_that_another_was_first_and_keeps_nothing() -> None:
    tournament = groups_drawn(8)
    play_all(tournament)
    who = browser(ana())
    seen = who.get(at(tournament, "round_draw")).context["seq"]
    draw_round(fresh(tournament), word="Uvas", by=ana(), now=timezone.now())
    answer = who.post(at(tournament, "round_draw"), {"word": "Pitangas", "seen": seen})
    assert answer.status_code == 409
    assert "Someone got there first. This is how things stand now." in answer.content.decode()
    assert "What you typed is still here" not in answer.content.decode()


def tied() -> Tournament:
    """One round after which each group of four has two winners for one place."""
    tournament = groups_drawn(8, rounds=1, advance=1)
    win_all(tournament)
    return fresh(tournament)


def test_each_group_has_its_own_cut_of_cards() -> None:
    tournament, who = tied(), browser(ana())
    found = who.get(at(tournament, "stage_close"))
    cuts = found.context["cuts"]
    assert [(cut.border.group, cut.border.free, len(cut.boxes)) for cut in cuts] == [(1, 1, 2), (2, 1, 2)]
    html = words(found)
    assert "2 cuts of cards are needed" in html
    assert html.count("mark the one who won") == 2
    winners = [cut.border.tied[0] for cut in cuts]
    one_missing = who.post(at(tournament, "stage_close"), {"won": winners[:1], "word": "Uvas"})
    assert (one_missing.status_code, one_missing.context["form"].codes) == (422, {"cut_needed"})
    assert "In group 2" in one_missing.content.decode()
    assert "In group 1" not in one_missing.content.decode()
    assert f'value="{winners[0]}" ' in one_missing.content.decode().split("checked")[0]
    assert 'value="Uvas"' in one_missing.content.decode()
    answer = who.post(at(tournament, "stage_close"), {"won": winners, "word": "Uvas"})
    assert answer.headers["Location"] == at(tournament, "draw")
    assert set(Stage.objects.get().advanced or ()) == set(winners)


def test_fewer_who_go_on_are_explained() -> None:
    tournament = play_rounds(groups_drawn(8))
    group = (Stage.objects.get().groups or [])[0]
    for entry in Entry.objects.filter(code__in=group[1:]):
        withdraw(entry, reason="", by=ana(), now=timezone.now())
    html = page(fresh(tournament), "stage_close", ana())
    assert "4 were planned, but only 3 can go on: a group has not enough entries left" in html


def test_the_end_leads_to_the_bracket_and_says_who_goes_on() -> None:
    tournament = closed(play_rounds(groups_drawn(8)))
    html = page(tournament)
    assert "The groups are closed." in html
    assert html.count("goes on") == 4
    assert "order of the groups" in page(tournament, "draw")
    assert "dealt back and forth" in page(tournament, "draw_verify")


def test_groups_without_a_bracket_end_with_their_order() -> None:
    tournament = play_rounds(groups_drawn(8, advance=0))
    assert "The order of the groups becomes the final order" in page(tournament, "stage_close", ana())
    shown = page(closed(tournament), "standing")
    assert "the same place in the groups" in shown


# --- one's own place --------------------------------------------------------------------------------------


def test_after_the_last_match_of_ones_group_one_waits_for_the_others() -> None:
    """Groups of four and of five at tables of two: the larger one plays two rounds more."""
    tournament = groups_drawn(9, rounds=5)
    for number in range(1, 4):
        play_all(tournament)
        if number < 3:
            draw_round(fresh(tournament), by=ana(), now=timezone.now())
    own = Member.objects.get(persona__player=caio()).entry.code
    is_small = next(len(group) for group in Stage.objects.get().groups or [] if own in group) == 4
    day = my_day(fresh(tournament), caio())
    assert day is not None
    assert day.next_round == (0 if is_small else 4)
    said = "The matches of your group are played" if is_small else "Wait for round 4 of the groups"
    assert said in page(fresh(tournament), "tournament", caio())


def test_late_people_read_that_groups_take_no_one_in() -> None:
    tournament, who = groups_drawn(), browser(ana())
    html = page(tournament, "entry_late", ana())
    assert "who comes late enters before the draw" in html
    assert "the draw can also be withdrawn" in html
    assert 'name="seat"' not in html
    answer = who.post(at(tournament, "entry_late"), {"name_1": "Edu", "reason": "Trânsito"})
    assert answer.status_code == 422


@pytest.mark.parametrize("name", ["tournament", "bracket", "standing", "hall", "share", "now", "regulation"])
def test_no_page_of_a_day_with_groups_speaks_of_swiss_rounds(name: str) -> None:
    tournament = groups_drawn(8)
    play_all(tournament)
    for moment in (fresh(tournament), closed(play_rounds(fresh(tournament)))):
        assert "Swiss" not in page(moment, name, ana())


def test_the_regulation_has_the_groups() -> None:
    html = page(groups_drawn(8), "regulation")
    assert "The draw makes 2 groups whose sizes differ by at most one." in html
    assert "The best 2 of each group go on to the bracket." in html
    assert "No one enters once the groups are drawn." in html


def test_who_is_disqualified_is_in_no_cut() -> None:
    tournament = tied()
    border = browser(ana()).get(at(tournament, "stage_close")).context["preview"].borders[0]
    gone = Entry.objects.get(code=border.tied[0])
    disqualify(gone, reason="Gritou", by=ana(), now=timezone.now())
    found = browser(ana()).get(at(fresh(tournament), "stage_close")).context
    assert [cut.border.group for cut in found["cuts"]] == [2]
