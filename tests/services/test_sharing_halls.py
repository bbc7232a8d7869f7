"""Who brings tournaments into one hall and takes them out again, and when that is refused."""

import pytest
from django.utils import timezone

from core.errors import Forbidden, Refused, Stale
from core.models import Job, JobState
from matches.models import HallShare, SharedHall, TakenTable
from tests.cast import ana, created, duda, finished, staffed
from tests.sharing import call, duels, forced, on, ready, share, table, won
from tournaments.act import DISPATCH
from tournaments.models import Role, Tournament
from tournaments.setup import staff
from tournaments.tables.share import leave_hall, share_hall, tournaments_to_share_with
from tournaments.tables.shared_hall import neighbours

pytestmark = pytest.mark.django_db


def test_joining_is_refused_while_both_have_a_match_at_one_table() -> None:
    first, second = duels("Um"), duels("Dois")
    call(first)
    forced(ready(second), table(second, "2"))
    with pytest.raises(Refused) as refused:
        share(first, second)
    (violation,) = refused.value.violations
    assert (violation.code, violation.facts) == ("table_used_by_both", {"table": "2"})
    assert not HallShare.objects.exists()
    won(on(second)[0])
    share(first, second)
    assert sorted(TakenTable.objects.values_list("label", flat=True)) == ["1", "2"]


def test_who_joins_calls_at_once_and_twice_is_once() -> None:
    first, second = duels("Um"), duels("Dois")
    share(first, second)
    share(second, first)
    assert SharedHall.objects.count() == 1
    assert list(neighbours(first.ledger_id)) == [second]
    keys = Job.objects.filter(kind=DISPATCH, state=JobState.WAITING).values_list("key", flat=True)
    assert {str(first.ledger_id), str(second.ledger_id)} <= set(keys)


def test_a_third_one_comes_in_and_two_halls_are_not_made_one() -> None:
    first, second, third, fourth = (created(name=name) for name in ("Um", "Dois", "Três", "Quatro"))
    share(first, second)
    share(third, second)
    assert set(neighbours(third.ledger_id)) == {first, second}
    other = created(name="Cinco")
    share(fourth, other)
    with pytest.raises(Refused, match="hall_of_two"):
        share(first, fourth)
    leave_hall(other, by=ana(), now=timezone.now())
    share(first, fourth)
    assert set(neighbours(fourth.ledger_id)) == {first, second, third}
    assert SharedHall.objects.count() == 1


def test_only_who_coordinates_all_of_them_brings_them_together() -> None:
    first, second, third = (created(name=name) for name in ("Um", "Dois", "Três"))
    for one in (first, second):
        staff.assign_role(one, username=staffed(duda()), role=Role.JUDGE, by=ana(), now=timezone.now())
    staff.assign_role(third, username=staffed(duda()), role=Role.COORDINATOR, by=ana(), now=timezone.now())
    with pytest.raises(Forbidden):
        share_hall(third, first, by=duda(), now=timezone.now())
    with pytest.raises(Forbidden):
        share_hall(first, third, by=duda(), now=timezone.now())
    staff.assign_role(first, username=staffed(duda()), role=Role.COORDINATOR, by=ana(), now=timezone.now())
    share(first, second)
    assert tournaments_to_share_with(third, duda()) == [first]
    with pytest.raises(Refused, match="hall_of_others"):
        share_hall(third, first, by=duda(), now=timezone.now())
    with pytest.raises(Forbidden):
        leave_hall(second, by=duda(), now=timezone.now())
    leave_hall(first, by=duda(), now=timezone.now())
    share_hall(third, first, by=duda(), now=timezone.now())
    assert list(neighbours(second.ledger_id)) == []


def test_what_is_over_or_in_the_bin_is_not_offered_and_takes_no_table() -> None:
    first, over, binned = created(name="Um"), finished(4, name="Fim"), created(name="Lixo")
    Tournament.objects.filter(pk=binned.pk).update(binned_at=timezone.now())
    assert tournaments_to_share_with(first, ana()) == []
    with pytest.raises(Stale, match="finished"):
        share(first, over)
    with pytest.raises(Refused, match="hall_with_itself"):
        share(first, first)
