"""A minor in public: first name and initial, and the whole name nowhere (F85)."""

from datetime import timedelta

import pytest
from django.urls import reverse

from accounts.minors import mark_minor, unmark_minor
from accounts.models import Player
from accounts.names import short_name
from accounts.services import offer_events, offer_page, rename
from core.errors import Forbidden, Refused
from core.models import Ledger
from tests import cast
from tests.api.programs import program
from tests.cast import START, ana, bruno, caio
from tests.services.test_erasing import dump
from tests.web.html import text
from tournaments.entries.enter import import_entries
from tournaments.entries.identity import answer_questions
from tournaments.inputs import NewEntry
from tournaments.models import Tournament
from tournaments.privacy import mark_entrant
from tournaments.regulation.rulings import note_ruling

pytestmark = [pytest.mark.django_db, pytest.mark.F85]
NAME, SHORT = "Zulmira dos Santos Prado", "Zulmira P."


def with_a_minor(tournament: Tournament) -> Player:
    """Entered by hand, and marked by the coordinator."""
    (entry,) = import_entries(tournament, entries=[NewEntry((NAME,))], by=ana(), now=START)
    person = entry.members.get().persona
    return mark_entrant(tournament, entry, person=person.code, is_minor=True, by=ana())


@pytest.mark.parametrize(
    ("name", "short"), [(NAME, SHORT), (SHORT, SHORT), ("Zulmira", "Zulmira"), ("Ana de sá", "Ana S.")]
)
def test_the_short_name_is_the_first_and_an_initial(name: str, short: str) -> None:
    assert short_name(name) == short


def test_the_whole_name_is_in_no_row_of_the_database() -> None:
    tournament = cast.entered(4)
    note_ruling(tournament, words=f"{NAME} joga na mesa 1.", by=ana(), now=START)
    answer = program(ana()).post(
        f"/api/v1/tournaments/{tournament.slug}/entries/", {"names": [f"{NAME} Neto"]}, key="minor-000001"
    )
    assert answer.status == 201
    minor = with_a_minor(cast.fresh(tournament))
    mark_minor(Player.objects.get(name=f"{NAME} Neto"))
    assert minor.name == SHORT
    assert "dos Santos" not in dump()


def test_no_page_no_program_and_no_file_shows_it() -> None:
    tournament = cast.entered(4)
    minor = with_a_minor(tournament)
    reader, at = cast.browser(), f"/torneios/{tournament.slug}/"
    pages = ["", "inscricoes/", "classificacao/", "regulamento/"]
    shown = [text(reader.get(at + page)) for page in pages]
    routes = ["entries/", "standing/", "record/"]
    told = [str(program().get(f"/api/v1/tournaments/{tournament.slug}/{route}").body) for route in routes]
    people = str(program(ana()).get(f"/api/v1/tournaments/{tournament.slug}/people/").body)
    assert [body for body in [*shown, *told, people] if "Santos" in body] == []
    assert SHORT in shown[1]
    assert SHORT in people
    assert reader.get(reverse("player", args=[minor.code])).status_code == 404


def test_marking_is_a_version_of_everything_that_shows_the_name() -> None:
    tournament = cast.entered(4)
    before = Ledger.objects.get(pk=tournament.ledger_id).unrecorded
    mark_minor(caio())
    assert Ledger.objects.get(pk=tournament.ledger_id).unrecorded > before


def test_a_minor_renames_themselves_shortly_and_has_no_page() -> None:
    minor = mark_minor(caio())
    assert rename(minor, name="Caio Pereira da Silva").name == "Caio S."
    with pytest.raises(Refused) as refused:
        offer_page(minor, has_page=True)
    assert [found.code for found in refused.value.violations] == ["minor_has_no_page"]
    assert rename(unmark_minor(minor), name="Caio Pereira").name == "Caio Pereira"


def test_who_is_marked_meanwhile_gets_no_whole_name_and_no_page() -> None:
    read_before = caio()
    mark_minor(caio())
    rename(read_before, name=NAME)
    with pytest.raises(Refused, match="minor_has_no_page"):
        offer_page(read_before, has_page=True)
    with pytest.raises(Refused, match="minor_has_no_page"):
        offer_events(read_before, lists_events=True)
    assert Player.objects.get(pk=read_before.pk).name == SHORT


def test_a_list_with_the_whole_name_finds_the_minor_again() -> None:
    minor = with_a_minor(cast.entered(2))
    other = cast.announced(name="Segundo")
    rows = answer_questions(other, [NewEntry((NAME.upper(),))])
    (entry,) = import_entries(other, entries=rows, by=ana(), now=START)
    assert entry.members.get().persona.player == minor
    assert "SANTOS" not in dump()


def test_only_who_coordinates_marks_an_entrant_and_only_of_that_entry() -> None:
    tournament = cast.entered(4)
    entry = caio().personas.get().memberships.get().entry
    person = caio().personas.get().code
    with pytest.raises(Forbidden):
        mark_entrant(tournament, entry, person=person, is_minor=True, by=bruno())
    with pytest.raises(Refused) as refused:
        mark_entrant(tournament, entry, person="p00000000", is_minor=True, by=ana())
    assert [found.code for found in refused.value.violations] == ["not_of_this_entry"]
    mark_entrant(tournament, entry, person=person, is_minor=True, by=ana())
    with pytest.raises(Refused) as refused:
        mark_entrant(tournament, entry, person=person, is_minor=False, by=ana())
    assert [found.code for found in refused.value.violations] == ["minor_is_own"]


def test_the_coordinator_has_a_page_and_a_route_for_it() -> None:
    tournament = cast.entered(4)
    address = reverse("minors", args=[tournament.slug])
    assert cast.browser(bruno()).get(address).status_code == 403
    client = cast.browser(ana())
    assert "Caio do Rio" in text(client.get(address))
    persona = caio().personas.get()
    sent = {"entry": persona.memberships.get().entry.code, "person": persona.code}
    assert client.post(address, {**sent, "minor": "1"}).status_code == 302
    assert Player.objects.get(pk=caio().pk).name == "Caio R."
    assert client.post(address, sent).status_code == 422
    route = f"/api/v1/tournaments/{tournament.slug}/entries/{sent['entry']}/minor/"
    assert program(ana()).post(route, {"person": persona.code, "is_minor": True}).status == 200
    assert program(bruno()).post(route, {"person": persona.code, "is_minor": True}).status == 403


def test_one_says_it_of_oneself_on_the_accounts_page_and_by_program() -> None:
    client = cast.browser(caio())
    client.post(reverse("mark_oneself"), {"minor": "1"})
    assert Player.objects.get(pk=caio().pk).is_minor
    client.post(reverse("mark_oneself"))
    assert not Player.objects.get(pk=caio().pk).is_minor
    shown = program(caio()).patch("/api/v1/me/", {"is_minor": True, "name": "Caio Rocha"})
    assert (shown.body["name"], shown.body["is_minor"]) == ("Caio R.", True)


@pytest.mark.parametrize("days", [0, 30])
def test_the_announcement_says_what_is_public(days: int) -> None:
    tournament = cast.created(starts_at=START + timedelta(days=days))
    page = cast.browser(ana(), language="en").get(reverse("announcement", args=[tournament.slug]))
    assert "under 18" in text(page)
