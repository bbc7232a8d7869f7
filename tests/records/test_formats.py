"""Two formats: a record goes on as it began, and each has exactly the lines and keys that are its own."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.records.book import Book, rules_found

FIRST, SECOND = "tournament-record/1", "tournament-record/2"
Edit = Callable[[dict[str, Any]], object]


def begun(written_in: str, **more: Any) -> Book:
    return Book(facts={"format": written_in, **more})


def test_a_record_of_either_format_is_sound() -> None:
    assert rules_found(begun(FIRST).bodies) == set()
    assert rules_found(begun(SECOND, definition=None).bodies) == set()


def test_the_second_format_leaves_no_key_out() -> None:
    assert rules_found(begun(SECOND).bodies) == {"shape"}


def test_a_line_of_the_second_format_does_not_belong_in_the_first() -> None:
    book = begun(FIRST)
    book.write("draw.committed", author="system", hash="0" * 64)
    assert rules_found(book.bodies) == {"shape"}


@pytest.mark.parametrize("written_in", ["tournament-record/3", "", None, 2, ["tournament-record/1"]])
def test_a_format_that_nobody_knows_is_said(written_in: Any) -> None:
    assert {"shape", "unreadable"} & rules_found(Book(facts={"format": written_in}).bodies)
