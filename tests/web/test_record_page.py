"""The record's page: what it is, its latest lines in words, its head, how anybody checks it."""

import pytest
from django.urls import reverse

from core.record.line import NewLine
from records.export import latest_lines
from tests.cast import browser, running
from web.record.words import LINES

pytestmark = pytest.mark.django_db


def kinds(kind: type[NewLine] = NewLine) -> set[str]:
    """The type of every class of lines."""
    own = {kind.type} if "type" in vars(kind) else set()
    return own.union(*(kinds(one) for one in kind.__subclasses__()))


def test_every_kind_of_line_has_words() -> None:
    assert {name for name in kinds() if "." in name} - set(LINES) == set()


def test_the_page_tells_the_latest_lines_and_the_head() -> None:
    tournament = running(4, table_high=2)
    latest = latest_lines(tournament, 10)
    assert [line.seq for line in latest] == sorted((line.seq for line in latest), reverse=True)
    html = browser(language="en").get(reverse("record_page", args=[tournament.slug])).content.decode()
    assert html.count('<li><span class="num muted">') == len(latest)
    assert str(LINES[latest[0].type]) in html
    assert tournament.ledger.head_hash in html
