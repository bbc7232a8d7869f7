"""Deciding about an entry after the draw: what each choice leads to first, then one step, nothing lost."""

import re
from typing import Any

import pytest
from django.urls import reverse

from core.models import RecordLine
from matches.models import Entry, EntryState, Match
from tests.acts import at, entry_at, moments, won
from tests.cast import START, ana, browser, bruno, caio, checked_in, drawn, duda, entered, fresh, running
from tests.web.html import text
from tournaments.corrections.effects import Overview
from tournaments.departures import preview_decisions
from tournaments.departures.preview_decisions import Decision
from tournaments.draw.publish import publish_draw
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def page(tournament: Tournament, entry: Entry, name: str = "entry_decide") -> str:
    return reverse(name, args=[tournament.slug, entry.code])


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


def test_each_choice_is_rehearsed_once_for_the_page(
    won_one: tuple[Tournament, Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament, match = won_one
    tried, rehearse = [], preview_decisions._preview_act

    def noted(before: Overview, where: Tournament, name: str, *how: Any) -> Decision:
        tried.append(name)
        return rehearse(before, where, name, *how)

    monkeypatch.setattr(preview_decisions, "_preview_act", noted)
    address, client = page(tournament, entry_at(match, 1)), browser(ana())
    assert (client.get(address).status_code, tried) == (200, ["withdraw", "disqualify"])
    tried.clear()
    assert client.post(address, {"act": "withdraw", "reason": "", "step": "show"}).status_code == 200
    assert tried == ["withdraw", "disqualify"]


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
    names = [one.asked.name for cut in phone.get(address).context["look"].cuts for one in cut]
    assert names == ["cut.0.2", "cut.0.3"]
    sent = {"act": "disqualify", "reason": "marked deck"}
    refused = phone.post(address, sent)
    assert (refused.status_code, refused.context["form"].codes) == (422, {"open_tie"})
    level = phone.post(address, {**sent, "cut.0.2": "K", "cut.0.3": "K"})
    assert [one.asked.name for cut in level.context["look"].cuts for one in cut][2:] == ["cut.1.2", "cut.1.3"]
    assert 'value="K"' in text(level)
    cards = {"cut.0.2": "K", "cut.0.3": "K", "cut.1.2": "3", "cut.1.3": "4"}
    assert phone.post(address, {**sent, **cards}).status_code == 302
    assert match.feeds.get().entry == entry_at(match, 3)


@pytest.fixture
def played_on() -> tuple[Tournament, Match, Match]:
    """Who had won the first match has played, and lost, the semifinal."""
    tournament, clock = drawn(8, table_high=2), moments()
    first, _ = won(tournament, 1, 1, clock), won(tournament, 1, 2, clock)
    return tournament, first, won(tournament, 2, 1, clock, by_side=2)


@pytest.mark.F10
def test_an_earlier_win_is_shown_with_all_that_follows_before_it_is_taken(
    played_on: tuple[Tournament, Match, Match],
) -> None:
    tournament, first, semifinal = played_on
    address, phone = page(tournament, entry_at(first, 1)), browser(ana())
    offered = phone.get(address).context["earlier"]
    assert [match.code for match in offered] == [first.code]
    lines = RecordLine.objects.count()
    sent = {"act": "disqualify", "reason": "marked deck", "match": first.code, "shown": ""}
    shown = phone.post(address, sent)
    assert (shown.status_code, RecordLine.objects.count()) == (200, lines)
    (row,) = (row for row in shown.context["rows"] if row.act == "disqualify")
    assert [(choice.match.code, choice.is_open) for choice in row.choices] == [(semifinal.code, True)]
    assert {change.match.code for change in row.matches} >= {first.code, semifinal.code}
    assert "marked deck" in text(shown)
    undecided = phone.post(address, {**sent, "shown": first.code})
    assert (undecided.status_code, undecided.context["form"].codes) == (422, {"remedy_needed"})
    decided = {**sent, "shown": first.code, f"remedy.{semifinal.code}": "keep"}
    again = phone.post(address, {**decided, "step": "show"})
    assert (again.status_code, RecordLine.objects.count()) == (200, lines)
    assert phone.post(address, decided).status_code == 302
    assert first.sheets.get(is_current=True).winner == entry_at(first, 2)
    assert semifinal.sheets.get(is_current=True).version == 1
    assert entry_at(first, 1).state == EntryState.DISQUALIFIED


@pytest.mark.F10
def test_the_place_and_an_earlier_win_ask_for_their_remedies_together() -> None:
    tournament, clock = drawn(8, table_high=2, house_rules={"third_place_match": True}), moments()
    for number in (1, 2, 3, 4):
        won(tournament, 1, number, clock)
    for number in (1, 2):
        won(tournament, 2, number, clock)
    first, semifinal, third = at(tournament, 1, 1), at(tournament, 2, 1), won(tournament, 3, 2, clock)
    address, phone = page(tournament, entry_at(first, 1)), browser(ana())
    sent = {"act": "disqualify", "reason": "x", "match": first.code, "shown": first.code}
    (row,) = (row for row in phone.post(address, sent).context["rows"] if row.act == "disqualify")
    assert {choice.match.code for choice in row.choices} == {semifinal.code, third.code}
    assert row.refused == ()
    decided = {**sent, f"remedy.{semifinal.code}": "replay", f"remedy.{third.code}": "replay"}
    assert phone.post(address, decided).status_code == 302
    assert at(tournament, 2, 1).sides.filter(entry=entry_at(first, 2)).exists()
    assert (at(tournament, 2, 1).state, at(tournament, 3, 2).state) == ("ready", "waiting")


def test_only_a_win_of_the_entry_can_be_taken_on_the_page(
    played_on: tuple[Tournament, Match, Match],
) -> None:
    tournament, first, semifinal = played_on
    address, phone = page(tournament, entry_at(first, 1)), browser(ana())
    sent = {"act": "disqualify", "reason": "x", "match": semifinal.code, "shown": semifinal.code}
    refused = phone.post(address, sent)
    assert (refused.status_code, refused.context["form"].codes) == (422, {"not_won_by_entry"})
    assert phone.post(address, {**sent, "match": "elsewhere"}).status_code == 404
    assert entry_at(first, 1).state == EntryState.CHECKED_IN


def test_where_nobody_cuts_the_coordinator_rules_on_the_page() -> None:
    tournament = drawn(9, table_high=3, house_rules={"tie_cut": False})
    match = won(tournament, 1, 1, moments())
    address, phone = page(tournament, entry_at(match, 1)), browser(ana())
    (asked,) = phone.get(address).context["look"].rulings
    assert ([side.number for side in asked.sides], asked.chosen) == ([2, 3], None)
    sent = {"act": "disqualify", "reason": "marked deck"}
    refused = phone.post(address, sent)
    assert (refused.status_code, refused.context["form"].codes) == (422, {"tie_needs_ruling"})
    nonsense = phone.post(address, {**sent, f"ruling.{match.code}": "9" * 5000})
    assert nonsense.context["form"].codes == {"tie_needs_ruling"}
    shown = phone.post(address, {**sent, f"ruling.{match.code}": "3", "step": "show"})
    assert [row.chosen for row in shown.context["look"].rulings] == [3]
    assert phone.post(address, {**sent, f"ruling.{match.code}": "3"}).status_code == 302
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


def test_while_it_plays_no_earlier_win_is_offered() -> None:
    tournament, clock = drawn(8, table_high=2), moments()
    first, _ = won(tournament, 1, 1, clock), won(tournament, 1, 2, clock)
    semifinal = at(tournament, 2, 1)
    browser(bruno()).post(reverse("match_start", args=[tournament.slug, semifinal.code]))
    assert browser(ana()).get(page(tournament, entry_at(first, 1))).context["earlier"] == ()


@pytest.mark.F58
def test_a_late_entry_takes_an_empty_seat() -> None:
    tournament = drawn(4, table_high=2)
    match, phone = at(tournament, 1, 1), browser(ana())
    address = reverse("entry_late", args=[tournament.slug])
    phone.post(page(tournament, entry_at(match, 2)), {"act": "withdraw", "reason": "ill"})
    sent = {"seat": f"{match.code}.2.", "names.0": "<b>Tarde</b>", "reason": "traffic"}
    twice = {**sent, "names.0": entry_at(match, 1).members.get().persona.player.name}
    refused = phone.post(address, twice)
    assert (refused.status_code, refused.context["form"].codes) == (422, {"already_entered"})
    assert phone.post(address, sent).status_code == 302
    assert entry_at(match, 2).members.get().persona.player.name == "<b>Tarde</b>"
    assert "<b>Tarde</b>" not in text(phone.get(reverse("entries", args=[tournament.slug])))


def late_choices(html: str) -> list[str]:
    """Values of the places offered, in order."""
    return re.findall(r'value="(m[a-z0-9]+\.\d\.[a-z0-9]*)"', html)


def test_a_late_entry_takes_the_proposed_chair_with_one_tap() -> None:
    tournament = checked_in(6)
    publish_draw(tournament, shape=((3, 3), (2,)), by=ana(), now=START)
    match, phone = at(tournament, 1, 1), browser(ana())
    address = reverse("entry_late", args=[tournament.slug])
    shown = phone.get(address)
    assert late_choices(shown.content.decode())[0] == f"{match.code}.4."
    assert "one extra chair, 4 at the table" in text(shown)
    assert reverse("draw_withdraw", args=[tournament.slug]) in shown.content.decode()
    form = shown.context["form"]
    sent = {"names.0": "Tarde", "seat": form["seat"].value(), "reason": form["reason"].value()}
    assert phone.post(address, sent).status_code == 302
    assert entry_at(match, 4).members.get().persona.player.name == "Tarde"
    assert "Tarde" in text(browser().get(reverse("bracket", args=[tournament.slug])))


def test_a_late_entry_takes_the_place_of_an_absent_from_the_list() -> None:
    tournament = drawn(4, table_high=2)
    match, phone = at(tournament, 1, 1), browser(ana())
    absent, address = entry_at(match, 2), reverse("entry_late", args=[tournament.slug])
    name = absent.members.get().persona.player.name
    assert f"{name} (Round 1, match 1), who is withdrawn" in text(phone.get(address))
    sent = {"names.0": "Tarde", "seat": "other", "other": "", "reason": "x"}
    refused = phone.post(address, sent)
    assert (refused.status_code, set(refused.context["form"].errors)) == (422, {"other"})
    assert phone.post(address, {**sent, "other": f"{match.code}.2.{absent.code}"}).status_code == 302
    assert entry_at(match, 2).members.get().persona.player.name == "Tarde"


def test_a_late_namesake_is_asked_about_and_comes_in() -> None:
    tournament = drawn(4, table_high=2)
    match, phone = at(tournament, 1, 1), browser(ana())
    phone.post(page(tournament, entry_at(match, 2)), {"act": "withdraw", "reason": "ill"})
    name = entry_at(match, 1).members.get().persona.player.name
    address = reverse("entry_late", args=[tournament.slug])
    sent = {"seat": f"{match.code}.2.", "names.0": name, "reason": "traffic"}
    assert "namesake" not in phone.get(address).context["form"].fields
    refused = phone.post(address, sent)
    assert refused.context["form"].codes == {"already_entered"}
    assert list(refused.context["form"].fields)[:2] == ["names.0", "namesake"]
    assert phone.post(address, {**sent, "namesake": "on"}).status_code == 302
    assert entry_at(match, 2).members.get().persona.player.name == name


def test_a_place_that_was_just_taken_is_said_in_words() -> None:
    tournament = drawn(4, table_high=2)
    match, phone = at(tournament, 1, 1), browser(ana())
    phone.post(page(tournament, entry_at(match, 2)), {"act": "withdraw", "reason": "ill"})
    address, place = reverse("entry_late", args=[tournament.slug]), f"{match.code}.2."
    assert phone.post(address, {"seat": place, "names.0": "Rival", "reason": "x"}).status_code == 302
    for seat in ({"seat": place}, {"seat": "other", "other": place}):
        refused = phone.post(address, {**seat, "names.0": "Tarde", "reason": "x"})
        assert refused.status_code == 422
        said = text(refused)
        assert "This place was just taken" in said
        assert "Select a valid choice" not in said


def test_once_every_table_has_started_nobody_comes_in() -> None:
    tournament = running(4, table_high=2)
    shown = browser(ana()).get(reverse("entry_late", args=[tournament.slug]))
    assert "no one else can join" in text(shown)
    assert reverse("draw_withdraw", args=[tournament.slug]) not in shown.content.decode()


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
