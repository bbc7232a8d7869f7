"""What the database itself refuses to whoever writes SQL: each statement breaks one guard."""

import re

import pytest
from django.db import IntegrityError, connection, transaction

from core.db.guards import breaches, present
from core.models import Ledger, RecordLine
from core.record.encoding import canonical, digest
from matches.models import Match, PhysicalTable, Seat, Sheet, Side
from tests.cast import START, ana, created, finished, played, running
from tests.services.direct_sql import CASES
from tests.stages import kept
from tournaments.endings.throw_away import KEPT, erase, throw_away
from tournaments.guards import GUARDS
from tournaments.models import Draw, Staff, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.F104]

Words = dict[str, object]


def of_match(match: Match, prefix: str) -> Words:
    """A match with all that is at it."""
    side = Side.objects.filter(match=match, entry__isnull=False)[0]
    seat = Seat.objects.filter(side=side)[0]
    sheet = Sheet.objects.filter(match=match).first()
    keys = {
        "match": match.pk, "side": side.pk, "entry": side.entry_id, "seat": seat.pk,
        "person": seat.persona_id, "sheet": sheet and sheet.pk, "table": match.table_id or "NULL",
    }  # fmt: skip
    return {f"{prefix}{name}": key for name, key in keys.items()}


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


@pytest.fixture
def words() -> Words:
    return three_tournaments()


@kept
def three_tournaments() -> Words:
    """The keys of one tournament that is finished, one that runs, one that is new."""
    over, new = finished(4, table_high=2), created(name="Novo")
    runs = running(16, table_high=2, tables=7, name="Aberto")
    done, called, *_ = Match.objects.filter(ledger=runs.ledger_id, state="playing")
    Match.objects.filter(pk=called.pk).update(state="called")
    found = {
        "ledger": over.ledger_id, "tournament": over.pk, "new": new.pk, "other_ledger": new.ledger_id,
        "open_ledger": runs.ledger_id, "open_tournament": runs.pk, "free_ledger": Ledger.objects.create().pk,
        "judge": Staff.objects.filter(tournament=over, role="judge")[0].persona_id,
        "called": called.pk, "waiting": Match.objects.filter(ledger=runs.ledger_id, state="waiting")[0].pk,
        "draw": Draw.objects.get(tournament=over).pk,
        **of_match(Match.objects.filter(ledger=over.ledger_id, round=1)[0], ""),
        **of_match(played(done), "open_"),
        "table": PhysicalTable.objects.filter(ledger=over.ledger)[0].pk, "open": done.pk,
    }  # fmt: skip
    return next_line(over, found)


def run(sql: str, words: Words) -> None:
    """The statement as somebody types it who has the database open."""
    with connection.cursor() as cursor:
        cursor.execute(re.sub(r"<(\w+)>", lambda word: str(words[word[1]]), sql))


@pytest.mark.parametrize("name", CASES)
def test_it_is_refused_and_says_why(name: str, words: Words) -> None:
    says = next(guard.says for guard in GUARDS if guard.name == name)
    for case in CASES[name]:
        with transaction.atomic():
            if case.first:
                run(case.first, words)
            with pytest.raises(IntegrityError, match=f"{name}: {re.escape(says)}"), transaction.atomic():
                run(case.sql, words)
            transaction.set_rollback(True)


def test_each_guard_is_there_and_has_its_cases() -> None:
    assert present(connection) == {guard.name for guard in GUARDS} == set(CASES)


def test_what_the_acts_have_written_is_as_the_guards_would_have_it(words: Words) -> None:
    assert [str(breach) for breach in breaches(connection, GUARDS)] == []


def test_a_tournament_that_nobody_knew_of_is_erased_with_its_lines() -> None:
    tournament = created(name="Ninguém")
    throw_away(tournament, typed="Ninguém", by=ana(), now=START)
    assert erase(tournament.ledger_id, now=START + KEPT)
    assert not RecordLine.objects.filter(ledger=tournament.ledger_id).exists()


def test_the_head_follows_even_where_nobody_moves_it(words: Words) -> None:
    run(
        "INSERT INTO core_recordline (ledger_id, seq, type, at, text) "
        "VALUES (<ledger>, <next>, 'x', CURRENT_TIMESTAMP, '<good>')",
        words,
    )
    ledger = Ledger.objects.get(pk=int(str(words["ledger"])))
    assert (ledger.head_seq, ledger.head_hash) == (words["next"], digest(str(words["good"])))
