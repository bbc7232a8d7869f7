"""The cards on the tables: what they open, for how long, and who speaks through them."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import LazySettings

from core.errors import Forbidden, Refused, Stale
from matches.models import Claim, Match, PhysicalTable, Report, TableLink
from scheduling.dispatcher import dispatch
from tests.acts import Moments, at
from tests.cast import START, ana, bruno, called, drawn, finished, fresh, plain_win
from tests.services.test_reporting import player_at
from tournaments.corrections.disputes import Speaker
from tournaments.models import Tournament
from tournaments.play.play import record_sheet, start_match
from tournaments.reports.report import report_result, take_back
from tournaments.tables import cards
from tournaments.tables.cards import Phone, cards_of, claims_at, code_in, find_valid_link, match_at, token_of

pytestmark = pytest.mark.django_db


def with_cards(clock: Moments, **chosen: Any) -> tuple[Tournament, Match, str]:
    """The first match being played at a table, and the code of that table's card."""
    tournament = drawn(8, **{"table_high": 2, **chosen})
    dispatch(tournament.ledger_id, now=next(clock))
    match = start_match(called(tournament)[0], by=bruno(), now=next(clock))
    assert cards.issue_links(tournament, by=ana(), now=next(clock)) == tournament.ledger.tables.count()
    return tournament, match, TableLink.objects.get(table=match.table).code


def says(match: Match, phone: Phone, winner: int, clock: Moments) -> object:
    speaker = Speaker(phone=phone)
    return report_result(match, sheet=plain_win(match, winner), speaker=speaker, now=next(clock)).recorded


@pytest.mark.F79
def test_a_token_is_signed_and_only_its_code_is_kept(clock: Moments) -> None:
    tournament, _, code = with_cards(clock)
    token = token_of(code)
    assert code_in(token) == code
    assert 5 * (len(token) - len(code)) >= 128  # bits: a letter of 32 has five
    for guessed in ("", code, token[:-1], token[:-1] + "1", token.upper(), "é" * 33, token + "a"):
        assert code_in(guessed) is None
    stored = TableLink.objects.values_list()
    assert not any(token[len(code) :] in str(row) for row in stored)
    shown = [card.token for card in cards_of(tournament, next(clock))]
    assert token in shown


def test_cards_survive_a_new_key_for_as_long_as_the_old_one_is_known(settings: LazySettings) -> None:
    printed, old = token_of("abcdefghi"), settings.SECRET_KEY
    settings.SECRET_KEY = "another that nobody guesses" * 2
    assert code_in(printed) is None
    settings.SECRET_KEY_FALLBACKS = [old]
    assert code_in(printed) == "abcdefghi"
    assert token_of("abcdefghi") != printed


@pytest.mark.F79
def test_a_card_ends_with_its_hours_its_renewal_and_its_tournament(clock: Moments) -> None:
    tournament, _, code = with_cards(clock)
    assert find_valid_link(code, next(clock)).code == code
    with pytest.raises(Forbidden, match="card_not_valid"):
        find_valid_link(code, START + timedelta(hours=73))
    assert cards.issue_links(tournament, by=ana(), now=next(clock)) == 0
    assert cards.renew_links(tournament, by=ana(), now=next(clock)) == 4
    with pytest.raises(Forbidden, match="card_not_valid"):
        find_valid_link(code, next(clock))
    assert cards.revoke_links(tournament, by=ana(), now=next(clock), table="1") == 1
    assert [bool(card.token) for card in cards_of(tournament, next(clock))] == [False, True, True, True]
    later = START + timedelta(hours=80)
    assert cards.issue_links(tournament, by=ana(), now=later) == 4


def test_no_card_for_a_tournament_that_is_over_and_none_from_a_judge(clock: Moments) -> None:
    with pytest.raises(Stale, match="finished"):
        cards.issue_links(finished(2, table_high=2), by=ana(), now=next(clock))
    tournament = drawn(4, name="Outro")
    for act in (cards.issue_links, cards.renew_links, cards.revoke_links):
        with pytest.raises(Forbidden):
            act(tournament, by=bruno(), now=next(clock))


