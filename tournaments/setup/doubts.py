"""What speaks against a tournament’s title and day, which may be chosen all the same."""

from collections.abc import Iterator
from datetime import datetime

from accounts.models import Player
from core.errors import Violation
from tournaments.finding import visible_tournaments
from tournaments.inputs import TournamentFacts
from tournaments.models import Tournament


def doubts(
    facts: TournamentFacts, title: str, *, by: Player | None, now: datetime, pinned: Tournament | None = None
) -> Iterator[Violation]:
    """`title_taken` by another tournament that the person may see, and `starts_in_the_past`.

    `pinned` is the tournament itself, where it exists: what it has already is no doubt any more.
    """
    stands = (pinned.title, pinned.starts_at) if pinned else ("", None)
    if title not in ("", stands[0]) and visible_tournaments(by).filter(title=title).exists():
        yield Violation("title_taken", {"title": title}, "name")
    if facts.starts_at not in (None, stands[1]) and facts.starts_at < now:
        yield Violation("starts_in_the_past", {}, "starts_at")
