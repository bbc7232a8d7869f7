"""Statements that are kept find and write what plain ones do."""

from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

from core.db.compiled_query import AT_ONCE, CompiledQuery, CompiledRows, add_rows, save_rows
from core.errors import Impossible
from core.models import Job, Ledger, StoredAnswer
from tests.cast import START

pytestmark = pytest.mark.django_db


def job(kind: str = "a", key: str = "1") -> Job:
    return Job.objects.create(kind=kind, key=key, ledger=Ledger.objects.create(), due_at=START)


def of_kind(kind: str, ledger: int) -> QuerySet[Job]:
    """A join, a constant beside the values, a value that is used twice."""
    found = Job.objects.filter(kind=kind, ledger=ledger, state="waiting", ledger__jobs__kind=kind)
    return found.select_related("ledger").order_by("pk")


def test_it_finds_what_the_queryset_finds() -> None:
    jobs = [job("a", "1"), job("b", "2"), job("a", "3")]
    find = CompiledQuery(of_kind)
    for one in jobs * 2:
        assert one.ledger_id is not None
        (found,) = find(one.kind, one.ledger_id)
        assert found.__dict__.keys() == of_kind(one.kind, one.ledger_id)[0].__dict__.keys()
        assert found == one
        assert found.due_at == START
        assert found.ledger == one.ledger
    assert jobs[0].ledger_id is not None
    assert find("c", jobs[0].ledger_id) == []
    assert find.first("c", jobs[0].ledger_id) is None


def test_the_query_is_built_once_and_nothing_is_left_of_earlier_values() -> None:
    built: list[str] = []

    def build(kind: str) -> QuerySet[Job]:
        built.append(kind)
        return Job.objects.filter(kind=kind)

    first, second = job("a"), job("b")
    find = CompiledQuery(build)
    with CaptureQueriesContext(connection) as seen:
        assert [find("a"), find("b"), find("a")] == [[first], [second], [first]]
    assert (len(built), len(seen)) == (1, 3)


def test_a_value_is_never_part_of_the_text() -> None:
    odd = job("' OR 1=1 --")
    find = CompiledQuery(lambda kind: Job.objects.filter(kind=kind))
    job("other")
    assert find("' OR 1=1 --") == [odd]
    assert find("<value 0>") == []


def test_a_value_of_another_type_than_its_column_is_an_error_and_not_a_miss() -> None:
    find = CompiledQuery(lambda key: Job.objects.filter(key=key))
    one = job(key="5")
    assert find("5") == [one]
    with pytest.raises(Impossible, match="another type"):
        find(5)


def test_rows_are_saved_together_and_only_the_named_fields() -> None:
    jobs = [job(key="1"), job(key="2")]
    for one in jobs:
        one.error, one.attempts, one.claimed_until = f"of {one.key}", 3, START
    save_rows(jobs, "error", "claimed_until")
    stored = Job.objects.order_by("key").values_list("error", "claimed_until", "attempts")
    assert list(stored) == [("of 1", START, 0), ("of 2", START, 0)]


def test_a_row_with_json_is_saved() -> None:
    row = StoredAnswer.objects.create(owner="a", key="k", fingerprint="f", created_at=START)
    row.body, row.headers = '{"ç": 1}', {"ETag": "1"}
    save_rows([row], "body", "headers")
    row.refresh_from_db()
    assert (row.body, row.headers) == ('{"ç": 1}', {"ETag": "1"})


@pytest.mark.parametrize("number", [1, 3, AT_ONCE, AT_ONCE + 1])
def test_rows_are_added_with_their_keys(number: int) -> None:
    rows = [Job(kind="a", key=str(key), due_at=START) for key in range(number)]
    add_rows(rows)
    assert {row.pk: row.key for row in rows} == dict(Job.objects.values_list("pk", "key"))
    assert [(row._state.adding, row._state.db) for row in rows] == [(False, "default")] * number
    rows[-1].error = "saved again"
    rows[-1].save()
    assert Job.objects.count() == number


@pytest.mark.parametrize("value", ["a", mark_safe("ç"), gettext_lazy("Player")])
def test_text_of_every_kind_is_taken(value: Any) -> None:
    row = job()
    row.error = value
    save_rows([row], "error")
    assert Job.objects.get(pk=row.pk).error == str(value)


def test_no_rows_are_no_statement(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        add_rows([])
        save_rows([], "error")


def test_a_row_that_is_gone_is_an_error_as_with_save() -> None:
    jobs = [job(key="1"), job(key="2")]
    Job.objects.filter(pk=jobs[1].pk).delete()
    with pytest.raises(DatabaseError, match="1 of 2 rows"):
        save_rows(jobs, "error")
    with pytest.raises(DatabaseError, match="0 of 1 rows"):
        save_rows(jobs[1:], "error")


def test_listed_columns_are_those_of_the_queryset_however_many_values_there_are() -> None:
    jobs = [job(kind, str(number)) for number, kind in enumerate("abcab")]

    def build(*kinds: str) -> QuerySet[Job, Any]:
        return (
            Job.objects.filter(kind__in=kinds)
            .order_by("-pk")
            .values_list("key", "due_at", "ledger__head_seq")
        )

    find = CompiledRows(build)
    for kinds in ("a", "ab", "bca", "d", "b"):
        assert find(*kinds) == list(build(*kinds))
    assert len(find("a", "b", "c")) == len(jobs)
