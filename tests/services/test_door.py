"""Checking oneself in with the code that hangs at the door."""

from datetime import timedelta

import pytest
from django.urls import reverse

from core.errors import Forbidden, Refused, Stale
from matches.models import EntryState
from tests import cast
from tests.cast import START, ana, bruno, caio, duda, fresh
from tests.fixtures.database import AtOnce
from tests.web.html import text
from tournaments.entries.check_in import check_in
from tournaments.entries.check_in_list import own_entry
from tournaments.entries.door import close_door, is_code_of, open_door, self_check_in
from tournaments.entries.enter import enter_self
from tournaments.models import Tournament


def entered() -> Tournament:
    """Caio has entered and stands at the door."""
    tournament = cast.announced()
    enter_self(tournament, by=caio(), now=START)
    return fresh(tournament)


def state_of_caio(tournament: Tournament) -> str:
    entry = own_entry(tournament, caio())
    assert entry is not None
    return entry.state


@pytest.mark.django_db
def test_who_reads_the_code_at_the_door_checks_in() -> None:
    tournament = entered()
    code = open_door(tournament, by=bruno(), now=START)
    for _again in range(2):
        self_check_in(tournament, code=code, by=caio(), now=START)
    assert state_of_caio(tournament) == EntryState.CHECKED_IN
    kinds = list(tournament.ledger.lines.values_list("type", flat=True))
    assert kinds.count("entry.checked_in") == 1


@pytest.mark.django_db
@pytest.mark.parametrize("code", ["", "d", "None", "dxxxxxxxx", "dé"])
def test_any_other_code_opens_nothing(code: str) -> None:
    tournament = entered()
    for opened in (False, True):
        if opened:
            open_door(tournament, by=bruno(), now=START)
        with pytest.raises(Forbidden, match="door_closed"):
            self_check_in(tournament, code=code, by=caio(), now=START)
    assert state_of_caio(tournament) == EntryState.ENTERED


@pytest.mark.django_db
def test_a_new_code_ends_the_one_before_and_closing_ends_all() -> None:
    tournament = entered()
    first = open_door(tournament, by=bruno(), now=START)
    second = open_door(tournament, by=bruno(), now=START)
    assert [is_code_of(fresh(tournament), code) for code in (first, second)] == [False, True]
    close_door(tournament, by=bruno(), now=START)
    assert not is_code_of(fresh(tournament), second)


@pytest.mark.django_db
def test_only_the_staff_hangs_it_up_and_only_before_the_draw() -> None:
    tournament = entered()
    for act in (open_door, close_door):
        with pytest.raises(Forbidden):
            act(tournament, by=caio(), now=START)
    drawn = cast.drawn(8)
    with pytest.raises(Stale, match="draw_published"):
        open_door(drawn, by=ana(), now=START)


@pytest.mark.django_db
def test_who_is_not_entered_is_told_so_and_pineapples_stay_as_they_were_noted() -> None:
    tournament = cast.announced(variants=("calouro-do-chacrinha",))
    enter_self(tournament, by=caio(), now=START)
    code = open_door(tournament, by=bruno(), now=START)
    with pytest.raises(Refused, match="you_are_not_entered"):
        self_check_in(tournament, code=code, by=duda(), now=START)
    entry = own_entry(tournament, caio())
    assert entry is not None
    person = entry.members.get().persona.code
    check_in(entry, by=bruno(), now=START, pineapples=[person])
    self_check_in(tournament, code=code, by=caio(), now=START + timedelta(minutes=1))
    assert entry.members.get().pineapple


@pytest.mark.django_db
def test_the_pages_lead_from_the_door_to_the_tournament() -> None:
    tournament = entered()
    door = reverse("door", args=[tournament.slug])
    staff, player = cast.browser(bruno()), cast.browser(caio())
    assert player.get(door).status_code == 403
    assert "Create a code" in text(staff.get(door))
    assert staff.post(door, {"act": "open"}).status_code == 302
    code = fresh(tournament).door_code
    assert code
    page = reverse("arrive", args=[tournament.slug, code])
    assert page in staff.get(door).context["address"]
    assert "/conta/entrar/?next=" in text(cast.browser().get(page))
    assert "I am here" in text(player.get(page))
    assert player.post(page).status_code == 302
    assert "You are checked in" in text(player.get(page))
    staff.post(door, {"act": "close"})
    late = cast.browser(duda()).post(page)
    assert late.status_code == 403
    assert "no longer works" in text(late)


@pytest.mark.django_db(transaction=True)
def test_staff_and_player_at_once_is_one_check_in(at_once: AtOnce) -> None:
    tournament = entered()
    code = open_door(tournament, by=bruno(), now=START)
    entry = own_entry(tournament, caio())
    assert entry is not None
    judge, player = bruno(), caio()
    found = at_once(
        lambda: check_in(entry, by=judge, now=START),
        lambda: self_check_in(tournament, code=code, by=player, now=START),
    )
    assert not [one for one in found if isinstance(one, Exception)]
    assert list(tournament.ledger.lines.values_list("type", flat=True)).count("entry.checked_in") == 1
