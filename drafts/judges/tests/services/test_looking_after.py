"""Which judge looks after which tables: taken, given, given back; own tables first; never one's own match."""

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Persona
from core.errors import Forbidden, Refused, Stale
from matches.models import Match, PhysicalTable
from scheduling.services import dispatch
from tests.api.programs import program
from tests.cast import START, ana, browser, bruno, caio, drawn, duda, finished, fresh, staffed
from tournaments.models import Role, Tournament
from tournaments.now.needs import needs
from tournaments.now.selectors import now as look
from tournaments.setup import staff
from tournaments.setup.staff_selectors import judges_warning
from tournaments.tables.look_after import look_after, looked_after, overseers, tables_in

pytestmark = pytest.mark.django_db


def on() -> Tournament:
    """Four tables of two are called."""
    tournament = drawn(8, table_low=2, table_high=2, tables=4)
    dispatch(tournament.ledger_id, now=timezone.now())
    return fresh(tournament)


def code(tournament: Tournament, who: object) -> str:
    return Persona.objects.get(ledger=tournament.ledger_id, player=who).code


def whose(tournament: Tournament) -> dict[str, str]:
    return {label: persona.player.name for label, persona in looked_after(tournament).items()}


def test_a_judge_takes_a_table_and_gives_it_back_and_twice_is_once() -> None:
    tournament = on()
    mine, now = code(tournament, bruno()), timezone.now()
    assert look_after(tournament, tables=["2"], person=mine, by=bruno(), now=now) == 1
    assert look_after(tournament, tables=["2"], person=mine, by=bruno(), now=now) == 0
    assert whose(tournament) == {"2": "Bruno Juiz"}
    look_after(tournament, tables=["2"], person=None, by=bruno(), now=now)
    assert whose(tournament) == {}


def test_only_who_coordinates_gives_tables_to_others_or_takes_them_away() -> None:
    tournament = on()
    now, hers = timezone.now(), code(tournament, ana())
    with pytest.raises(Forbidden):
        look_after(tournament, tables=["1"], person=hers, by=bruno(), now=now)
    look_after(tournament, tables=["1", "2"], person=hers, by=ana(), now=now)
    with pytest.raises(Forbidden):
        look_after(tournament, tables=["1"], person=None, by=bruno(), now=now)
    with pytest.raises(Forbidden):
        look_after(tournament, tables=["1"], person=None, by=duda(), now=now)
    assert {one.name: one.tables for one in overseers(tournament)} == {
        "Ana Mariapaulista": ("1", "2"), "Bruno Juiz": (),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("tables", "person", "refused"),
    [(["9"], "ana", "table_unknown"), ([], "ana", "table_unknown"), (["1"], "caio", "judge_unknown")],
)
def test_there_have_to_be_such_a_table_and_such_a_judge(
    tables: list[str], person: str, refused: str
) -> None:
    tournament = on()
    who = code(tournament, {"ana": ana(), "caio": caio()}[person])
    with pytest.raises(Refused, match=refused):
        look_after(tournament, tables=tables, person=who, by=ana(), now=timezone.now())


@pytest.mark.F80
def test_nobody_looks_after_a_match_that_they_play_in() -> None:
    tournament = on()
    staff.assign(tournament, username=staffed(caio()), role=Role.JUDGE, by=ana(), now=START)
    here = Match.objects.get(ledger=tournament.ledger_id, round=1, seats__persona__player=caio()).table
    assert here is not None
    for by in (ana(), caio()):
        with pytest.raises(Refused, match="judge_plays_there"):
            look_after(
                tournament, tables=[here.label], person=code(tournament, caio()), by=by, now=timezone.now()
            )


def test_nobody_does_once_it_is_over() -> None:
    tournament = finished(4)
    mine = code(tournament, bruno())
    with pytest.raises(Stale, match="finished"):
        look_after(tournament, tables=["1"], person=mine, by=bruno(), now=timezone.now())


@pytest.mark.parametrize(
    ("text", "labels"),
    [("1-3, 9", ("1", "2", "3", "9")), ("A B", ("A", "B")), ("2 – 3;2", ("2", "3")), ("", ())],
)
def test_tables_are_named_as_people_write_them(text: str, labels: tuple[str, ...]) -> None:
    assert tables_in(text) == labels


def test_an_area_is_bounded() -> None:
    with pytest.raises(Refused, match="tables_too_many"):
        tables_in("1-9999")


def test_ones_own_tables_come_first_in_each_group() -> None:
    tournament = on()
    look_after(tournament, tables=["3"], person=code(tournament, bruno()), by=bruno(), now=timezone.now())
    found = needs(look(tournament, timezone.now()), mine=frozenset({"3"}))
    assert [match.table_label for match in found.called] == ["3", "1", "2", "4"]


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_from_the_list_i_take_this_one(language: str) -> None:
    tournament = on()
    client, act = browser(bruno(), language=language), reverse("look_after", args=[tournament.slug])
    now = reverse("now", args=[tournament.slug])
    assert "take-2" in client.get(now).content.decode()
    assert client.post(act, {"tables": "2", "person": "me", "de": "painel"}).status_code == 302
    assert whose(tournament) == {"2": "Bruno Juiz"}
    assert "take-2" not in client.get(now).content.decode()
    assert client.post(act, {"tables": "77", "person": "me"}).status_code == 422
    assert browser(duda()).post(act, {"tables": "1", "person": "me"}).status_code == 403


def test_the_coordinator_gives_an_area_on_the_page_of_the_tables() -> None:
    tournament = on()
    client, act = browser(ana()), reverse("look_after", args=[tournament.slug])
    client.post(act, {"tables": "1-2, 4", "person": code(tournament, bruno())})
    assert set(whose(tournament)) == {"1", "2", "4"}
    page = client.get(reverse("tables", args=[tournament.slug])).content.decode()
    assert "1, 2, 4" in " ".join(page.split())


def test_the_day_warns_where_tables_outnumber_the_judges() -> None:
    tournament = on()
    now = reverse("now", args=[tournament.slug])
    assert judges_warning(tournament) is None
    PhysicalTable.objects.bulk_create(
        PhysicalTable(ledger=tournament.ledger, label=f"x{number}", position=number)
        for number in range(10, 40)
    )
    assert judges_warning(tournament) is not None
    assert 'id="judges-few"' in browser(bruno()).get(now).content.decode()


def test_programs_see_and_change_who_looks_after_a_table() -> None:
    tournament = on()
    path = f"tournaments/{tournament.slug}/tables/2/judge/"
    mine = {"person": code(tournament, bruno())}
    shown = program(bruno()).put(path, mine).body
    assert [table["judge"] for table in shown] == [None, "Bruno Juiz", None, None]
    assert program(bruno()).put(path, {"person": None}).body[1]["judge"] is None
    assert program(bruno()).put(path, {"person": code(tournament, ana())}).status == 403
