"""The page that a judge is led to once the grace time is over."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from matches.models import Entry, EntryState, Match
from scheduling.dispatcher import dispatch
from scheduling.timetables import make_timetable, request_plan
from tests.api.programs import program
from tests.cast import START, ana, browser, bruno, caio, called, drawn, fresh
from tests.services.test_no_shows import people
from tests.web.html import text
from tournaments.models import Tournament
from tournaments.play.play import start_match

pytestmark = pytest.mark.django_db


def late(entries: int = 16, **chosen: Any) -> tuple[Tournament, Match]:
    """A match that was called twenty minutes ago."""
    tournament = drawn(entries, tables=2, starts_at=None, **chosen)
    dispatch(tournament.ledger_id, now=timezone.now() - timedelta(minutes=20))
    return fresh(tournament), called(tournament)[0]


def url(tournament: Tournament, match: Match, *missing: str) -> str:
    query = "&".join(f"falta={code}" for code in missing)
    return f"{reverse('no_show', args=[tournament.slug, match.code])}?{query}"


def test_the_hall_and_the_match_lead_there_once_the_grace_time_is_over() -> None:
    tournament, match = late()
    for name, args in (("now", []), ("match", [match.code])):
        page = browser(bruno()).get(reverse(name, args=[tournament.slug, *args])).content.decode()
        assert reverse("no_show", args=[tournament.slug, match.code]) in page
    assert (
        'id="no-show"'
        in browser(bruno()).get(reverse("match", args=[tournament.slug, match.code])).content.decode()
    )


def test_in_the_grace_time_the_page_says_that_they_may_still_come() -> None:
    tournament, match = late()
    Match.objects.filter(pk=match.pk).update(called_at=timezone.now())
    page = browser(bruno()).get(url(tournament, match)).content.decode()
    assert "they may still come" in page
    match_page = browser(bruno()).get(reverse("match", args=[tournament.slug, match.code])).content.decode()
    assert 'id="no-show"' not in match_page


@pytest.mark.parametrize("language", ["pt-br", "en"])
def test_the_choices_come_with_what_follows(language: str) -> None:
    tournament, match = late()
    answer = browser(ana(), language=language).get(url(tournament, match, *people(match)[1:]))
    rows = {row.act: row for row in answer.context["rows"]}
    assert rows.keys() == {"wait", "walkover", "drop", "substitute"}
    assert rows["walkover"].matches
    assert any(change.effect.after.winner for change in rows["walkover"].matches)
    assert rows["substitute"].reasons


def test_waiting_says_what_the_table_is_for_next() -> None:
    tournament = drawn(24, tables=2)
    request_plan(tournament, by=ana(), now=START)
    make_timetable(tournament.ledger_id, now=START)
    dispatch(tournament.ledger_id, now=START)
    match = called(tournament)[0]
    answer = browser(bruno()).get(url(tournament, match, people(match)[0]))
    assert answer.context["next_here"].table == match.table.label if match.table else False
    assert "Next at this table" in answer.content.decode()


def test_the_walkover_of_the_page_is_recorded_by_its_button() -> None:
    tournament, match = late()
    client, missing = browser(bruno()), people(match)[1:]
    page = client.get(url(tournament, match, *missing))
    sent = {"absent": missing, "seen": page.context["seq"], "report": page.context["report"]}
    assert client.post(reverse("match_absent", args=[tournament.slug, match.code]), sent).status_code == 302
    match.refresh_from_db()
    assert match.winner == Entry.objects.get(members__persona__code=people(match)[0])


def test_taking_out_needs_a_reason_and_the_coordinator() -> None:
    tournament, match = late()
    where, missing = reverse("no_show", args=[tournament.slug, match.code]), people(match)[:1]
    assert browser(ana()).post(where, {"missing": missing, "reason": " "}).status_code == 422
    assert browser(bruno()).post(where, {"missing": missing, "reason": "x"}).status_code == 403
    assert browser(ana()).post(where, {"missing": missing, "reason": "Não veio."}).status_code == 302
    assert Entry.objects.get(members__persona__code=missing[0]).state == EntryState.WITHDRAWN


def test_it_is_the_judges_page_and_of_matches_to_come() -> None:
    tournament, match = late()
    assert browser(caio()).get(url(tournament, match)).status_code == 403
    Match.objects.filter(pk=match.pk).update(state="playing", started_at=timezone.now())
    assert browser(bruno()).get(url(tournament, match))["Location"].endswith(match.code + "/")
    assert browser(bruno()).get(url(tournament, match, "p000")).status_code == 302


def test_a_stranger_among_the_missing_is_left_aside() -> None:
    tournament, match = late()
    assert browser(bruno()).get(url(tournament, match, "p000")).context["rows"] == []


def test_programs_read_the_same_and_take_out() -> None:
    tournament, match = late()
    base, missing = f"tournaments/{tournament.slug}/matches/{match.code}/no-show/", people(match)[1:]
    told = program(bruno()).get(f"{base}?missing={'%20'.join(missing)}").body
    assert [one["act"] for one in told["choices"]] == ["wait", "walkover", "drop", "substitute"]
    assert (told["missing"], told["is_over"]) == (missing, True)
    assert program(bruno()).get(f"{base}?missing=p000").body["choices"] == []
    assert program(caio()).get(base).status == 403
    sent = {"missing": missing[:1], "reason": "Não veio."}
    assert program(bruno()).post(base, sent).status == 403
    assert len(program(ana()).post(base, sent).body["entries"]) == 1


def test_what_came_too_late_is_said_on_the_page_of_the_match() -> None:
    tournament, match = late()
    missing = people(match)[0]
    start_match(match, by=bruno(), now=timezone.now())
    answer = browser(ana()).post(url(tournament, match), {"missing": missing, "reason": "x"}, follow=True)
    assert answer.redirect_chain == [(reverse("match", args=[tournament.slug, match.code]), 302)]
    assert "This match is being played." in answer.content.decode()


def test_who_ticks_nobody_is_told_to() -> None:
    tournament, match = late()
    who, asked = browser(bruno()), "Tap the people who did not come."
    assert asked not in text(who.get(url(tournament, match)))
    assert asked in text(who.get(url(tournament, match) + "ver=1"))
    assert asked not in text(who.get(url(tournament, match, *people(match)[1:]) + "&ver=1"))


def test_of_two_half_pairs_each_has_its_own_way_to_a_substitute() -> None:
    tournament, match = late(8, kind="duplas")
    shown = browser(ana()).get(url(tournament, match, *people(match)[:2]))
    words = re.sub("<[^>]*>", "", text(shown)).replace("&amp;", "&")
    for _, names in shown.context["missing_sides"]:
        assert f"Name the substitute: {' & '.join(names)}" in words
    assert len(shown.context["missing_sides"]) == 2
