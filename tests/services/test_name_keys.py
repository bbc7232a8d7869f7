"""One key compares names: twins are asked about by every way in, and found by any spelling."""

import pytest
from django.urls import reverse

from accounts.models import Player
from core.errors import Refused
from core.text import name_key
from tests import cast
from tests.api.programs import program
from tests.cast import START, ana
from tournaments.entries.enter import add_entry, import_entries
from tournaments.entries.lists.reading import read_list
from tournaments.entries.selectors import preview_import
from tournaments.entries.wait import put_on_list
from tournaments.inputs import NewEntry
from tournaments.match_views.whereabouts import whereabouts
from tournaments.models import Tournament
from tournaments.setup.search import search

pytestmark = [pytest.mark.django_db, pytest.mark.F118]

TWINS = [
    ("João Araújo", "JOAO ARAUJO"),
    ("D'Ávila", "D’Ávila"),
    ("D'Ávila", "D´Ávila"),
    ("D'Ávila", "d`avila"),
    ("D'Ávila", "Dʼávila"),
    ("Ana-Maria", "Ana‑Maria"),
    ("Ana-Maria", "Ana–Maria"),
    ("Ana-Maria", "Ana − Maria"),
    ("Ana-Maria", "Ana Maria"),
    ("João P.", "Joao P"),
    ("J.P. Silva", "J. P. Silva"),
    ("Łukasz Løvborg", "Lukasz Lovborg"),
    ("Ｚｏé  ﬁ", "zoe fi"),
]
twins = pytest.mark.parametrize(("one", "other"), TWINS)


def names_in(refused: Refused) -> set[tuple[str, str]]:
    return {(violation.code, violation.field) for violation in refused.violations}


@twins
def test_twins_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ana Lima", "Anna Lima"), ("Ana 2", "Ana"), ("Ana 2", "Ana 3"), ("'", "-"), ("李", "王")],
)
def test_different_names_have_different_keys(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_a_key_is_its_own_key() -> None:
    every = (chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000)
    keys = {key for sign in every if (key := name_key(sign)) != sign}
    assert not [key for key in keys if name_key(key) != key]


@twins
def test_a_twin_is_asked_about_by_every_way_in(one: str, other: str) -> None:
    tournament = cast.announced()
    add_entry(tournament, entry=NewEntry((one,)), by=ana(), now=START)
    preview = preview_import(tournament, read_list(f"{other}\n"))
    assert [[violation.code for violation in row.violations] for row in preview] == [["already_entered"]]
    with pytest.raises(Refused) as refused:
        import_entries(tournament, entries=[NewEntry((other,))], by=ana(), now=START)
    assert names_in(refused.value) == {("already_entered", "rows.0.names.0")}
    shown = cast.browser(ana()).post(reverse("entries", args=[tournament.slug]), {"names.0": other})
    assert (shown.status_code, shown.context["form"].codes) == (422, {"already_entered"})
    sent = program(ana()).post(f"tournaments/{tournament.slug}/entries/", {"names": [other]})
    assert (sent.status, sent.fields) == (422, {"names.0": "already_entered"})


def test_a_known_player_whose_key_is_older_than_the_rule_is_asked_about() -> None:
    before = cast.announced()
    add_entry(before, entry=NewEntry(("João P.",)), by=ana(), now=START)
    Player.objects.filter(name="João P.").update(folded="joao p.")
    with pytest.raises(Refused) as refused:
        add_entry(cast.announced(name="Outro"), entry=NewEntry(("Joao P",)), by=ana(), now=START)
    assert names_in(refused.value) == {("person_unclear", "names.0")}


@twins
def test_twins_on_one_list_are_asked_about(one: str, other: str) -> None:
    entries = [NewEntry((one,)), NewEntry((other,))]
    with pytest.raises(Refused) as refused:
        import_entries(cast.announced(), entries=entries, by=ana(), now=START)
    assert names_in(refused.value) == {("twice_on_list", "rows.1.names.0")}


@twins
def test_a_pair_of_twins_is_one_person_twice(one: str, other: str) -> None:
    with pytest.raises(Refused) as refused:
        add_entry(cast.announced(kind="duplas"), entry=NewEntry((one, other)), by=ana(), now=START)
    assert names_in(refused.value) == {("same_person_twice", "names.1")}


def test_a_twin_of_somebody_waiting_is_asked_about() -> None:
    tournament = cast.announced(capacity=2)
    import_entries(tournament, entries=[NewEntry(("Eva",)), NewEntry(("Lia",))], by=ana(), now=START)
    put_on_list(tournament, entry=NewEntry(("D'Ávila",)), by=ana(), now=START)
    with pytest.raises(Refused) as refused:
        put_on_list(tournament, entry=NewEntry(("D’avila",)), by=ana(), now=START)
    assert {violation.code for violation in refused.value.violations} == {"waits_already"}


@pytest.mark.parametrize("typed", ["d'avila", "D’ÁVILA", "avila", "d´avila ana", "ana-maria", "maria ana"])
def test_the_seat_finder_takes_any_spelling(typed: str) -> None:
    tournament = cast.announced()
    add_entry(tournament, entry=NewEntry(("Ana‑Maria D’Ávila",)), by=ana(), now=START)
    assert [found.names for found in whereabouts(tournament, typed).found] == [("Ana‑Maria D’Ávila",)]


def test_a_title_is_found_by_any_spelling() -> None:
    tournament = cast.announced(name="Copa D’Ávila")
    assert list(search(Tournament.objects.all(), "d'avila").tournaments) == [tournament]
