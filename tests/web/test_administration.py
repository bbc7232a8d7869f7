"""What only an administrator may do: look everything up, take pages down, replace an organizer, run a job."""

import re
from collections.abc import Iterator
from datetime import timedelta
from ipaddress import ip_network
from typing import Any

import pytest
from django.apps import apps
from django.conf import LazySettings
from django.contrib.admin import site
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import override

from accounts.minors import mark_minor
from accounts.models import Club, Persona, Player, User
from accounts.services import offer_page, rename
from core.admin import STATUS_TEXTS, status_key
from core.models import Heartbeat, Job, JobState, RecordLine
from matches.models import Entry, Match, MatchState
from tests import cast
from tests.cast import START, ana, bruno, caio, duda
from tests.web.html import text
from tournaments.corrections.disputes import note_dispute
from tournaments.models import Role, Staff, Tournament

pytestmark = pytest.mark.django_db
LIST = "admin:tournaments_tournament_changelist"


def administrator(*rights: str) -> Client:
    """Somebody of the administration with these rights; a superuser where none is named."""
    duda()
    User.objects.filter(username="duda").update(is_staff=True, is_superuser=not rights)
    user = User.objects.get(username="duda")
    user.user_permissions.set(Permission.objects.filter(codename__in=rights))
    return cast.browser(duda())


@pytest.mark.parametrize(
    ("networks", "status"), [(["127.0.0.0/8"], 200), (["10.0.0.0/8", "::1"], 404), ([], 404)]
)
def test_the_administration_is_there_for_the_networks_that_may_reach_it(
    networks: list[str], status: int, settings: LazySettings
) -> None:
    client = administrator()
    settings.ADMIN_FROM = [ip_network(network) for network in networks]
    assert client.get("/admin/").status_code == status


def chosen(tournament: Tournament, action: str, **more: Any) -> dict[str, Any]:
    return {"action": action, "_selected_action": [tournament.pk], **more}


def test_whoever_is_of_the_administration_without_rights_gets_403_and_no_redirect() -> None:
    client = administrator("view_club")
    assert client.get("/admin/").status_code == 200
    assert client.get(reverse(LIST)).status_code == 403


@pytest.mark.F35
def test_a_job_is_run_again_by_whoever_may_change_jobs() -> None:
    tournament = cast.drawn(4)
    Job.objects.update(state=JobState.QUARANTINED, attempts=5)
    job = Job.objects.get(ledger=tournament.ledger)
    again = {"action": "run_again", "_selected_action": [job.pk]}
    administrator("view_job").post(reverse("admin:core_job_changelist"), again)
    job.refresh_from_db()
    assert job.state == JobState.QUARANTINED
    administrator("view_job", "change_job").post(reverse("admin:core_job_changelist"), again)
    job.refresh_from_db()
    assert job.state == JobState.WAITING


def test_a_job_says_why_it_stands() -> None:
    tournament, now = cast.created(), timezone.now()
    Job.objects.all().delete()
    jobs = (
        ("later", now + timedelta(hours=1), JobState.WAITING, ""),
        ("again", now + timedelta(minutes=1), JobState.WAITING, "ValueError()"),
        ("no_worker", now - timedelta(minutes=5), JobState.WAITING, ""),
        ("quarantined", now, JobState.QUARANTINED, "ValueError()"),
    )
    for word, due, state, error in jobs:
        job = Job.objects.create(
            kind="k", key=word, ledger=tournament.ledger, due_at=due, state=state, error=error
        )
        assert status_key(job, now, is_swept=False) == word
    assert status_key(Job.objects.get(key="no_worker"), now, is_swept=True) == "due"
    listed = administrator("view_job").get(reverse("admin:core_job_changelist"), {"q": tournament.slug})
    html = listed.content.decode()
    assert all(str(STATUS_TEXTS[word]) in html for word, *_ in jobs)
    assert str(tournament) in html


def test_the_record_of_anything_is_read_and_never_changed() -> None:
    tournament, client = cast.drawn(4), administrator("view_recordline", "change_recordline")
    cast.created(name="Outro")
    lines = reverse("admin:core_recordline_changelist")
    listed = client.get(lines, {"q": tournament.slug})
    assert listed.context["cl"].result_count == tournament.ledger.head_seq + 1
    assert client.get(lines, {"q": "draw.published"}).context["cl"].result_count == 1
    line = RecordLine.objects.filter(ledger=tournament.ledger).latest("seq")
    page = reverse("admin:core_recordline_change", args=[line.pk])
    assert escape(line.text) in client.get(page).content.decode()
    assert client.post(page, {"text": "{}"}).status_code == 403
    assert client.get(f"{page.removesuffix('change/')}delete/").status_code == 403


