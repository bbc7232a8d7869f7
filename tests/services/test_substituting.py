"""A pair exchanges a member before its first match, by option, and nobody is in two entries."""

from typing import Any

import pytest

from core.errors import Forbidden, Refused, Stale
from matches.models import Entry, Match
from tests.acts import Moments, assert_sound, at, entry_at, finish, line_types, won
from tests.cast import ana, bruno, drawn, entered
from tournaments.departures.substitute import Substitute, substitute
from tournaments.departures.withdraw import withdraw

pytestmark = pytest.mark.django_db


def exchange(entry: Entry, clock: Moments, name: str = "Reserva", position: int = 2, **more: Any) -> Entry:
    leaving = entry.members.get(position=position).persona.code
    asked = {"leaving": leaving, "coming": Substitute(name), "by": ana(), "reason": "ill", **more}
    return substitute(entry, now=next(clock), **asked)


@pytest.mark.F26b
def test_a_substitute_sits_where_the_other_would_have(clock: Moments) -> None:
    tournament = drawn(4, kind="duplas")
    match = at(tournament, 1, 1)
    pair = entry_at(match, 1)
    before = list(match.seats.order_by("number").values_list("persona", flat=True))
    exchange(pair, clock)
    after = list(match.seats.order_by("number").values_list("persona__player__name", flat=True))
    assert after[2] == "Reserva"
    assert line_types(tournament, 2) == ["entry.changed", "seat.filled"]
    assert [at for at, persona in enumerate(before) if persona not in _people(match)] == [2]
    assert pair.code in finish(tournament, clock)
    assert_sound(tournament)


def _people(match: Match) -> list[int | None]:
    return list(match.seats.values_list("persona", flat=True))


@pytest.mark.F26b
def test_the_member_who_left_may_play_elsewhere_and_the_substitute_not(clock: Moments) -> None:
    tournament = drawn(4, kind="duplas")
    first, second = entry_at(at(tournament, 1, 1), 1), entry_at(at(tournament, 1, 1), 2)
    left = first.members.get(position=2).persona.player
    partner = first.members.get(position=1).persona.player
    with pytest.raises(Refused, match="already_entered"):
        exchange(second, clock, partner.name)
    taken = Substitute("Sem Nome", player=partner.code)
    with pytest.raises(Refused, match="person_in_two_entries"):
        exchange(second, clock, coming=taken)
    exchange(first, clock)
    exchange(second, clock, coming=Substitute(left.name, player=left.code))
    assert second.members.get(position=2).persona.player == left
    finish(tournament, clock)
    assert_sound(tournament)


def test_after_its_first_match_never_but_a_bye_is_none(clock: Moments) -> None:
    tournament = drawn(3, kind="duplas")
    bye = next(m for m in Match.objects.filter(ledger=tournament.ledger_id) if m.sides.count() == 1)
    duel = Match.objects.exclude(pk=bye.pk).get(ledger=tournament.ledger_id, round=1)
    won(tournament, 1, duel.number, clock)
    with pytest.raises(Refused, match="substitute_too_late"):
        exchange(entry_at(duel, 1), clock)
    exchange(entry_at(bye, 1), clock)
    seats = bye.feeds.get().seats.order_by("number")
    assert [seat.persona.player.name for seat in seats if seat.persona][1] == "Reserva"
    finish(tournament, clock)
    assert_sound(tournament)


def test_only_in_pairs_only_by_option_only_its_own(clock: Moments) -> None:
    alone = drawn(4, table_high=2)
    single = entry_at(at(alone, 1, 1), 1)
    with pytest.raises(Refused, match="substitute_needs_pair"):
        exchange(single, clock, position=1)
    strict = drawn(4, kind="duplas", name="Estrito", house_rules={"pair_substitute": False})
    pair, other = entry_at(at(strict, 1, 1), 1), entry_at(at(strict, 1, 1), 2)
    with pytest.raises(Refused, match="substitute_off"):
        exchange(pair, clock)
    free = drawn(4, kind="duplas", name="Livre")
    pair, other = entry_at(at(free, 1, 1), 1), entry_at(at(free, 1, 1), 2)
    with pytest.raises(Refused, match="not_of_this_entry"):
        exchange(pair, clock, leaving=other.members.get(position=1).persona.code)


def test_who_may_and_when(clock: Moments) -> None:
    early = entered(3, kind="duplas")
    exchange(early.ledger.entries.get(number=2), clock, by=bruno(), reason="")
    assert_sound(early)
    tournament = drawn(4, kind="duplas", name="Outro")
    pair = entry_at(at(tournament, 1, 1), 1)
    with pytest.raises(Forbidden):
        exchange(pair, clock, by=bruno())
    with pytest.raises(Refused, match="reason_missing"):
        exchange(pair, clock, reason=" ")
    withdraw(pair, reason="", by=ana(), now=next(clock))
    with pytest.raises(Stale, match="entry_left"):
        exchange(pair, clock)


@pytest.mark.F26b
def test_a_pair_whose_member_leaves_plays_no_further_match(clock: Moments) -> None:
    tournament = drawn(4, kind="duplas")
    match = won(tournament, 1, 1, clock)
    pair = entry_at(match, 1)
    withdraw(pair, reason="one is ill", by=ana(), now=next(clock))
    assert not pair.members.filter(live=True).exists()
    assert set(match.feeds.get().seats.values_list("persona", flat=True)) == {None}
    finish(tournament, clock)
    assert_sound(tournament)
