"""An entry is put right: names, club and seed before the draw, names and club after it, no name recorded."""

from typing import Any

import pytest

from accounts.models import Persona, Player
from core.errors import Forbidden, Refused, Stale
from core.models import RecordLine
from matches.models import Entry
from records.export import people_file
from tests.acts import Moments, assert_sound, finish, line_types
from tests.cast import START, ana, bruno, caio, drawn, duda, entered, facts, fresh, looks
from tournaments.departures.withdraw import withdraw
from tournaments.entries.change import EntryChange, change_entry
from tournaments.entries.enter import add_entry
from tournaments.inputs import NewEntry
from tournaments.models import Tournament
from tournaments.setup.create import create_tournament

pytestmark = pytest.mark.django_db


def of(tournament: Tournament, name: str) -> Entry:
    return Entry.objects.get(
        ledger=tournament.ledger_id, members__persona__player__name=name, members__live=True
    )


def change(entry: Entry, clock: Moments, **changes: Any) -> Entry:
    how = {key: changes.pop(key) for key in ("by", "reason", "seen") if key in changes}
    return change_entry(entry, change=EntryChange(**changes), now=next(clock), **{"by": bruno(), **how})


def names(entry: Entry) -> list[str]:
    return list(entry.members.order_by("position").values_list("persona__player__name", flat=True))


def last(tournament: Tournament) -> str:
    return RecordLine.objects.filter(ledger=tournament.ledger_id).order_by("-seq")[0].text


def codes(refused: Refused) -> list[tuple[str, str]]:
    return [(violation.code, violation.field) for violation in refused.violations]


def test_before_the_draw_name_club_and_seed_change_and_no_name_is_recorded(clock: Moments) -> None:
    tournament = entered(3)
    entry = of(tournament, "Jogador 2")
    change(entry, clock, names=("João Araújo",), club="Maré", seed=2)
    entry.refresh_from_db()
    assert (names(entry), entry.club and entry.club.name, entry.seed) == (["João Araújo"], "Maré", 2)
    assert line_types(tournament, 1) == ["entry.changed"]
    assert "João" not in last(tournament)
    assert "João Araújo" in people_file(fresh(tournament))["people"].values()
    change(entry, clock, names=("João Araujo",))
    assert f'"data":{{"entry":"{entry.code}","reason":null}}' in last(tournament)
    assert_sound(tournament)


def test_both_names_of_a_pair_change(clock: Moments) -> None:
    tournament = entered(2, kind="duplas")
    entry = of(tournament, "Jogador 2 A")
    change(entry, clock, names=("Lia", "Zeca"))
    assert names(entry) == ["Lia", "Zeca"]
    with pytest.raises(Refused) as twice:
        change(entry, clock, names=("Lia", "lia"))
    assert codes(twice.value) == [("same_person_twice", "names.1")]
    with pytest.raises(Refused) as one:
        change(entry, clock, names=("Lia",))
    assert codes(one.value) == [("players_wrong_number", "names")]


@pytest.mark.parametrize(
    ("wanted", "wrong"),
    [(("Zeca", "lia"), ["names.0", "names.1"]), (("Zeca Silva", "Lia"), ["names.1"])],
)
def test_two_people_of_a_pair_never_exchange_their_names(
    wanted: tuple[str, str], wrong: list[str], clock: Moments
) -> None:
    tournament = entered(2, kind="duplas")
    entry = add_entry(tournament, entry=NewEntry(("Lia", "Zeca")), by=ana(), now=START)
    before = [member.persona.player_id for member in entry.members.all()]
    with pytest.raises(Refused) as refused:
        change(entry, clock, names=wanted)
    assert codes(refused.value) == [("order_of_pair", path) for path in wrong]
    assert [Player.objects.get(pk=key).name for key in before] == ["Lia", "Zeca"]


def test_what_is_as_it_was_leaves_no_line(clock: Moments) -> None:
    tournament = entered(2)
    before = fresh(tournament).ledger.head_seq
    change(of(tournament, "Jogador 2"), clock, names=(" Jogador  2 ",), club="", seed=None)
    assert fresh(tournament).ledger.head_seq == before


def test_after_the_draw_bracket_and_season_follow_and_the_seed_stays(clock: Moments) -> None:
    tournament = drawn(4, table_high=2)
    entry = of(tournament, "Jogador 2")
    for refused in ({"names": ("Certo",)}, {"seed": 1, "reason": "x"}):
        with pytest.raises(Refused):
            change(entry, clock, by=ana(), **refused)
    assert "Jogador 2" in str(looks(tournament))
    change(entry, clock, names=("Nome Certo",), club="Maré", by=ana(), reason="errado na lista")
    assert "Nome Certo" in (shown := str(looks(fresh(tournament))))
    assert "Jogador 2" not in shown
    assert entry.code in finish(tournament, clock)
    assert_sound(tournament)
    with pytest.raises(Stale, match="finished"):
        change(entry, clock, names=("Outro",), by=ana(), reason="x")


