"""What is announced beside the rules: entry fee, prizes, contact (F58)."""

from typing import Any

import pytest

from accounts.erasing import anonymise
from core.errors import Refused, Stale
from core.text import tidy_lines
from tests.cast import START, ana, announced, bruno, created, drawn, finished, fresh
from tournaments.inputs import TournamentFacts
from tournaments.models import Tournament
from tournaments.rules_of import facts_of
from tournaments.setup.announcement_text import announcement_text
from tournaments.setup.create import LONGEST_CONTACT, LONGEST_PRIZES, MAX_FEE, change_tournament
from tournaments.setup.duplicate import facts_for_next
from tournaments.share.news import invitation
from tournaments.share.text import LONGEST, message

pytestmark = pytest.mark.django_db


def given(tournament: Tournament, reason: str = "", **details: Any) -> Tournament:
    facts = TournamentFacts(**{**vars_of(facts_of(tournament)), **details})
    return change_tournament(tournament, facts=facts, reason=reason, by=ana(), now=START)


def vars_of(facts: TournamentFacts) -> dict[str, Any]:
    return {name: getattr(facts, name) for name in TournamentFacts.__dataclass_fields__}


def test_what_is_not_said_differs_from_what_is_free() -> None:
    tournament = created()
    assert tournament.entry_fee is None
    assert "Inscrição:" not in announcement_text(tournament, "")
    assert "Inscrição: gratuita" in announcement_text(given(tournament, entry_fee=0), "")
    assert "Inscrição: R$ 25,50" in announcement_text(given(fresh(tournament), entry_fee=2550), "")


def test_a_change_has_a_line_of_its_own_that_says_nothing_of_it() -> None:
    tournament = announced()
    before = tournament.ledger.head_seq
    given(tournament, entry_fee=2500, prizes="Um troféu", contact="(21) 90000-0001")
    (line,) = fresh(tournament).ledger.lines.filter(seq__gt=before)
    assert line.type == "tournament.changed"
    assert '"data":{}' in line.text
    assert "90000" not in line.text


def test_after_the_draw_it_takes_a_reason() -> None:
    tournament = drawn(4)
    with pytest.raises(Refused, match="reason_missing"):
        given(tournament, contact="@chama")
    assert given(tournament, "Outro telefone.", contact="@chama").contact == "@chama"
    with pytest.raises(Stale, match="finished"):
        given(finished(4), "Nada.", contact="@chama")


@pytest.mark.parametrize(
    ("details", "code"),
    [
        ({"entry_fee": -1}, "entry_fee_out_of_range"),
        ({"entry_fee": MAX_FEE + 1}, "entry_fee_out_of_range"),
        ({"prizes": "ç" * (LONGEST_PRIZES + 1)}, "prizes_too_long"),
        ({"contact": "字" * (LONGEST_CONTACT + 1)}, "contact_too_long"),
    ],
)
def test_each_has_its_limit(details: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused, match=code):
        given(created(), **details)
    within: dict[str, Any] = {
        "entry_fee": MAX_FEE,
        "prizes": "ç" * LONGEST_PRIZES,
        "contact": "字" * LONGEST_CONTACT,
    }
    assert given(created(), **within).entry_fee == MAX_FEE


@pytest.mark.fault("F58")
@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("  1º:\tum   baralho \r\n\r\n\r\n2º: nada\x00\x1b[31m  ", "1º: um baralho\n\n2º: nada[31m"),
        ("Trof\u0065\u0301u \u202eoãs\u202c", "Troféu oãs"),
        ("\u200bum\ufeff\u2066prêmio\u2069", "umprêmio"),
        ("👩\u200d👩\u200d👧 جوائز क्\u200dष", "👩\u200d👩\u200d👧 جوائز क्\u200dष"),
        (" \n\t\n ", ""),
    ],
)
def test_control_characters_and_marks_of_direction_are_left_out(typed: str, stored: str) -> None:
    assert tidy_lines(typed) == stored
    assert given(created(), prizes=typed).prizes == stored


def test_a_contact_is_one_line() -> None:
    assert given(created(), contact="Ana\n (21) 90000-0001 ").contact == "Ana (21) 90000-0001"


def test_an_invitation_names_them_and_stays_short_enough() -> None:
    tournament = given(
        announced(venue="Clube do Ingá"), entry_fee=2500, prizes="Troféu\ne medalhas", contact="@chama"
    )
    text = message(invitation(tournament), "https://example.org/t")
    assert "Inscrição: R$ 25,00\n" in text
    assert "Prêmios: Troféu e medalhas\nContato: @chama\n" in text
    wide = given(fresh(tournament), venue="V" * 200, prizes="p" * 1000, contact="c" * 200, name="N" * 80)
    text = message(invitation(wide), "https://example.org/t")
    assert len(text) <= LONGEST
    assert "Onde: VVV" in text
    assert text.endswith("https://example.org/t")


def test_the_next_one_like_it_announces_anew() -> None:
    facts = facts_for_next(given(created(), entry_fee=2500, prizes="Troféu", contact="@ana"), year=2027)
    assert (facts.entry_fee, facts.prizes, facts.contact) == (None, "", "")


def test_who_is_erased_leaves_no_contact() -> None:
    tournament = given(announced(), contact="(21) 90000-0001", prizes="Entregues por Ana Mariapaulista")
    anonymise(ana(), in_any_case=True)
    assert fresh(tournament).contact == ""
    assert "Ana" not in fresh(tournament).prizes


def test_only_an_organizer_sets_them() -> None:
    tournament = announced()
    facts = facts_of(tournament)
    with pytest.raises(Exception, match="forbidden"):
        change_tournament(tournament, facts=facts, by=bruno(), now=START)
