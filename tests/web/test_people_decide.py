"""Deciding about an entry after the draw: what each choice leads to first, then one step, nothing lost."""

from typing import Any

import pytest
from django.urls import reverse

from core.models import RecordLine
from matches.models import Entry, EntryState, Match
from tests.cast import ana, browser, bruno, caio, drawn, duda, entered, fresh
from tests.services.acts import at, entry_at, moments, won
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def page(tournament: Tournament, entry: Entry, name: str = "entry_decide") -> str:
    return reverse(name, args=[tournament.slug, entry.code])


def text(response: Any) -> str:
    return str(response.content.decode())


@pytest.fixture
def won_one() -> tuple[Tournament, Match]:
    tournament = drawn(8, table_high=2, ranked=True)
    return tournament, won(tournament, 1, 1, moments())


@pytest.mark.F16
@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_the_page_shows_what_each_choice_leads_to_and_stores_nothing(
    won_one: tuple[Tournament, Match], language: str
) -> None:
    tournament, match = won_one
    lines = RecordLine.objects.count()
    address = page(tournament, entry_at(match, 1))
    shown = browser(ana(), language=language).get(address)
    rows = {row.act: row for row in shown.context["rows"]}
    assert set(rows) == {"withdraw", "disqualify"}
    following = match.feeds.get().match.code
    for row in rows.values():
        assert following in {change.match.code for change in row.matches}
        assert row.places
    assert reverse("match", args=[tournament.slug, following]) in text(shown)
    assert RecordLine.objects.count() == lines


@pytest.mark.F67
def test_only_the_coordinator_decides(won_one: tuple[Tournament, Match]) -> None:
    tournament, match = won_one
    entry = entry_at(match, 1)
    for name in ("entry_decide", "entry_substitute"):
        address = page(tournament, entry, name)
        assert [browser(who).get(address).status_code for who in (bruno(), caio(), duda())] == [403] * 3
        assert browser().get(address).status_code == 302
    late = reverse("entry_late", args=[tournament.slug])
    assert browser(bruno()).get(late).status_code == 403
    entries = reverse("entries", args=[tournament.slug])
    assert page(tournament, entry) in text(browser(ana()).get(entries))
    assert page(tournament, entry) not in text(browser(bruno()).get(entries))


@pytest.mark.F16
@pytest.mark.F25
def test_a_decision_is_one_step_and_so_is_taking_it_back(won_one: tuple[Tournament, Match]) -> None:
    tournament, match = won_one
    entry = entry_at(match, 1)
    address, phone = page(tournament, entry), browser(ana())
    refused = phone.post(address, {"act": "withdraw", "reason": ""})
    assert refused.status_code == 422
    done = phone.post(address, {"act": "withdraw", "reason": "hurt"})
    assert done["Location"] == reverse("entries", args=[tournament.slug])
    assert match.feeds.get().entry is None
    assert [row.act for row in phone.get(address).context["rows"]] == ["reinstate", "disqualify"]
    phone.post(address, {"act": "reinstate", "reason": "a mistake"})
    entry.refresh_from_db()
    assert (match.feeds.get().entry, entry.state) == (entry, EntryState.CHECKED_IN)


def test_who_goes_on_is_cut_for_on_the_page() -> None:
    tournament = drawn(9, table_high=3)
    match = won(tournament, 1, 1, moments())
    address, phone = page(tournament, entry_at(match, 1)), browser(ana())
    names = [one.name for cut in phone.get(address).context["asked"] for one in cut]
    assert names == ["cut.0.2", "cut.0.3"]
    sent = {"act": "disqualify", "reason": "marked deck"}
    refused = phone.post(address, sent)
    assert (refused.status_code, refused.context["form"].codes) == (422, {"open_tie"})
    level = phone.post(address, {**sent, "cut.0.2": "K", "cut.0.3": "K"})
    assert [one.name for cut in level.context["asked"] for one in cut][2:] == ["cut.1.2", "cut.1.3"]
    assert 'value="K"' in text(level)
    cards = {"cut.0.2": "K", "cut.0.3": "K", "cut.1.2": "3", "cut.1.3": "4"}
    assert phone.post(address, {**sent, **cards}).status_code == 302
    assert match.feeds.get().entry == entry_at(match, 3)


@pytest.mark.F06
def test_a_page_older_than_the_entry_is_409_and_keeps_what_was_typed(
    won_one: tuple[Tournament, Match],
) -> None:
    tournament, match = won_one
    entry, phone = entry_at(match, 1), browser(ana())
    seen = fresh(tournament).ledger.head_seq
    for act in ("withdraw", "reinstate"):
        phone.post(page(tournament, entry), {"act": act, "reason": "x"})
    sent = {"act": "withdraw", "reason": "hurt after all", "seen": seen}
    stale = phone.post(page(tournament, entry), sent)
    assert (stale.status_code, stale.context["form"].codes) == (409, {"stale"})
    assert "hurt after all" in text(stale)


def test_while_it_plays_the_page_says_where_it_is_decided() -> None:
    tournament = drawn(4, table_high=2)
    match = at(tournament, 1, 1)
    browser(bruno()).post(reverse("match_start", args=[tournament.slug, match.code]))
    rows = browser(ana()).get(page(tournament, entry_at(match, 1))).context["rows"]
    assert [[v.code for v in row.refused] for row in rows] == [["leaves_by_sheet"]] * 2


@pytest.mark.F58
def test_a_late_entry_takes_an_empty_seat() -> None:
    tournament = drawn(4, table_high=2)
    match, phone = at(tournament, 1, 1), browser(ana())
    address = reverse("entry_late", args=[tournament.slug])
    assert phone.get(address).context["seats"] == []
    phone.post(page(tournament, entry_at(match, 2)), {"act": "withdraw", "reason": "ill"})
    sent = {"seat": f"{match.code}.2", "names.0": "<b>Tarde</b>", "reason": "traffic"}
    twice = {**sent, "names.0": entry_at(match, 1).members.get().persona.player.name}
    refused = phone.post(address, twice)
    assert (refused.status_code, refused.context["form"].codes) == (422, {"already_entered"})
    assert phone.post(address, sent).status_code == 302
    assert entry_at(match, 2).members.get().persona.player.name == "<b>Tarde</b>"
    assert "<b>Tarde</b>" not in text(phone.get(reverse("entries", args=[tournament.slug])))


@pytest.mark.F26b
def test_a_pair_gets_its_substitute_on_the_page() -> None:
    tournament = drawn(4, kind="duplas")
    match, phone = at(tournament, 1, 1), browser(ana())
    pair = entry_at(match, 1)
    address = page(tournament, pair, "entry_substitute")
    assert address in text(phone.get(page(tournament, pair)))
    leaving = pair.members.get(position=1).persona.code
    refused = phone.post(address, {"leaving": leaving, "name": "", "reason": "ill"})
    assert refused.status_code == 422
    done = phone.post(address, {"leaving": leaving, "name": "Reserva", "reason": "ill"})
    assert done.status_code == 302
    assert pair.members.get(position=1).persona.player.name == "Reserva"
    won(tournament, 1, 1, moments())
    assert address not in text(phone.get(page(tournament, pair)))


def test_an_entry_of_another_tournament_is_not_found() -> None:
    mine, other = drawn(4), entered(2, name="Outro")
    entry = other.ledger.entries.get(number=1)
    assert browser(ana()).get(page(mine, entry)).status_code == 404
    assert browser(ana()).get(page(mine, entry, "entry_substitute")).status_code == 404