def test_who_shows_life_is_seen() -> None:
    Heartbeat.objects.update_or_create(name="sweep", defaults={"at": timezone.now() - timedelta(hours=1)})
    listed = administrator("view_heartbeat").get(reverse("admin:core_heartbeat_changelist"))
    assert "icon-no" in listed.content.decode()


def test_entries_staff_and_disputes_are_looked_up_by_name() -> None:
    tournament = cast.running()
    match = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.PLAYING).first()
    assert match is not None
    cast.played(match)
    note_dispute(match, sheet=cast.plain_win(match, 2), by=bruno(), now=START + timedelta(hours=9))
    client = administrator()
    for page, words, shown in (
        ("matches_entry", "Jogador 3", "Jogador 3"),
        ("tournaments_staff", "Bruno", "judge"),
        ("matches_dispute", "Mariapaulista", "Bruno Juiz"),
        ("matches_waiting", "Mariapaulista", ""),
        ("tournaments_tournament", "bruno", "Mariapaulista"),
    ):
        listed = client.get(reverse(f"admin:{page}_changelist"), {"q": words})
        assert (listed.status_code, shown in listed.content.decode()) == (200, True), page
    entry = match.sides.exclude(entry=None)[0].entry
    assert entry is not None
    looked = reverse("admin:matches_entry_change", args=[entry.pk])
    assert client.get(looked).status_code == 200
    assert client.post(looked, {"state": "withdrawn"}).status_code == 403


def test_pages_are_taken_down_with_a_reason_and_put_back() -> None:
    tournament, client = cast.entered(), administrator()
    page = cast.browser()
    asked = client.post(reverse(LIST), chosen(tournament, "take_down"))
    assert b'name="reason"' in asked.content
    client.post(reverse(LIST), chosen(tournament, "take_down", reason=" "))
    assert cast.fresh(tournament).taken_down_at is None
    client.post(reverse(LIST), chosen(tournament, "take_down", reason="Dados de terceiros."))
    gone = page.get(reverse("tournament", args=[tournament.slug]))
    assert gone.status_code == 410
    assert "Dados de terceiros" not in gone.content.decode()
    assert "taken down: Dados" in LogEntry.objects.latest("pk").change_message
    client.post(reverse(LIST), chosen(tournament, "put_back"))
    assert page.get(reverse("tournament", args=[tournament.slug])).status_code == 200


