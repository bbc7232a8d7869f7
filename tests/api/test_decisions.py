"""Leaving, coming back and coming late, as a coordinator's program decides it."""

from typing import Any

import pytest

from core.models import RecordLine
from matches.models import Entry, EntryState, Match, Side
from tests.acts import at, entry_at, moments, won
from tests.api.programs import program
from tests.cast import START, ana, bruno, caio, checked_in, drawn
from tournaments.draw.publish import publish_draw
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def base(tournament: Tournament, entry: Entry | None = None) -> str:
    return f"tournaments/{tournament.slug}/entries/{f'{entry.code}/' if entry else ''}"


@pytest.fixture
def won_one() -> tuple[Tournament, Match]:
    tournament = drawn(8, table_high=2, ranked=True)
    return tournament, won(tournament, 1, 1, moments())


@pytest.mark.F16
def test_every_decision_is_shown_with_what_it_changes_and_stores_nothing(
    won_one: tuple[Tournament, Match],
) -> None:
    tournament, match = won_one
    before, lines = _seated(tournament), RecordLine.objects.count()
    answer = program(ana()).get(f"{base(tournament, entry_at(match, 1))}decisions/")
    shown = {row["act"]: row for row in answer.body}
    assert set(shown) == {"withdraw", "disqualify"}
    following = match.feeds.get().match.code
    for row in shown.values():
        assert following in {change["match"] for change in row["changes"]["matches"]}
        assert row["refused"] == []
    assert (_seated(tournament), RecordLine.objects.count()) == (before, lines)
    path = f"{base(tournament, entry_at(match, 1))}decisions/"
    assert [program(who).get(path).status for who in (bruno(), caio(), None)] == [403, 403, 401]


def _seated(tournament: Tournament) -> list[Any]:
    sides = Side.objects.filter(match__ledger=tournament.ledger_id).order_by("pk")
    return list(sides.values_list("pk", "entry", "entry__state", "place"))


def test_what_cannot_be_decided_now_says_why() -> None:
    tournament = drawn(9, table_high=3)
    match = won(tournament, 1, 1, moments())
    answer = program(ana()).get(f"{base(tournament, entry_at(match, 1))}decisions/")
    shown = {row["act"]: row for row in answer.body}
    assert shown["disqualify"]["changes"] is None
    (tie,) = shown["disqualify"]["refused"]
    assert (tie["code"], tie["facts"]["sides"], tie["facts"]["match"]) == ("open_tie", [2, 3], match.code)


@pytest.mark.F16
@pytest.mark.F25
def test_an_entry_withdraws_and_is_back(won_one: tuple[Tournament, Match]) -> None:
    tournament, match = won_one
    gone = entry_at(match, 1)
    path = base(tournament, gone)
    assert program(bruno()).post(f"{path}withdraw/", {"reason": "hurt"}).status == 403
    assert program(ana()).post(f"{path}withdraw/", {"reason": "hurt"}).body["state"] == "withdrawn"
    assert match.feeds.get().entry is None
    first = program(ana()).post(f"{path}reinstate/", {"reason": "it was not them"}, key="k1")
    again = program(ana()).post(f"{path}reinstate/", {"reason": "it was not them"}, key="k1")
    assert (first.body["state"], again.headers["idempotency-replayed"]) == ("checked_in", "true")
    assert match.feeds.get().entry == gone
    assert program(ana()).post(f"{path}reinstate/", {}).status == 400


def test_a_winner_is_disqualified_once_the_others_have_cut() -> None:
    tournament = drawn(9, table_high=3)
    match = won(tournament, 1, 1, moments())
    path = f"{base(tournament, entry_at(match, 1))}disqualify/"
    refused = program(ana()).post(path, {"reason": "marked deck"})
    assert (refused.status, refused.codes) == (422, {"open_tie"})
    body: dict[str, Any] = {"reason": "marked deck"}
    body["cuts"] = {match.code: [{"sides": [2, 3], "cards": ["3", "Q"]}]}
    assert program(ana()).post(path, body).body["state"] == EntryState.DISQUALIFIED
    assert match.feeds.get().entry == entry_at(match, 3)


