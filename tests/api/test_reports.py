"""Players and tables report through the API, with an account and without."""

from typing import Any

import pytest

from accounts.models import Player, User
from matches.models import Dispute, Match, Report, Sheet, TableLink
from tests.api import sheets
from tests.api.programs import Program, program
from tests.cast import ana, bruno, duda, running
from tests.services.test_reporting import player_at
from tournaments.models import Tournament
from tournaments.tables.cards import code_in

pytestmark = pytest.mark.django_db


def here() -> tuple[Tournament, Match, str]:
    """A match of two, being played, and its address."""
    tournament = running(8, table_high=2)
    match = Match.objects.filter(ledger=tournament.ledger, state="playing")[0]
    return tournament, match, f"tournaments/{tournament.slug}/matches/{match.code}/"


def program_at(match: Match, side: int) -> Program:
    """The program of who plays there."""
    found = player_at(match, side)
    if found.user is None:
        Player.objects.filter(pk=found.pk).update(user=User.objects.create_user(f"player{side}"))
    return program(Player.objects.get(pk=found.pk))


def won(at: str, side: int) -> dict[str, Any]:
    return sheets.won(program().get(at).body, side)


@pytest.mark.F07
def test_players_agree_and_a_recorded_sheet_is_locked() -> None:
    tournament, match, at = here()
    one, two = program_at(match, 1), program_at(match, 2)
    first = one.post(f"{at}reports/", won(at, 2), key="one")
    assert (first.status, first.body["recorded"], first.body["reports"]["silent"]) == (200, False, [2])
    assert one.post(f"{at}reports/", won(at, 2), key="one").body == first.body
    assert Report.objects.count() == 1
    assert two.get(f"{at}reports/").body["readings"][0]["side"] == 1
    done = two.post(f"{at}reports/", won(at, 2), key="two")
    assert (done.body["recorded"], done.body["match"]["sheet"]["version"]) == (True, 1)
    assert Sheet.objects.get(match=match).report == "two"
    late = one.post(f"{at}reports/", won(at, 1))
    assert (late.status, late.body["error"]) == (409, "already_recorded")
    flagged = one.post(f"{at}flag/", {"note": "I won"})
    assert flagged.status == 201
    (review,) = program(ana()).get(f"tournaments/{tournament.slug}/disputes/").body
    assert (review["seq"], review["sheet"], review["side"], review["note"]) == (
        flagged.body["seq"], None, 1, "I won",
    )  # fmt: skip


def test_what_is_reported_is_for_the_table_and_the_staff() -> None:
    tournament, match, at = here()
    program_at(match, 1).post(f"{at}reports/", won(at, 1))
    program_at(match, 2).post(f"{at}reports/", won(at, 2))
    assert [program(who).get(f"{at}reports/").status for who in (None, duda(), bruno())] == [401, 403, 200]
    (said,) = program(bruno()).get(f"tournaments/{tournament.slug}/reports/").body
    assert (said["match"], said["differ"], said["mine"]) == (match.code, True, None)
    assert program(duda()).get(f"tournaments/{tournament.slug}/reports/").status == 403
    assert program(duda()).post(f"{at}reports/", won(at, 1)).status == 403
    taken = program_at(match, 1).delete(f"{at}reports/")
    assert [reading["side"] for reading in taken.body["readings"]] == [2]


def test_what_is_the_staffs_is_refused_with_all_that_is_wrong() -> None:
    _, match, at = here()
    absent = {**won(at, 1), "ended_by": "walkover", "winner": None}
    absent["lines"][1]["out"] = "absent"
    refused = program_at(match, 1).post(f"{at}reports/", absent)
    assert (refused.status, refused.codes) == (422, {"staffs_ending", "staffs_departure"})


@pytest.mark.F80
def test_a_judge_who_plays_confirms_it() -> None:
    tournament, match, at = here()
    own = program_at(match, 1)
    user = player_at(match, 1).user
    assert user is not None
    judge = {"username": user.username, "role": "judge"}
    assert program(ana()).post(f"tournaments/{tournament.slug}/staff/", judge).status == 201
    assert own.post(f"{at}sheet/", won(at, 1)).codes == {"own_match"}
    assert own.post(f"{at}sheet/", {**won(at, 1), "own_match": True}).status == 200


# --- without an account -----------------------------------------------------------------------------


def card(tournament: Tournament, match: Match) -> str:
    """The token of the match's table."""
    cards = program(ana()).post(f"tournaments/{tournament.slug}/cards/", {"act": "issue"}).body
    return next(str(one["token"]) for one in cards if one["table"] == str(match.table))


def with_pass(token: str) -> dict[str, Any]:
    """Headers of a phone that came through the card."""
    opened = program().post("table/", {"token": token})
    assert opened.status == 200, opened.text
    return {"headers": {"Table-Pass": opened.body["pass"]}}


def test_phones_at_a_table_agree() -> None:
    tournament, match, at = here()
    phones = [with_pass(card(tournament, match)) for _ in range(2)]
    for side, phone in enumerate(phones, start=1):
        sat = program().put("table/seat/", {"match": match.code, "side": side}, **phone)
        assert (sat.status, sat.body["mine"], sat.body["claimed"]) == (200, side, list(range(1, side + 1)))
    body = {"match": match.code, "sheet": won(at, 2)}
    answers = [program().post("table/report/", body, key="same-key", **phone) for phone in phones]
    assert [answer.body["recorded"] for answer in answers] == [False, True]
    assert Report.objects.filter(by=None).count() == 2
    flagged = program().post("table/flag/", {"match": match.code, "note": "no"}, **phones[0])
    assert (flagged.status, Dispute.objects.count()) == (201, 1)
    assert program().delete("table/report/", **phones[0]).status == 409
    shown = program().get("table/match/", Table_Pass=phones[0]["headers"]["Table-Pass"]).body
    assert (shown["match"]["code"], shown["mine"], shown["table"]) == (match.code, 1, str(match.table))
    assert program().delete("table/seat/", **phones[0]).body["claimed"] == [2]
    assert program(bruno()).delete(f"{at}phones/").status == 200


@pytest.mark.F79
def test_a_guessed_card_is_404_and_a_pass_ends_with_its_card() -> None:
    tournament, match, _ = here()
    token = card(tournament, match)
    assert program().post("table/", {"token": token[:-1] + "1"}).status == 404
    phone = with_pass(token)
    assert program().get("table/match/", Table_Pass="forged").status == 403
    program(ana()).post(f"tournaments/{tournament.slug}/cards/", {"act": "renew"})
    gone = program().put("table/seat/", {"match": match.code, "side": 1}, **phone)
    assert (gone.status, gone.body["error"]) == (403, "card_not_valid")
    assert program().post("table/", {"token": token}).status == 403
    revoked = program(ana()).post(f"tournaments/{tournament.slug}/cards/", {"act": "revoke", "table": "1"})
    assert [bool(one["token"]) for one in revoked.body] == [False, True, True, True]
    assert code_in(token)
    assert not TableLink.objects.filter(code=token[:9], revoked_at=None).exists()


def test_a_pass_is_for_the_match_that_it_saw() -> None:
    tournament, match, at = here()
    phone = with_pass(card(tournament, match))
    moved = program().put("table/seat/", {"match": "mother", "side": 1}, **phone)
    assert (moved.status, moved.body["error"]) == (409, "match_moved")
    stranger = program().post("table/report/", {"match": match.code, "sheet": won(at, 1)}, **phone)
    assert (stranger.status, stranger.body["error"]) == (403, "not_at_this_match")
    assert program(bruno()).get(f"tournaments/{tournament.slug}/cards/").status == 403