def test_phones_at_the_table_agree_without_an_account(clock: Moments) -> None:
    tournament, match, code = with_cards(clock)
    one, two = Phone(code, "one"), Phone(code, "two")
    with pytest.raises(Forbidden, match="not_at_this_match"):
        says(match, one, 1, clock)
    for phone, side in ((one, 1), (two, 2), (two, 2)):
        cards.claim_seat(phone, side=side, match=match.code, now=next(clock))
    assert says(match, one, 1, clock) is None
    assert says(match, two, 1, clock)
    assert Report.objects.filter(by=None, counted__isnull=False).count() == 2
    assert fresh(tournament).ledger.lines.filter(text__contains="by a phone at the table").count() == 2


@pytest.mark.F79
def test_a_phone_has_one_side_and_a_side_one_phone(clock: Moments) -> None:
    _, match, code = with_cards(clock)
    one, two = Phone(code, "one"), Phone(code, "two")
    cards.claim_seat(one, side=1, match=match.code, now=next(clock))
    with pytest.raises(Refused, match="phone_sits_elsewhere"):
        cards.claim_seat(one, side=2, match=match.code, now=next(clock))
    with pytest.raises(Refused, match="seat_claimed"):
        cards.claim_seat(two, side=1, match=match.code, now=next(clock))
    cards.withdraw_claim(one, match=match.code, now=next(clock))
    cards.claim_seat(two, side=1, match=match.code, now=next(clock))
    cards.free_seats(match, by=bruno(), now=next(clock))
    assert not Claim.objects.exists()


@pytest.mark.F79
def test_a_renewed_card_puts_its_phones_out_at_once(clock: Moments) -> None:
    tournament, match, code = with_cards(clock)
    phone = Phone(code, "one")
    cards.claim_seat(phone, side=1, match=match.code, now=next(clock))
    cards.renew_links(tournament, by=ana(), now=next(clock), table=str(match.table))
    acts: list[Callable[[], object]] = [
        lambda: says(match, phone, 1, clock),
        lambda: sit_again(phone, match, clock),
    ]
    for act in acts:
        with pytest.raises(Forbidden, match="card_not_valid"):
            act()
    assert claims_at(match, next(clock)) == {}
    new = Phone(TableLink.objects.get(table=match.table, revoked_at=None).code, "one")
    assert sit_again(new, match, clock).side.number == 1


def sit_again(phone: Phone, match: Match, clock: Moments) -> Claim:
    return cards.claim_seat(phone, side=1, match=match.code, now=next(clock))


@pytest.mark.F66
def test_a_card_opens_its_own_table_only(clock: Moments) -> None:
    tournament, match, _ = with_cards(clock)
    elsewhere = PhysicalTable.objects.filter(ledger=tournament.ledger).exclude(label=str(match.table))[0]
    other = Phone(TableLink.objects.get(table=elsewhere).code, "other")
    with pytest.raises(Stale, match="match_moved"):
        cards.claim_seat(other, side=1, match=match.code, now=next(clock))


def test_the_next_match_at_the_table_has_its_own_seats(clock: Moments) -> None:
    tournament, match, code = with_cards(clock, tables=1)
    phone = Phone(code, "one")
    cards.claim_seat(phone, side=1, match=match.code, now=next(clock))
    record_sheet(match, sheet=plain_win(match), by=bruno(), now=next(clock))
    assert match.table
    assert match_at(match.table) == match
    dispatch(tournament.ledger_id, now=next(clock))
    following = match_at(match.table)
    assert following
    assert following != match
    with pytest.raises(Forbidden, match="not_at_this_match"):
        says(following, phone, 1, clock)
    assert cards.claim_seat(phone, side=2, match=following.code, now=next(clock)).match == following


def test_who_speaks_with_an_account_is_not_overruled_by_a_phone(clock: Moments) -> None:
    tournament, match, code = with_cards(clock)
    phone = Phone(code, "one")
    cards.claim_seat(phone, side=1, match=match.code, now=next(clock))
    assert says(match, phone, 2, clock) is None
    by_account = Speaker(player_at(match, 1))
    report_result(match, sheet=plain_win(match, 1), speaker=by_account, now=next(clock))
    acts: list[Callable[[], object]] = [
        lambda: says(match, phone, 2, clock),
        lambda: take_back(match, speaker=Speaker(phone=phone), now=next(clock)),
    ]
    for act in acts:
        with pytest.raises(Refused, match="side_has_spoken"):
            act()
    assert at(tournament, match.round, match.number).state == "playing"
