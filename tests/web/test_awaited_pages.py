"""A person without an account has no public page before the first season result or their own choice."""

import pytest
from django.urls import reverse

from accounts.merging import merge
from accounts.models import Club, Player, User
from accounts.splitting import split
from tests import cast
from tests.acts import Moments, finish
from tests.cast import START, ana, browser, caio, entered, finished
from tests.web.html import text
from tournaments.entries.check_in_list import entry_view
from tournaments.entries.enter import add_entry, enter_self
from tournaments.inputs import NewEntry
from tournaments.models import Tournament
from tournaments.privacy import mark_entrant, namesakes_of

pytestmark = [pytest.mark.django_db, pytest.mark.F131]


def page_of(player: Player) -> str:
    return reverse("player", args=[player.code])


def status_of(player: Player) -> int:
    """What the page answers to strangers."""
    return browser().get(page_of(player)).status_code


def found(typed: str) -> list[str]:
    people = browser().get(reverse("home"), {"busca": typed}).context["people"]
    return [one.name for one in people.found]


def test_who_only_was_entered_has_no_page_and_is_not_found() -> None:
    tournament = finished(4)
    player = Player.objects.get(name="Jogador 2")
    assert status_of(player) == 404
    assert found("jogador") == []
    assert page_of(player) not in text(browser().get(reverse("standing", args=[tournament.slug])))
    assert status_of(caio()) == 200


def test_the_first_season_result_gives_the_page(clock: Moments) -> None:
    tournament = cast.drawn(8, ranked=True)
    player, minor = (Player.objects.get(name=f"Jogador {number}") for number in (2, 3))
    Player.objects.filter(pk=minor.pk).update(is_minor=True)
    places = [reverse(name, args=[tournament.slug]) for name in ("bracket", "standing")]
    anybody = browser()
    assert [page_of(player) in text(anybody.get(url)) for url in places] == [False, False]
    finish(tournament, clock)
    assert status_of(player) == 200
    assert page_of(player) in text(anybody.get(places[1]))
    assert found("jogador 2") == ["Jogador 2"]
    assert status_of(minor) == 404


def test_what_was_simulated_gives_none(clock: Moments) -> None:
    tournament = cast.drawn(8, ranked=True)
    Tournament.objects.filter(pk=tournament.pk).update(simulated=True)
    finish(tournament, clock)
    assert not Player.objects.filter(user=None, has_page=True).exists()


def test_a_partner_whom_a_player_named_has_none() -> None:
    tournament = cast.announced(kind="duplas")
    enter_self(tournament, partner_name="Par do Caio", by=caio(), now=START)
    assert status_of(Player.objects.get(name="Par do Caio")) == 404


def test_an_administrator_shows_the_page_of_who_wants_it_and_hides_it_for_good() -> None:
    User.objects.create_superuser("root", password="x")
    finished(4)
    player = Player.objects.get(name="Jogador 2")
    client = browser()
    client.force_login(User.objects.get(username="root"))
    form = reverse("admin:accounts_player_change", args=[player.pk])
    client.post(form, {"name": player.name, "has_page": "on"})
    assert status_of(player) == 200
    client.post(form, {"name": player.name, "initial-has_page": "True"})
    finished(8, ranked=True, name="Segundo")
    assert status_of(player) == 404


def test_an_account_ends_the_wait_and_who_hid_a_page_has_none() -> None:
    finished(4)
    waiting = Player.objects.get(name="Jogador 2")
    merge(waiting, cast.duda())
    waiting.refresh_from_db()
    assert (waiting.has_page, waiting.awaits_season) == (True, False)
    other = Player.objects.get(name="Jogador 3")
    Player.objects.filter(pk=caio().pk).update(has_page=False)
    other = merge(other, Player.objects.create(name="Oculta", has_page=False))
    assert (other.has_page, other.awaits_season) == (False, False)


def test_who_is_split_off_waits_too() -> None:
    one, other = entered(2, name="Um"), entered(2, name="Dois")
    player = Player.objects.get(name="Jogador 2")
    Player.objects.filter(pk=player.pk).update(has_page=True, awaits_season=False)
    twin = split(player, [player.personas.get(ledger=other.ledger_id).code])
    assert (one.pk != other.pk, twin.has_page, twin.awaits_season) == (True, False, True)


# --- a minor and everybody of that name in that club ----------------------------------------------


def zoes() -> list[Player]:
    """Four records of one name: two in Maré, one in Praia, one in Maré with an account."""
    made = []
    for number, club in enumerate(("Maré", "mare", "Praia", "Maré")):
        entry = NewEntry(("Zoé Prado Lima",), club=club, namesake=True)
        added = add_entry(cast.announced(name=f"De {number}"), entry=entry, by=ana(), now=START)
        made.append(added.members.get().persona.player)
    Player.objects.filter(pk=made[3].pk).update(user=User.objects.create_user("zoe"))
    return made


def test_marking_a_minor_offers_everybody_of_that_name_in_that_club() -> None:
    first, second, praia, account = zoes()
    persona = first.personas.select_related("ledger__tournament").get()
    tournament, entry = persona.ledger.tournament, persona.memberships.get().entry
    assert namesakes_of(tournament, [entry_view(entry)]) == {persona.code: [second]}
    url = reverse("minors", args=[tournament.slug])
    coordinator = browser(ana())
    assert 'name="namesakes"' in text(coordinator.get(url))
    sent = {"entry": entry.code, "person": persona.code, "minor": "1"}
    coordinator.post(url, {**sent, "namesakes": "1"})
    marked = [Player.objects.get(pk=player.pk).is_minor for player in (first, second, praia, account)]
    assert marked == [True, True, False, False]
    assert Player.objects.get(pk=second.pk).name == "Zoé L."


def test_without_that_answer_only_one_is_marked() -> None:
    first, second, *_ = zoes()
    persona = first.personas.get()
    entry = persona.memberships.get().entry
    mark_entrant(persona.ledger.tournament, entry, person=persona.code, is_minor=True, by=ana())
    assert not Player.objects.get(pk=second.pk).is_minor


def test_who_has_no_club_is_of_no_club() -> None:
    entries = [
        add_entry(
            cast.announced(name=f"De {club}"),
            entry=NewEntry(("Zoé",), club=club, namesake=True),
            by=ana(),
            now=START,
        )
        for club in ("", "", "Praia")
    ]
    tournament = Tournament.objects.get(ledger=entries[0].ledger_id)
    (others,) = namesakes_of(tournament, [entry_view(entries[0])]).values()
    assert [other.pk for other in others] == [entries[1].members.get().persona.player_id]
    assert not Club.objects.filter(name="").exists()
