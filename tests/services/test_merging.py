"""Two records of one person become one, and a person is forgotten: what was played stays as it is."""

import pytest
from django.core.management import call_command
from django.db.models import ProtectedError
from django.urls import reverse

from accounts.erasing import anonymise
from accounts.merging import check_merge, merge
from accounts.minors import mark_minor
from accounts.models import ApiToken, Club, Persona, Player, User
from accounts.splitting import split
from core.errors import Refused
from core.models import Job, JobState, RecordLine
from matches.models import Sitting
from tests import acts, cast
from tournaments.models import Placing
from tournaments.standings.profile import participations
from tournaments.standings.selectors import season

pytestmark = pytest.mark.django_db


def _lines() -> list[str]:
    return list(RecordLine.objects.order_by("ledger", "seq").values_list("text", flat=True))


def _placed(ledger: int) -> set[int]:
    """Who has a place there: by chance somebody was disqualified, or never came."""
    found = Placing.objects.filter(entry__ledger=ledger)
    return set(found.values_list("entry__members__persona__player", flat=True))


@pytest.mark.F26
def test_merging_keeps_both_histories_and_no_record_changes() -> None:
    one, other = (cast.finished(8, name=name) for name in ("Um", "Dois"))
    kept = Player.objects.get(pk=min(_placed(one.ledger_id) & _placed(other.ledger_id)))
    duplicate = cast.without_account("The Same")
    Persona.objects.filter(ledger=other.ledger_id, player=kept).update(player=duplicate)
    before = _lines()
    assert Placing.objects.filter(entry__members__persona__player=kept).count() == 1
    merge(kept, duplicate)
    assert not Player.objects.filter(name="The Same").exists()
    assert Placing.objects.filter(entry__members__persona__player=kept).count() == 2
    assert _lines() == before


@pytest.mark.F26
def test_who_meets_in_one_tournament_or_has_two_accounts_is_not_merged() -> None:
    tournament = cast.entered(4)
    both = Player.objects.filter(personas__ledger=tournament.ledger_id, user=None).order_by("pk")[:2]
    with pytest.raises(Refused, match="merge_same_tournament"):
        merge(both[0], both[1])
    assert [violation.code for violation in check_merge(cast.caio(), cast.duda())] == ["merge_two_accounts"]
    assert [violation.code for violation in check_merge(cast.caio(), cast.caio())] == ["merge_same"]


@pytest.mark.F26
def test_the_kept_one_gets_the_account_that_only_the_other_had() -> None:
    kept, account = (
        cast.without_account("Caio R.", club=Club.objects.create(name="Niterói")),
        cast.caio().user,
    )
    merged = merge(kept, cast.caio())
    assert (merged.user, merged.club and merged.club.name) == (account, "Niterói")


@pytest.mark.F85
@pytest.mark.parametrize("marked", [0, 1])
def test_who_is_under_18_in_one_of_the_records_is_so_in_the_merged_one(marked: int) -> None:
    pair = [cast.without_account("Lia Prado Lima"), cast.without_account("Lia Prado Lima")]
    Player.objects.filter(pk__in=[player.pk for player in pair]).update(has_page=True, lists_events=True)
    mark_minor(pair[marked])
    merge(*pair)
    merged = Player.objects.get(pk=pair[0].pk)
    assert (merged.name, merged.is_minor) == ("Lia L.", True)
    assert (merged.has_page, merged.awaits_season, merged.lists_events) == (False, False, False)


@pytest.mark.F24
def test_a_player_with_results_cannot_be_deleted_but_forgotten() -> None:
    tournament = cast.finished(4)
    player = Player.objects.get(pk=min(_placed(tournament.ledger_id)))
    before = _lines()
    with pytest.raises(ProtectedError):
        player.delete()
    name = player.name
    call_command("anonymise", player.code)
    assert not Player.objects.filter(name=name).exists()
    assert Placing.objects.filter(entry__members__persona__player=player).exists()
    assert _lines() == before


@pytest.mark.F24
def test_forgetting_removes_the_account_and_its_key_and_twice_is_once() -> None:
    caio = cast.caio()
    assert caio.user is not None
    cast.key(caio)
    forgotten = anonymise(caio)
    assert not User.objects.filter(username="caio").exists()
    assert not ApiToken.objects.exists()
    assert anonymise(forgotten).name == forgotten.name


@pytest.mark.F83
def test_who_is_forgotten_in_the_middle_of_a_day_plays_on_under_a_pseudonym() -> None:
    tournament, clock = cast.drawn(4, table_high=2), acts.moments()
    winner = acts.entry_at(acts.won(tournament, 1, 1, clock), 1)
    player = winner.members.get().persona.player
    name = player.name
    anonymise(player)
    places = acts.finish(tournament, clock)
    assert places[winner.code] == 1
    acts.assert_sound(tournament)
    page = cast.browser().get(reverse("standing", args=[tournament.slug])).content.decode()
    assert f"Anônimo {player.code.upper()}" in page
    assert name not in page


