"""Somebody is forgotten: after it the whole database holds the name nowhere (finding 7, F83)."""

from typing import Any

import pytest
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.core import serializers

from accounts.erasing import anonymise
from accounts.models import Player, User
from core.errors import Refused
from core.models import RecordLine, StoredAnswer
from matches.models import DeckList
from tests import cast
from tests.api.programs import program
from tests.cast import START, ana, bruno
from tournaments.departures.disqualify import disqualify
from tournaments.departures.withdraw import withdraw
from tournaments.entries.enter import enter_self
from tournaments.models import Tournament
from tournaments.regulation.rulings import note_ruling
from tournaments.setup.announce import publish_announcement
from tournaments.setup.create import create_tournament
from tournaments.setup.staff import assign_role

pytestmark = pytest.mark.django_db

NAME, USERNAME = "Zulmira dos Santos", "zulmira77"


def zulmira() -> Player:
    """Somebody whose name is like no other word here."""
    return cast.player(USERNAME, NAME)


def dump() -> str:
    """Every row of every table, as text."""
    return "\n".join(
        serializers.serialize("json", model._base_manager.all(), ensure_ascii=False)
        for model in apps.get_models(include_auto_created=True)
    )


def what(refused: Refused) -> list[tuple[str, str]]:
    """Codes and fields of everything that was wrong."""
    return [(found.code, found.field) for found in refused.violations]


def in_a_tournament() -> Tournament:
    """Announced, with Zulmira in it, who is spoken of wherever people can write."""
    tournament = cast.entered(4)
    enter_self(tournament, by=zulmira(), now=START)
    note_ruling(tournament, words=f"A mesa de {NAME} joga sem relógio.", by=ana(), now=START)
    member = zulmira().personas.get().memberships.get()
    DeckList.objects.create(
        entry=member.entry, persona=member.persona, version=1, text=f"{NAME}\n4 Fogo", sha256="0" * 64,
        handed_in_at=START,
    )  # fmt: skip
    return cast.fresh(tournament)


@pytest.mark.F83
@pytest.mark.parametrize("reason", [f"{NAME} foi embora", "Zulmira foi embora", f"{USERNAME} pediu"])
def test_a_reason_that_names_somebody_is_refused_before_it_is_in_the_record(reason: str) -> None:
    tournament = in_a_tournament()
    entry = zulmira().personas.get().memberships.get().entry
    lines = RecordLine.objects.count()
    for act in (disqualify, withdraw):
        with pytest.raises(Refused) as refused:
            act(entry, reason=reason, by=ana(), now=START)
        assert what(refused.value) == [("names_somebody", "reason")]
    assert RecordLine.objects.filter(ledger=tournament.ledger).count() <= lines
    withdraw(entry, reason="Foi embora", by=ana(), now=START)


def test_a_channel_and_a_title_name_nobody_either() -> None:
    tournament = in_a_tournament()
    with pytest.raises(Refused) as refused:
        publish_announcement(tournament, text="Venham!", channel=f"grupo de {NAME}", by=ana(), now=START)
    assert what(refused.value) == [("names_somebody", "channel")]
    with pytest.raises(Refused) as refused:
        create_tournament(cast.facts(name=f"Copa {NAME}"), by=zulmira(), now=START)
    assert what(refused.value) == [("names_somebody", "name")]


@pytest.mark.F83
def test_after_forgetting_the_database_holds_the_name_nowhere() -> None:
    tournament = in_a_tournament()
    staff = program(ana())
    answered = staff.get(f"/api/v1/tournaments/{tournament.slug}/entries/").body["results"]
    (code,) = [entry["code"] for entry in answered if NAME in str(entry)]
    staff.post(f"/api/v1/tournaments/{tournament.slug}/entries/{code}/check-in/", {}, key="checked-in-0001")
    program(zulmira()).patch("/api/v1/me/", {"name": NAME}, key="renamed-000001")
    text = f"Perguntas a {NAME} ({USERNAME})."
    publish_announcement(tournament, text=text, channel="grupo", by=ana(), now=START)
    assign_role(tournament, username=USERNAME, role="judge", by=ana(), now=START)
    noted: dict[str, Any] = {"object_repr": NAME, "change_message": f"was {NAME}", "action_flag": CHANGE}
    LogEntry.objects.create(user=User.objects.get(username="ana"), **noted)
    assert StoredAnswer.objects.count() == 2
    before = list(RecordLine.objects.values_list("text", flat=True))
    anonymise(zulmira())
    found = dump().casefold()
    assert [word for word in (NAME, "zulmira", USERNAME) if word.casefold() in found] == []
    assert list(RecordLine.objects.values_list("text", flat=True)) == before
    assert StoredAnswer.objects.count() == 1


def test_a_stored_answer_is_still_the_answer_to_its_key() -> None:
    tournament = in_a_tournament()
    staff, address = program(ana()), f"/api/v1/tournaments/{tournament.slug}/entries/"
    said: dict[str, Any] = {"names": ["Nova Pessoa"], "club": ""}
    first = staff.post(address, said, key="entered-000001")
    anonymise(Player.objects.get(name="Nova Pessoa"))
    again = staff.post(address, said, key="entered-000001")
    assert (first.status, again.status) == (201, 201)
    assert again.body["code"] == first.body["code"]
    assert "Nova Pessoa" not in str(again.body)


def test_whoever_alone_organizes_what_is_to_come_hands_it_over_first() -> None:
    tournament = cast.announced()
    with pytest.raises(Refused) as refused:
        anonymise(ana())
    assert what(refused.value) == [("sole_organizer", "")]
    assign_role(tournament, username=cast.staffed(bruno()), role="organizer", by=ana(), now=START)
    anonymise(ana())
    assert not User.objects.filter(username="ana").exists()


def test_what_is_over_keeps_nobody() -> None:
    cast.finished(4)
    anonymise(ana())
    assert not User.objects.filter(username="ana").exists()
