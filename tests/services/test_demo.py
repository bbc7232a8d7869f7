"""The demo: what it announces says all that a notice has to."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from simulation import demo
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
SATURDAY_EVENING = datetime(2026, 11, 28, 22, 0, tzinfo=UTC)


def test_it_announces_a_saturday_in_portuguese_and_how_to_enter() -> None:
    cast = demo.DemoAccounts(
        *(demo._get_or_create_account(username, name) for username, name in demo.ACCOUNTS.items())
    )
    demo._create_open_tournament(cast, SATURDAY_EVENING, "https://torneios.example")
    tournament = Tournament.objects.get()
    assert tournament.starts_at is not None
    local = tournament.starts_at.astimezone(ZoneInfo(tournament.zone))
    assert (local.date().isoformat(), local.hour) == ("2026-12-05", 10)
    assert f"https://torneios.example/torneios/{tournament.slug}/" in tournament.announcement