def test_what_waits_for_a_look_is_accepted_in_one_act(
    settings: LazySettings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.FIRST_TOURNAMENTS_WAIT = True
    caplog.set_level("INFO", logger="security")
    tournament, page = cast.announced(), reverse("tournament", args=[cast.announced(name="Outro").slug])
    address, looking = reverse("tournament", args=[tournament.slug]), administrator("view_tournament")
    looking.post(reverse(LIST), chosen(tournament, "accept"))
    assert [cast.browser().get(where).status_code for where in (address, page)] == [404, 404]
    for language in ("pt-br", "es", "en"):
        own = cast.browser(ana(), language=language).get(address)
        assert (own.status_code, own.context["tournament"].unaccepted_since is None) == (200, False)
        assert "tournament/_closed.html" in [template.name for template in own.templates]
    client = administrator()
    client.post(reverse(LIST), chosen(tournament, "accept"))
    assert [cast.browser().get(where).status_code for where in (address, page)] == [200, 404]
    assert LogEntry.objects.latest("pk").change_message == "accepted"
    (noted,) = [said for said in caplog.messages if "tournament_accepted" in said]
    assert tournament.slug in noted


def test_whoever_only_looks_at_tournaments_takes_nothing_down() -> None:
    tournament, client = cast.entered(), administrator("view_tournament")
    client.post(reverse(LIST), chosen(tournament, "take_down", reason="x"))
    assert cast.fresh(tournament).taken_down_at is None


def test_an_organizer_who_left_is_replaced_on_the_administrations_page() -> None:
    tournament, client = cast.entered(), administrator()
    asked = client.post(reverse(LIST), chosen(tournament, "replace_organizer")).content.decode()
    leaving = Persona.objects.get(ledger=tournament.ledger_id, player=ana()).code
    assert leaving in asked
    given = {"leaving": leaving, "username": "bruno", "reason": "Mudou de cidade."}
    client.post(reverse(LIST), chosen(tournament, "replace_organizer", **{**given, "username": "ninguem"}))
    organizers = Staff.objects.filter(tournament=tournament, role=Role.ORGANIZER)
    assert organizers.get().persona.player == ana()
    client.post(reverse(LIST), chosen(tournament, "replace_organizer", **given))
    assert organizers.get().persona.player == bruno()


@pytest.mark.parametrize("language", ["pt-br", "es"])
def test_apps_and_models_have_names_in_the_readers_language(language: str) -> None:
    english, translated = all_names("en"), all_names(language)
    assert english & translated <= {"club"}


def all_names(language: str) -> set[str]:
    with override(language):
        return {name for model in site._registry for name in names_of(model)}


def names_of(model: type[Model]) -> Iterator[str]:
    meta = model._meta
    yield from (
        str(meta.verbose_name),
        str(meta.verbose_name_plural),
        str(apps.get_app_config(meta.app_label).verbose_name),
    )


# --- names ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("act", ["change", "delete", "delete_selected"])
def test_a_club_that_is_renamed_or_deleted_leaves_the_cached_pages(act: str) -> None:
    tournament, client = cast.entered(2), administrator()
    club = Club.objects.create(name="Cluibe da Serra")
    Entry.objects.filter(ledger=tournament.ledger_id).update(club=club)
    page = reverse("entries", args=[tournament.slug])
    assert club.name in cast.browser().get(page).content.decode()
    if act == "delete_selected":
        sent = {"action": act, "_selected_action": [club.pk], "post": "yes"}
        client.post(reverse("admin:accounts_club_changelist"), sent)
    else:
        sent = {"name": "Clube da Serra"} if act == "change" else {"post": "yes"}
        client.post(reverse(f"admin:accounts_club_{act}", args=[club.pk]), sent)
    assert club.name not in cast.browser().get(page).content.decode()


@pytest.mark.F85
@pytest.mark.parametrize("field", ["has_page", "lists_events"])
def test_the_form_of_a_player_gives_a_minor_no_page(field: str) -> None:
    player = mark_minor(caio())
    assert administrator().post(_form_of(player), {"name": player.name, field: "on"}).status_code == 302
    assert not getattr(Player.objects.get(pk=player.pk), field)


@pytest.mark.parametrize("name", ["Caio 21 98765-4321", "Ca\u202eio", "\u200b"])
def test_the_form_of_a_player_refuses_names_that_pages_refuse(name: str) -> None:
    player = caio()
    page = administrator().post(_form_of(player), {"name": name})
    assert list(page.context["adminform"].form.errors) == ["name"]
    assert Player.objects.get(pk=player.pk).name == player.name


@pytest.mark.F85
def test_a_name_is_stored_from_the_administration_as_from_the_account() -> None:
    player = mark_minor(caio())
    client = administrator()
    assert client.post(_form_of(player), {"name": " Caio  Mendes Rocha\u200b"}).status_code == 302
    player = Player.objects.select_related("user").get(pk=player.pk)
    assert (player.name, player.user and player.user.first_name) == ("Caio R.", "Caio R.")


def test_the_form_of_a_player_stores_only_what_was_changed_on_it() -> None:
    player, client = caio(), administrator()
    Player.objects.filter(pk=player.pk).update(has_page=True)
    read = fields_of(text(client.get(_form_of(player))))
    offer_page(rename(player, name="Caio Mendes"), has_page=False)
    club = Club.objects.create(name="Clube da Serra")
    assert client.post(_form_of(player), {**read, "club": club.pk}).status_code == 302
    stored = Player.objects.get(pk=player.pk)
    assert (stored.name, stored.club, stored.has_page) == ("Caio Mendes", club, False)


def test_what_changes_while_the_form_of_a_player_is_stored_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    player, client = caio(), administrator()
    read = fields_of(text(client.get(_form_of(player))))
    monkeypatch.setattr("accounts.admin.bump_versions_of", lambda *_: mark_minor(player))
    assert client.post(_form_of(player), {**read, "lists_events": "on"}).status_code == 302
    stored = Player.objects.get(pk=player.pk)
    assert (stored.name, stored.is_minor, stored.lists_events) == ("Caio R.", True, False)


def fields_of(page: str) -> dict[str, str]:
    """What a browser sends of the fields of a player, unchanged."""
    inputs = re.findall(r'<input [^>]*name="(?:initial-)?(?:name|has_page|lists_events)"[^>]*>', page)
    told = [dict(re.findall(r'\s(name|value|type|checked)(?:="([^"]*)")?', one)) for one in inputs]
    ticked = [one for one in told if one["type"] != "checkbox" or "checked" in one]
    return {one["name"]: one.get("value", "on") for one in ticked}


def _form_of(player: Player) -> str:
    return reverse("admin:accounts_player_change", args=[player.pk])
