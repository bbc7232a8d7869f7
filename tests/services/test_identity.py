"""Same name, different or missing club: nobody becomes another person without an answer."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from accounts.models import Club, Player
from core.errors import Refused
from matches.models import Entry, Member
from tests import cast
from tests.cast import START, ana
from tournaments.departures.substitute import Substitute, substitute
from tournaments.entries.enter import add_entry, enter_self, import_entries
from tournaments.entries.identity import answer_questions
from tournaments.entries.lists.reading import read_list
from tournaments.entries.selectors import preview_import
from tournaments.entries.wait import put_on_list, wait_self
from tournaments.inputs import NEW_PERSON, NewEntry
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.F117]


def known(*entries: NewEntry) -> list[Player]:
    """People whom Ana entered in an earlier tournament, in order."""
    tournament = cast.announced(name="Antes")
    made = import_entries(tournament, entries=entries, by=ana(), now=START)
    members = Member.objects.filter(entry__in=made).order_by("entry__number", "position")
    return [member.persona.player for member in members.select_related("persona__player")]


def paulo(club: str, **more: Any) -> NewEntry:
    return NewEntry(("Paulo Xavier",), club=club, **more)


def asked(act: Callable[[], object]) -> list[tuple[str, str, list[str]]]:
    """What an act refuses: code, field, and the codes of the candidates."""
    with pytest.raises(Refused) as refused:
        act()
    return [
        (found.code, found.field, [one["player"] for one in found.facts.get("candidates", ())])
        for found in refused.value.violations
    ]


def add(tournament: Tournament, entry: NewEntry) -> Player:
    added = add_entry(tournament, entry=entry, by=ana(), now=START)
    return added.members.get().persona.player


@pytest.mark.parametrize(
    ("before", "now"), [("Niterói", "Santos"), ("Niterói", ""), ("", "Niterói"), ("", "")]
)
def test_another_or_no_club_is_asked_about_and_either_answer_is_taken(before: str, now: str) -> None:
    (first,) = known(paulo(before))
    tournament = cast.announced()
    assert asked(lambda: add(tournament, paulo(now))) == [("person_unclear", "names.0", [first.code])]
    assert Player.objects.filter(name="Paulo Xavier").count() == 1
    preview = preview_import(tournament, read_list(f"nome;clube\npaulo xavier;{now}\n"))
    assert [found.code for found in preview[0].violations] == ["person_unclear"]
    assert [[one.player for one in found] for found in preview[0].candidates] == [[first.code]]
    assert add(tournament, paulo(now, players=(first.code,))) == first
    other = cast.announced(name="Depois")
    assert add(other, paulo(now, players=(NEW_PERSON,))) != first


def test_the_same_club_in_any_spelling_leaves_no_doubt() -> None:
    (first,) = known(paulo("Niterói"))
    assert add(cast.announced(), NewEntry(("PAULO XAVIER",), club="niteroi")) == first


def test_of_two_the_one_of_that_club_is_meant_and_else_both_are_offered() -> None:
    niteroi, santos = known(paulo("Niterói"), paulo("Santos", namesake=True))
    assert add(cast.announced(name="Um"), paulo("Santos")) == santos
    found = asked(lambda: add(cast.announced(name="Dois"), paulo("Campos")))
    assert found == [("person_unclear", "names.0", [niteroi.code, santos.code])]


def test_a_club_that_was_learned_later_counts_from_then_on() -> None:
    (first,) = known(paulo(""))
    assert add(cast.announced(name="Um"), paulo("Niterói", players=(first.code,))) == first
    assert add(cast.announced(name="Dois"), paulo("Niterói")) == first


def test_the_club_of_the_account_counts_too() -> None:
    (first,) = known(paulo(""))
    Player.objects.filter(pk=first.pk).update(club=Club.objects.create(name="Maré"))
    assert add(cast.announced(), paulo("Maré")) == first


def test_who_is_entered_already_is_no_candidate_and_the_other_is_offered() -> None:
    niteroi, santos = known(paulo("Niterói"), paulo("Santos", namesake=True))
    tournament = cast.announced()
    add(tournament, paulo("Niterói"))
    assert asked(lambda: add(tournament, paulo("Santos"))) == [("already_entered", "names.0", [santos.code])]
    assert add(tournament, paulo("Santos", players=(santos.code,))) == santos
    assert asked(lambda: add(tournament, paulo("", players=(niteroi.code,)))) == [
        ("person_in_two_entries", "names.0", [])
    ]


def test_every_question_of_a_list_comes_at_once_and_nothing_is_stored() -> None:
    known(paulo("Niterói"), NewEntry(("Lia Prado",)))
    rows = [NewEntry(("Lia Prado",)), NewEntry(("Nova",)), paulo("Santos")]
    tournament = cast.announced()
    found = asked(lambda: import_entries(tournament, entries=rows, by=ana(), now=START))
    assert [(code, field) for code, field, _ in found] == [
        ("person_unclear", "rows.0.names.0"),
        ("person_unclear", "rows.2.names.0"),
    ]
    assert not Player.objects.filter(name="Nova").exists()
    assert (
        len(import_entries(tournament, entries=answer_questions(tournament, rows), by=ana(), now=START)) == 3
    )


def test_a_code_that_nobody_has_is_refused() -> None:
    found = asked(lambda: add(cast.announced(), paulo("", players=("pnobody",))))
    assert found == [("player_unknown", "names.0", [])]


def test_a_minor_with_such_a_short_name_is_offered_and_not_taken() -> None:
    (minor,) = known(NewEntry(("Zoé L.",), club="Maré"))
    Player.objects.filter(pk=minor.pk).update(is_minor=True)
    whole = NewEntry(("Zoé Prado Lima",), club="Maré")
    assert asked(lambda: add(cast.announced(), whole)) == [("person_unclear", "names.0", [minor.code])]


def test_the_waiting_list_asks() -> None:
    (first,) = known(paulo("Niterói"))
    tournament = cast.entered(2, capacity=2)
    put: dict[str, Any] = {"by": ana(), "now": START}
    found = asked(lambda: put_on_list(tournament, entry=paulo("Santos"), **put))
    assert found == [("person_unclear", "names.0", [first.code])]
    waiting = put_on_list(tournament, entry=paulo("Santos", players=(first.code,)), **put)
    assert waiting.members.get().persona.player == first


def test_a_substitute_is_asked_about() -> None:
    (first,) = known(paulo("Niterói"))
    tournament = cast.entered(2, kind="duplas")
    entry = Entry.objects.filter(ledger=tournament.ledger_id).order_by("-number")[0]
    leaving = entry.members.order_by("position")[0].persona.code
    coming = Substitute("Paulo Xavier")
    act: dict[str, Any] = {"leaving": leaving, "by": ana(), "now": START}
    assert asked(lambda: substitute(entry, coming=coming, **act)) == [
        ("person_unclear", "name", [first.code])
    ]
    substitute(entry, coming=replace(coming, player=first.code), **act)
    assert entry.members.filter(persona__player=first, live=True).exists()


@pytest.mark.parametrize("act", [enter_self, wait_self])
def test_an_account_with_the_name_of_an_entry_says_who_it_is(act: Any) -> None:
    tournament = cast.announced(capacity=2)
    rows = [NewEntry(("CAIO DO RIO",))]
    if act is wait_self:
        rows.append(NewEntry(("Lia",)))
    import_entries(tournament, entries=rows, by=ana(), now=START)
    assert asked(lambda: act(tournament, by=cast.caio(), now=START)) == [("already_entered", "names.0", [])]
    act(tournament, by=cast.caio(), namesake=True, now=START)
