"""The staff reads on its pages that backups fail; nobody else does, and nothing is said where all is well."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from operating.backup.state import AWAY, FULL, OTHER, SLOW, state
from tests import cast
from tests.cast import ana, bruno, duda

pytestmark = pytest.mark.django_db
STICK = Path("/media/ana/PENDRIVE")


@pytest.fixture(autouse=True)
def _expected() -> Iterator[None]:
    """Backups are on, and began just now."""
    state.begin(STICK, timedelta(minutes=5), timezone.now())
    yield
    state.end()


def told(client: Client) -> str:
    """What the day's page says of backups; empty where it says nothing."""
    html = client.get(reverse("tournament", args=[cast.drawn(4).slug])).content.decode()
    return html.partition('id="backup-trouble"')[2].partition("</div>")[0]


@pytest.mark.parametrize(
    ("reason", "words"), [(AWAY, "plug its USB stick back"), (FULL, "no space left"), (OTHER, "another")]
)
def test_the_staff_is_told_what_to_do(reason: str, words: str) -> None:
    state.note_failure(reason, "I/O error")
    found = told(cast.browser(bruno()))
    assert words in found
    assert str(STICK) in found
    assert "No backup has been made yet." in found


def test_of_backups_that_were_made_it_says_until_when() -> None:
    state.note_success(timezone.now() - timedelta(hours=1))
    assert "Since <time" in told(cast.browser(ana()))


@pytest.mark.F130
@pytest.mark.parametrize("reason", [AWAY, FULL, OTHER, SLOW])
def test_changes_that_do_not_reach_the_stick_are_shown_to_the_staff_and_in_the_health(reason: str) -> None:
    now = timezone.now()
    state.note_success(now - timedelta(minutes=1))
    state.journal.begin(now - timedelta(seconds=11))
    if reason != SLOW:
        state.journal.note_success(now)
        assert told(cast.browser(ana())) == ""
        state.journal.note_failure(reason, "I/O error")
    found = told(cast.browser(ana()))
    assert (str(STICK) in found, "Since <time" in found) == (True, True)
    assert cast.browser().get(reverse("health")).json()["backups"] is False
    state.journal.note_success(timezone.now())
    assert told(cast.browser(ana())) == ""
    assert cast.browser().get(reverse("health")).json()["backups"] is True


def test_nothing_is_said_where_all_is_well_or_none_are_wanted() -> None:
    assert told(cast.browser(ana())) == ""
    state.note_failure(AWAY, "")
    state.end()
    assert told(cast.browser(ana())) == ""


def test_nobody_else_is_told() -> None:
    state.note_failure(AWAY, "")
    tournament = cast.drawn(4)
    for client in (cast.browser(), cast.browser(duda())):
        html = client.get(reverse("tournament", args=[tournament.slug])).content.decode()
        assert "backup-trouble" not in html
