"""“Agora” and the API name matches that a forgotten table elsewhere blocks, and undo the block."""

import re
from datetime import datetime

import pytest
import time_machine
from django.urls import reverse

from matches.models import Match, MatchState
from tests.api.programs import program
from tests.cast import ana, browser, bruno, duda, staffed
from tests.services.test_blocked_matches import GRACE, blocked
from tests.sharing import duels, share
from tests.web.test_main_acts import foreseen
from tournaments.models import Role, Tournament
from tournaments.setup import staff

pytestmark = [pytest.mark.django_db, pytest.mark.fault("F127")]


def step(tournament: Tournament, at: datetime, who: str = "ana") -> str:
    """What the page of the day says is next, for one of the staff."""
    people = {"ana": ana, "bruno": bruno, "duda": duda}
    with time_machine.travel(at):
        text = browser(people[who]()).get(reverse("now", args=[tournament.slug])).content.decode()
    found = re.search(r'<section class="card card-felt step".*?</section>', text, re.DOTALL)
    assert found is not None
    return " ".join(found[0].split())


def posted(name: str, tournament: Tournament, at: datetime, **typed: str) -> tuple[int, str]:
    with time_machine.travel(at):
        response = browser(ana()).post(reverse(name, args=[tournament.slug]), typed, follow=True)
    return response.status_code, response.content.decode()


def test_the_block_is_the_next_act_with_a_way_to_the_other_table() -> None:
    first, second, match, late = blocked()
    assert "Nothing to do right now" in step(second, late - GRACE)
    text = step(second, late)
    assert "1 match is waiting for people" in text
    assert f"of “{first.title}”" in text
    assert f'name="match" value="{match.code}"' in text
    there = Match.objects.get(ledger=first.ledger_id, state=MatchState.CALLED)
    assert f'href="{reverse("match", args=[first.slug, there.code])}"' in text


def test_a_judge_sees_it_and_is_told_who_may() -> None:
    _, second, _, late = blocked()
    text = step(second, late, "bruno")
    assert "1 match is waiting for people" in text
    assert "<form" not in text
    assert "The coordinator or the organizer does this." in text


def test_who_may_not_see_the_other_tournament_finds_no_name_of_it() -> None:
    first, second, _, late = blocked()
    staff.assign_role(second, username=staffed(duda()), role=Role.JUDGE, by=ana(), now=late)
    Tournament.objects.filter(pk=first.pk).update(taken_down_at=late, taken_down_because="x")
    text = step(second, late, "duda")
    assert "at a table of another tournament" in text
    assert first.title not in text
    assert first.slug not in text


def test_it_is_called_anyway_from_the_page() -> None:
    _, second, match, late = blocked()
    status, text = posted("call_blocked", second, late, match=match.code)
    assert status == 200
    assert "1 match is called." in text
    assert Match.objects.get(pk=match.pk).state == MatchState.CALLED
    assert posted("call_blocked", second, late, match=match.code)[0] == 409


def test_too_early_the_page_says_why_not() -> None:
    _, second, match, late = blocked()
    status, text = posted("call_blocked", second, late - GRACE, match=match.code)
    assert status == 422
    assert "Still at another table: Caio do Rio." in text


def test_another_person_of_that_name_is_told_apart_from_the_page() -> None:
    _, second, _, late = blocked()
    person = second.ledger.personas.get(player__name="Caio do Rio")
    assert f'name="person" value="{person.code}"' in step(second, late)
    status, text = posted("separate_person", second, late, person=person.code)
    assert status == 200
    assert "Caio do Rio here is now another person" in text
    assert "is waiting for people" not in step(second, late)


def test_programs_read_it_and_call_anyway() -> None:
    first, second, match, late = blocked()
    path = f"tournaments/{second.slug}/"
    with time_machine.travel(late):
        (kept,) = program(ana()).get(f"{path}now/").body["kept_waiting"]
        assert (kept["match"], kept["slug"], kept["is_overdue"]) == (match.code, first.slug, True)
        answer = program(ana()).post(f"{path}matches/{match.code}/call-anyway/", key="k1")
    assert (answer.status, answer.body["state"]) == (200, "called")


def test_programs_separate_two_people() -> None:
    _, second, match, late = blocked()
    path = f"tournaments/{second.slug}/"
    with time_machine.travel(late):
        (kept,) = program(ana()).get(f"{path}now/").body["kept_waiting"]
        where = f"{path}matches/{match.code}/separate/"
        assert program(bruno()).post(where, {"person": kept["person"]}, key="k0").status == 403
        assert program(ana()).post(where, {"person": kept["person"]}, key="k1").status == 200
        assert program(ana()).get(f"{path}now/").body["kept_waiting"] == []


def test_a_shared_hall_shows_the_end_of_both_days() -> None:
    first, second = duels("Um"), duels("Dois")
    share(first, second)
    for one in (first, second):
        foreseen(one)
    text = browser(bruno()).get(reverse("now", args=[second.slug])).content.decode()
    assert text.count("Ends around") == 2
    assert reverse("tournament", args=[first.slug]) in text
    hall = program(bruno()).get(f"tournaments/{second.slug}/shared-hall/").body
    assert hall["ends_about"]
    assert hall["shared_with"][0]["ends_about"]


def test_the_end_of_a_day_that_one_may_not_see_is_not_shown() -> None:
    first, second = duels("Um"), duels("Dois")
    share(first, second)
    now = foreseen(first).made_at
    Tournament.objects.filter(pk=first.pk).update(taken_down_at=now, taken_down_because="x")
    staff.assign_role(second, username=staffed(duda()), role=Role.JUDGE, by=ana(), now=now)
    assert "Ends around" not in browser(duda()).get(reverse("now", args=[second.slug])).content.decode()
