"""Programs let tournaments share the tables of a hall, read who uses what, and take one out again."""

import pytest
from django.utils import timezone

from matches.models import HallShare
from tests.api.programs import program
from tests.cast import ana, bruno, created, duda, fresh
from tests.sharing import call, duels, hall, labels, ready
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def route(tournament: Tournament) -> str:
    return f"tournaments/{tournament.slug}/shared-hall/"


def test_it_is_shared_read_and_left() -> None:
    first, second = duels("Um"), duels("Dois")
    call(first)
    boss = program(ana())
    assert boss.get(route(second)).body == {"shared_with": [], "used": [], "ends_about": None}
    shared = boss.put(route(second), {"tournament": first.slug})
    assert shared.status == 200
    assert shared.body["shared_with"] == [{"slug": first.slug, "title": first.title, "ends_about": None}]
    used = [(one["table"], one["slug"], one["title"]) for one in shared.body["used"]]
    assert used == [("1", first.slug, first.title), ("2", first.slug, first.title)]
    assert all(one["until"] > timezone.now().isoformat()[:16] for one in shared.body["used"])
    assert boss.get(route(first)).body["used"] == []
    for _again in range(2):
        left = boss.delete(route(second))
        assert (left.status, left.body) == (200, {"shared_with": [], "used": [], "ends_about": None})


def test_who_decided_on_an_older_state_is_told_so() -> None:
    first, second = created(name="Um"), created(name="Dois")
    boss, seen = program(ana()), first.ledger.head_seq
    boss.patch(f"tournaments/{first.slug}/", {"venue": "Clube"})
    assert boss.put(route(first), {"tournament": second.slug}, seen=seen).status == 412
    assert not HallShare.objects.exists()
    seen = fresh(first).ledger.head_seq
    assert boss.put(route(first), {"tournament": second.slug}, seen=seen).status == 200


def test_what_cannot_be_is_refused_with_its_code() -> None:
    first, second = hall()
    third = duels("Três")
    call(third)
    boss = program(ana())
    assert boss.put(route(third), {"tournament": first.slug}).fields == {"tournament": "table_used_by_both"}
    assert boss.put(route(third), {"tournament": third.slug}).fields == {"tournament": "hall_with_itself"}
    assert boss.put(route(third), {"tournament": "nowhere"}).status == 404
    busy = boss.post(f"tournaments/{second.slug}/matches/{ready(second).code}/place/", {"table": "1"})
    assert busy.fields == {"table": "table_busy"}
    assert first.title in busy.text


def test_who_may_not_know_of_a_tournament_reads_only_that_a_table_is_used() -> None:
    first, second = hall()
    hidden = {"taken_down_at": timezone.now(), "taken_down_because": "x"}
    Tournament.objects.filter(pk=first.pk).update(**hidden)
    for who in (None, duda()):
        body = program(who).get(route(second)).body
        assert body["shared_with"] == []
        used = [(one["table"], one["slug"], one["title"]) for one in body["used"]]
        assert used == [("1", "", ""), ("2", "", "")]
    assert program(bruno()).get(route(fresh(second))).body["shared_with"][0]["title"] == first.title
    assert labels(second) == []
