"""Warnings about a tournament’s title and day; they may be chosen anyway."""

from collections.abc import Iterator
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from accounts.models import Player
from core.errors import Violation
from tournaments.finding import visible_tournaments
from tournaments.inputs import TournamentFacts
from tournaments.models import Tournament
from tournaments.rules_of import facts_of


def warnings_of(
    facts: TournamentFacts, title: str, *, by: Player | None, now: datetime, pinned: Tournament | None = None
) -> Iterator[Violation]:
    """Yield warnings, which stop nothing.

    Codes: `title_taken` by another tournament that the person may see, `starts_in_the_past`, and
    `starts_at_midnight` (a date without a time was stored so before 2026-11). `pinned` is the existing
    tournament: the title and start that it already has give none of the first two warnings.
    """
    if (
        title not in ("", pinned.title if pinned else "")
        and visible_tournaments(by).filter(title=title).exists()
    ):
        yield Violation("title_taken", {"title": title}, "name")
    if _is_past(facts, now) and not (pinned and _start(facts_of(pinned)) == _start(facts)):
        yield Violation("starts_in_the_past", {}, "starts_at")
    if facts.starts_at is not None and facts.starts_at.astimezone(ZoneInfo(facts.zone)).time() == time():
        yield Violation("starts_at_midnight", {}, "starts_at")


def _start(facts: TournamentFacts) -> tuple[datetime | None, date | None]:
    """Return the planned moment, or the planned date alone."""
    return facts.starts_at, facts.starts_on


def _is_past(facts: TournamentFacts, now: datetime) -> bool:
    """Return whether the planned time is over; a date without a time is over after the venue's midnight."""
    if facts.starts_on is not None:
        return facts.starts_on < now.astimezone(ZoneInfo(facts.zone)).date()
    return facts.starts_at is not None and facts.starts_at < now
