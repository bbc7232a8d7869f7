"""After a draw PostgreSQL is not left to guess how large its tables are."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.cast import drawn


@pytest.mark.django_db
def test_the_tables_of_a_bracket_are_counted_once_it_is_drawn(
    django_capture_on_commit_callbacks: Any,
) -> None:
    with CaptureQueriesContext(connection) as asked, django_capture_on_commit_callbacks(execute=True):
        drawn(8)
    counted = [query["sql"] for query in asked if query["sql"].startswith("ANALYZE")]
    expected = {"postgresql": 1, "sqlite": 0}[connection.vendor]
    assert len(counted) == expected
    assert all(table in sql for sql in counted for table in ("matches_match", "matches_seat", "matches_side"))
