"""Many people use one link at the same moment: no more get in than it says."""

import pytest

from core.errors import Forbidden
from core.models import RecordLine
from tests.cast import START, ana, created, player
from tests.fixtures.database import AtOnce
from tournaments.models import AccessLink, Staff
from tournaments.setup.access_links import code_of, find_link, issue_link, use_link


@pytest.mark.fault("F123")
@pytest.mark.parametrize("uses", [1, 3])
def test_of_many_at_once_as_many_get_the_role_as_the_link_says(at_once: AtOnce, uses: int) -> None:
    tournament = created()
    before = RecordLine.objects.filter(type="staff.assigned").count()
    link = find_link(code_of(issue_link(tournament, role="judge", uses=uses, by=ana(), now=START)))
    assert link is not None
    people = [player(f"pessoa{number}") for number in range(6)]
    answers = at_once(*(lambda one=one: use_link(link, by=one, now=START) for one in people))
    assert sum(isinstance(answer, Staff) for answer in answers) == uses
    assert [answer.code for answer in answers if isinstance(answer, Forbidden)] == ["link_not_valid"] * (
        6 - uses
    )
    assert Staff.objects.filter(tournament=tournament, persona__player__in=people).count() == uses
    assert RecordLine.objects.filter(type="staff.assigned").count() == before + uses
    assert AccessLink.objects.get().used == uses


@pytest.mark.fault("F123")
def test_one_person_who_taps_many_times_uses_it_once(at_once: AtOnce) -> None:
    tournament = created()
    link = find_link(code_of(issue_link(tournament, role="judge", uses=5, by=ana(), now=START)))
    assert link is not None
    person = player("pessoa")
    answers = at_once(*[lambda: use_link(link, by=person, now=START)] * 4)
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    assert AccessLink.objects.get().used == 1
