"""On “Now”, a table whose judge is not there by their shift: it says so, and one tap takes or gives it."""

from datetime import datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from core.errors import Stale
from matches.models import Match
from tests.cast import ana, browser, bruno, caio, duda, fresh, staffed
from tests.services.test_judge_conflicts import code_of
from tests.services.test_judge_shifts import HOUR, put
from tests.services.test_looking_after import on, take, whose
from tests.web.html import text
from tournaments.models import Role, Tournament
from tournaments.setup import staff
from tournaments.setup.off_shift_judges import find_off_shift_judges
from tournaments.tables.conflicts import note_conflict
from tournaments.tables.look_after import judge_by_table
from tournaments.tables.shifts import shifts_of

pytestmark = pytest.mark.django_db


def gone(
    begins: timedelta = -2 * HOUR, ends: timedelta = -HOUR, *, label: str = "2"
) -> tuple[Tournament, datetime]:
    """Bruno looks after a table and is not there now."""
    tournament, now = on(), timezone.now()
    take(tournament, label, bruno())
    put(tournament, bruno(), now + begins, now + ends, ana())
    return fresh(tournament), now


def help_with(tournament: Tournament, who: Player) -> None:
    staff.assign_role(tournament, username=staffed(who), role=Role.JUDGE, by=ana(), now=timezone.now())


def label_of(tournament: Tournament, who: Player) -> str:
    found = Match.objects.get(ledger=tournament.ledger_id, seats__persona__player=who).table
    assert found is not None
    return found.label


def stand_in(
    tournament: Tournament, now: datetime, label: str, reader: Player | None = None
) -> Player | None:
    judges, shifts = judge_by_table(tournament), shifts_of(tournament)
    found = find_off_shift_judges(tournament, now, judges, shifts, reader=reader or ana())[label].stand_in
    return found.player if found else None


def day_of(tournament: Tournament) -> str:
    return reverse("now", args=[tournament.slug])


@pytest.mark.parametrize(
    ("language", "over", "to_come", "give"),
    [
        ("en", "the shift ended at", "the shift begins at", "Give it to"),
        ("pt-br", "o turno acabou às", "o turno começa às", "Passar para"),
        ("es", "el turno terminó a las", "el turno empieza a las", "Pasársela a"),
    ],
)
def test_the_day_says_that_they_are_gone_and_gives_the_table_in_one_tap(
    language: str, over: str, to_come: str, give: str
) -> None:
    tournament, now = gone()
    help_with(tournament, duda())
    client = browser(ana(), language=language)
    shown = text(client.get(day_of(tournament)))
    assert f"Bruno Juiz</bdi> – {over}" in shown
    assert f"{give} <bdi>Duda Estranha" in shown
    where = reverse("look_after", args=[tournament.slug, "2"])
    assert client.post(where, {"act": "give", "judge": code_of(tournament, duda())}).status_code == 302
    assert whose(tournament) == {"2": "Duda Estranha"}
    assert over not in text(client.get(day_of(tournament)))
    put(tournament, duda(), now + HOUR, now + 2 * HOUR, ana())
    assert f"Duda Estranha</bdi> – {to_come}" in text(client.get(day_of(tournament)))


def test_any_judge_takes_it_and_who_is_there_keeps_theirs() -> None:
    tournament, now = gone()
    help_with(tournament, duda())
    shown = browser(duda()).get(day_of(tournament)).content.decode()
    assert ">I’ll take this one" in shown
    assert "Give it to" not in shown
    take(tournament, "2", duda())
    assert whose(tournament) == {"2": "Duda Estranha"}
    put(tournament, bruno(), now - HOUR, now + HOUR, ana())
    with pytest.raises(Stale):
        take(tournament, "2", bruno())


def test_to_themselves_nothing_is_said_of_it() -> None:
    tournament, _ = gone()
    shown = text(browser(bruno()).get(day_of(tournament)))
    assert "your table" in shown
    assert "the shift ended" not in shown


def test_nobody_is_proposed_who_plays_there_or_is_not_to_judge_somebody_there() -> None:
    tournament, now = gone()
    there = label_of(tournament, caio())
    take(tournament, there, bruno())
    help_with(tournament, caio())
    assert stand_in(tournament, now, there) is None
    help_with(tournament, duda())
    assert stand_in(tournament, now, there) == duda()
    note_conflict(
        tournament, judge=code_of(tournament, duda()), person=code_of(tournament, caio()), by=ana(), now=now
    )
    assert stand_in(tournament, now, there) is None


def test_who_has_the_fewest_tables_is_proposed_and_nobody_to_themselves() -> None:
    tournament, now = gone()
    assert stand_in(tournament, now, "2") is None
    help_with(tournament, duda())
    take(tournament, "3", ana())
    assert stand_in(tournament, now, "2", duda()) == ana()
    assert stand_in(tournament, now, "2", caio()) == duda()


def test_only_who_coordinates_gives_it_and_only_to_the_staff() -> None:
    tournament, _ = gone()
    help_with(tournament, duda())
    help_with(tournament, caio())
    there = label_of(tournament, caio())
    for who, judge, label, status in (
        (duda(), duda(), "2", 403),
        (ana(), duda(), "99", 404),
        (ana(), None, "2", 422),
        (ana(), caio(), there, 422),
    ):
        where = reverse("look_after", args=[tournament.slug, label])
        sent = {"act": "give", "judge": code_of(tournament, judge) if judge else "nobody"}
        assert browser(who).post(where, sent).status_code == status
    assert whose(tournament) == {"2": "Bruno Juiz"}
