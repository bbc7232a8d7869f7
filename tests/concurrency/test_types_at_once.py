"""Two people act on a type at the same moment: one wins, the other is told."""

import pytest

from accounts.models import Player, User
from catalogue import services
from catalogue.models import Proposal, Step, TypeState
from core.errors import Refused, Stale
from tests.cast import START, ana, caio, duda
from tests.fixtures.database import AtOnce
from tests.inventions import drafted, proposed
from tournaments.setup.type_choice import decide_type


def editor(who: Player) -> Player:
    """The person, who edits the catalogue."""
    user = User.objects.get(player=who)
    services.appoint(user)
    who.user = user
    return who


@pytest.mark.F05
def test_of_two_editors_one_decides(at_once: AtOnce) -> None:
    proposal, one, other = proposed(ana()), editor(caio()), editor(duda())

    def decided(by: Player, decision: str) -> Proposal:
        return decide_type(proposal, decision=decision, reason="x", by=by, now=START, seen=proposal.seq)

    answers = at_once(lambda: decided(one, "accept"), lambda: decided(other, "refuse"))
    stale = [answer for answer in answers if isinstance(answer, Stale)]
    assert [answer.code for answer in stale] == ["stale"]
    kept = Proposal.objects.get()
    assert kept.state in (TypeState.ACCEPTED, TypeState.REFUSED)
    assert Step.objects.filter(proposal=kept).count() == 3


def test_of_two_authors_one_gets_the_name(at_once: AtOnce) -> None:
    one, other = caio(), duda()
    answers = at_once(lambda: drafted(one), lambda: drafted(other))
    refused = [answer for answer in answers if isinstance(answer, Refused)]
    assert [[found.code for found in answer.violations] for answer in refused] == [["type_taken"]]
    assert Proposal.objects.count() == 1