def test_who_may_and_when(clock: Moments) -> None:
    tournament = entered(2)
    entry = of(tournament, "Jogador 2")
    for stranger in (duda(), caio()):
        with pytest.raises(Forbidden):
            change(entry, clock, names=("X",), by=stranger)
    seen = fresh(tournament).ledger.head_seq
    change(entry, clock, names=("Primeiro",))
    with pytest.raises(Stale, match="stale"):
        change(entry, clock, names=("Segundo",), seen=seen)
    withdraw(entry, reason="", by=ana(), now=next(clock))
    with pytest.raises(Stale, match="entry_left"):
        change(entry, clock, names=("Terceiro",))
    after = drawn(2, table_high=2, name="Outro")
    with pytest.raises(Forbidden):
        change(Entry.objects.filter(ledger=after.ledger_id)[0], clock, club="X", reason="x", by=bruno())


def test_who_has_an_account_changes_their_own_name_and_club_and_seed_are_the_staffs(clock: Moments) -> None:
    tournament = entered(2)
    entry = of(tournament, "Caio do Rio")
    with pytest.raises(Refused) as refused:
        change(entry, clock, names=("Caio Outro",))
    assert codes(refused.value) == [("name_is_theirs", "names.0")]
    change(entry, clock, club="Maré", seed=4)
    assert (Entry.objects.get(pk=entry.pk).seed, caio().name, caio().club) == (4, "Caio do Rio", None)


@pytest.mark.F118
def test_a_name_that_another_entry_has_asks_whether_that_is_somebody_else(clock: Moments) -> None:
    tournament = entered(3)
    entry = of(tournament, "Jogador 2")
    with pytest.raises(Refused) as refused:
        change(entry, clock, names=("jogador 3",))
    assert codes(refused.value) == [("already_entered", "names.0")]
    change(entry, clock, names=("Jogador 3",), namesake=True)
    change(entry, clock, club="Praia")
    assert all_names(tournament).count("Jogador 3") == 2


def all_names(tournament: Tournament) -> list[str]:
    return list(
        Entry.objects.filter(ledger=tournament.ledger_id).values_list(
            "members__persona__player__name", flat=True
        )
    )


def test_a_mistyped_name_becomes_the_known_person(clock: Moments) -> None:
    other = create_tournament(facts(name="De Antes"), by=ana(), now=START)
    add_entry(other, entry=NewEntry(("Rita Sá",)), by=ana(), now=START)
    tournament = entered(2)
    entry = add_entry(tournament, entry=NewEntry(("Rita Saa",)), by=ana(), now=START)
    code = entry.members.get().persona.code
    known = Player.objects.get(name="Rita Sá")
    with pytest.raises(Refused) as asked:
        change(entry, clock, names=("Rita Sá",))
    assert codes(asked.value) == [("person_unclear", "names.0")]
    change(entry, clock, names=("Rita Sá",), players=(known.code,))
    assert Player.objects.filter(name__startswith="Rita").count() == 1
    assert (entry.members.get().persona.code, Persona.objects.filter(player__name="Rita Sá").count()) == (
        code,
        2,
    )
    with pytest.raises(Refused, match="name_known_here"):
        change(of(tournament, "Jogador 2"), clock, names=("Bruno Juiz",), players=(bruno().code,))


def test_nobody_renames_a_person_of_other_peoples_tournaments(clock: Moments) -> None:
    theirs = create_tournament(facts(name="Alheio"), by=duda(), now=START)
    known = add_entry(theirs, entry=NewEntry(("Rita Sá",)), by=duda(), now=START).members.get().persona.player
    tournament = entered(2)
    entry = add_entry(tournament, entry=NewEntry(("Rita Sá",), players=(known.code,)), by=ana(), now=START)
    with pytest.raises(Refused) as refused:
        change(entry, clock, names=("Mico",), by=ana())
    assert codes(refused.value) == [("name_elsewhere", "names.0")]
    known.refresh_from_db()
    assert known.name == "Rita Sá"


@pytest.mark.F120
def test_a_contact_is_no_club_unless_insisted(clock: Moments) -> None:
    entry = of(entered(2), "Jogador 2")
    with pytest.raises(Refused) as refused:
        change(entry, clock, club="joao@example.org")
    assert codes(refused.value) == [("looks_like_contact", "club")]
    change(entry, clock, club="joao@example.org", insists=True)
    change(entry, clock, names=("Outro",))
