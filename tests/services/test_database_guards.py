"""What the database itself refuses to whoever writes SQL: each statement breaks one guard."""

import re

import pytest
from django.db import IntegrityError, connection, transaction

from core.db.triggers import guards_present
from core.models import RecordLine
from core.record.line import canonical
from matches.models import Match, Sheet, Side
from tests.cast import START, ana, created, finished, played, running
from tests.services.direct_sql import CASES
from tests.stages import kept
from tournaments.endings import KEPT, erase, move_to_bin
from tournaments.guards import GUARDS
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.F104]

Words = dict[str, object]


def next_line(tournament: Tournament, words: Words) -> Words:
    """What the next line would have to say, and what is no next line."""
    head = tournament.ledger
    body = {
        "at": "x",
        "by": "system",
        "data": {},
        "prev": head.head_hash,
        "seq": head.head_seq + 1,
        "type": "x",
    }
    return {
        **words,
        "next": head.head_seq + 1,
        "head": head.head_seq,
        "good": canonical(body),
        "far": canonical({**body, "seq": head.head_seq + 2}),
        "unchained": canonical({**body, "prev": "0" * 64}),
    }


def recorded(match: Match, prefix: str) -> Words:
    """A match with its side and sheet."""
    side, sheet = Side.objects.filter(match=match, entry__isnull=False)[0], Sheet.objects.get(match=match)
    return {f"{prefix}match": match.pk, f"{prefix}side": side.pk, f"{prefix}sheet": sheet.pk}


@pytest.fixture
def words() -> Words:
    return two_tournaments()


@kept
def two_tournaments() -> Words:
    """The keys of one tournament that is finished and of one that runs."""
    over, runs = finished(4, table_high=2), running(16, table_high=2, tables=7, name="Aberto")
    done, again = Match.objects.filter(ledger=over.ledger_id, round=1), Match.objects.filter(state="playing")
    side = Side.objects.filter(match=done[0], entry__isnull=False)[0]
    found = {
        "ledger": over.ledger_id, "other_ledger": runs.ledger_id,
        "tournament": over.pk, "entry": side.entry_id,
        **recorded(done[0], ""), **recorded(played(again[0]), "open_"),
    }  # fmt: skip
    return next_line(over, found)


def run(sql: str, words: Words) -> None:
    """Run a statement of the file."""
    with connection.cursor() as cursor:
        cursor.execute(re.sub(r"<(\w+)>", lambda word: str(words[word[1]]), sql))


@pytest.mark.parametrize("name", CASES)
def test_it_is_refused_and_says_why(name: str, words: Words) -> None:
    says = next(guard.says for guard in GUARDS if guard.label == name)
    for sql in CASES[name]:
        with pytest.raises(IntegrityError, match=f"{name}: {re.escape(says)}"), transaction.atomic():
            run(sql, words)


def test_each_guard_is_there_and_has_its_cases() -> None:
    assert guards_present(connection) == {guard.name for guard in GUARDS}
    assert {guard.label for guard in GUARDS} == set(CASES)


def test_a_tournament_that_nobody_knew_of_is_erased_with_its_lines() -> None:
    tournament = created(name="Ninguém")
    move_to_bin(tournament, typed="Ninguém", by=ana(), now=START)
    assert erase(tournament.ledger_id, now=START + KEPT)
    assert not RecordLine.objects.filter(ledger=tournament.ledger_id).exists()