@pytest.mark.F24
@pytest.mark.F26
def test_an_administrator_merges_and_forgets_on_pages() -> None:
    User.objects.create_superuser("root", password="x")
    one, other = cast.without_account("Lia Prado"), cast.without_account("Lia Prado ")
    client = cast.browser()
    client.force_login(User.objects.get(username="root"))
    address = reverse("admin:accounts_player_changelist")
    chosen = {"action": "merge_two", "_selected_action": [one.pk, other.pk]}
    assert b'name="keep"' in client.post(address, chosen).content
    client.post(address, {**chosen, "keep": one.code})
    assert list(Player.objects.filter(name="Lia Prado")) == [one]
    client.post(address, {"action": "forget", "_selected_action": [one.pk]})
    assert not Player.objects.filter(name="Lia Prado").exists()


@pytest.mark.F35
def test_an_administrator_looks_at_tournaments_and_runs_a_job_again() -> None:
    tournament = cast.drawn(4)
    User.objects.create_superuser("root", password="x")
    client = cast.browser()
    client.force_login(User.objects.get(username="root"))
    page = reverse("admin:tournaments_tournament_change", args=[tournament.pk])
    assert client.get(page).status_code == 200
    assert client.post(page, {"title": "x"}).status_code == 403
    Job.objects.update(state=JobState.QUARANTINED, attempts=5)
    job = Job.objects.get(ledger=tournament.ledger)
    client.post(reverse("admin:core_job_changelist"), {"action": "run_again", "_selected_action": [job.pk]})
    job.refresh_from_db()
    assert (job.state, job.attempts) == (JobState.WAITING, 0)


@pytest.mark.F117
def test_splitting_gives_tournaments_and_places_to_a_new_person_and_no_record_changes() -> None:
    one, other = (cast.finished(8, ranked=True, name=name) for name in ("Um", "Dois"))
    both = _placed(one.ledger_id) & _placed(other.ledger_id) - {cast.caio().pk}
    player = Player.objects.get(pk=min(both))
    before, lines = _lines(), [line.player_code for line in season("chama", 2026)]
    code = player.personas.get(ledger=other.ledger_id).code
    twin = split(player, [code])
    assert (twin.name, twin.user) == (player.name, None)
    assert Placing.objects.get(entry__members__persona__player=player).entry.ledger_id == one.ledger_id
    assert Placing.objects.get(entry__members__persona__player=twin).entry.ledger_id == other.ledger_id
    assert len(season("chama", 2026)) == len(lines) + 1
    assert [played.tournament for played in participations(twin)] == [other]
    assert _lines() == before
    merge(player, twin)
    assert len(season("chama", 2026)) == len(lines)


@pytest.mark.F117
def test_one_who_sits_keeps_the_other_from_no_table_once_they_are_split() -> None:
    cast.entered(4, name="Antes")
    running = cast.running(4)
    seat = Sitting.objects.exclude(player=cast.caio()).select_related("player").first()
    assert seat is not None
    twin = split(seat.player, [seat.player.personas.get(ledger=running.ledger_id).code])
    assert Sitting.objects.filter(match=seat.match_id, player=twin).count() == 1
    assert not Sitting.objects.filter(player=seat.player).exists()


@pytest.mark.F117
def test_a_person_without_an_account_keeps_a_tournament_and_staff_is_not_split_off() -> None:
    tournament = cast.entered(3)
    player = Player.objects.get(name="Jogador 2")
    for codes in ([], [player.personas.get().code]):
        with pytest.raises(Refused, match="split_"):
            split(player, codes)
    role = tournament.staff.select_related("persona__player").first()
    assert role is not None
    with pytest.raises(Refused, match="split_nothing"):
        split(role.persona.player, [role.persona.code])


@pytest.mark.F117
def test_an_administrator_splits_on_a_page() -> None:
    User.objects.create_superuser("root", password="x")
    one, other = cast.entered(2, name="Um"), cast.entered(2, name="Dois")
    player = Player.objects.get(name="Jogador 2")
    client = cast.browser()
    client.force_login(User.objects.get(username="root"))
    chosen = {"action": "split", "_selected_action": [player.pk]}
    address = reverse("admin:accounts_player_changelist")
    page = client.post(address, chosen).content.decode()
    assert one.title in page
    assert other.title in page
    assert client.post(address, {**chosen, "split": "1"}).status_code == 200
    client.post(
        address, {**chosen, "split": "1", "persona": player.personas.get(ledger=other.ledger_id).code}
    )
    assert Player.objects.filter(name="Jogador 2").count() == 2