@pytest.mark.F10
def test_an_earlier_win_is_taken_with_a_remedy(won_one: tuple[Tournament, Match]) -> None:
    tournament, match = won_one
    clock = moments()
    won(tournament, 1, 2, clock)
    later = won(tournament, 2, 1, clock, by_side=3 - match.feeds.get().number)
    path = f"{base(tournament, entry_at(match, 1))}disqualify/"
    body: dict[str, Any] = {"reason": "marked deck", "match": match.code}
    refused = program(ana()).post(path, body)
    assert (refused.status, refused.codes) == (422, {"remedy_needed"})
    done = program(ana()).post(path, {**body, "remedies": {later.code: "keep"}})
    assert done.body["state"] == "disqualified"
    assert program(ana()).post(path, {**body, "match": "mnone"}).status == 404


@pytest.mark.F26b
def test_a_late_entry_takes_a_free_side() -> None:
    tournament = drawn(4, table_high=2)
    match = at(tournament, 1, 1)
    path = f"{base(tournament)}late/"
    body = {"match": match.code, "side": 2, "names": ["Tarde"], "reason": "traffic"}
    assert {place["kind"] for place in program().get(path).body} == {"absent"}
    assert program(ana()).post(path, body).codes == {"seat_not_free"}
    program(ana()).post(f"{base(tournament, entry_at(match, 2))}withdraw/", {})
    free = {"match": match.code, "side": 2, "kind": "seat", "instead_of": ""}
    assert program().get(path).body[0] == free
    twice = program(ana()).post(path, {**body, "names": [_name(entry_at(match, 1))]})
    assert twice.fields == {"names.0": "already_entered"}
    late = program(ana()).post(path, body)
    assert (late.status, late.body["state"]) == (201, "checked_in")
    assert entry_at(match, 2).code == late.body["code"]


def _name(entry: Entry) -> str:
    return str(entry.members.get().persona.player.name)


@pytest.mark.F26b
def test_a_pair_exchanges_a_member_before_its_first_match() -> None:
    tournament = drawn(4, kind="duplas")
    match = at(tournament, 1, 1)
    pair = entry_at(match, 1)
    path = f"{base(tournament, pair)}substitute/"
    body = {"leaving": pair.members.get(position=2).persona.code, "name": "Reserva", "reason": "ill"}
    assert program(caio()).post(path, body).status == 403
    shown = program(ana()).post(path, body)
    assert [person["name"] for person in shown.body["people"]][1] == "Reserva"
    won(tournament, 1, 1, moments())
    late = program(ana()).post(path, {**body, "leaving": shown.body["people"][1]["code"], "name": "Outra"})
    assert late.codes == {"substitute_too_late"}


def test_a_late_entry_takes_a_chair_more_or_the_place_of_an_absent_entry() -> None:
    tournament = checked_in(6)
    publish_draw(tournament, shape=((3, 3), (2,)), by=ana(), now=START)
    where, boss = f"tournaments/{tournament.slug}/", program(ana())
    places = boss.get(f"{where}entries/late/").body
    assert [place["kind"] for place in places] == [*["chair"] * 2, *["absent"] * 6]
    body = {"names": ["Tarde"], "match": places[0]["match"], "side": places[0]["side"], "reason": "trânsito"}
    late = boss.post(f"{where}entries/late/", body)
    assert late.status == 201
    match = boss.get(f"{where}matches/{places[0]['match']}/").body
    assert len(match["seats"]) == 4
    assert boss.post(f"{where}entries/late/", {**body, "names": ["Mais"]}).fields == {"side": "seat_not_free"}
    absent = places[2]
    body = {"names": ["Outra"], "reason": "trânsito", "match": absent["match"], "side": absent["side"]}
    assert boss.post(f"{where}entries/late/", body).fields == {"side": "seat_not_free"}
    done = boss.post(f"{where}entries/late/", {**body, "instead_of": absent["instead_of"]})
    assert done.status == 201
    gone = boss.get(f"{where}entries/{absent['instead_of']}/").body
    assert gone["state"] == "withdrawn"
