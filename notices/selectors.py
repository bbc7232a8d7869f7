"""What could not be sent, for the staff of a tournament."""

from dataclasses import dataclass
from datetime import datetime

from accounts.models import Player
from notices.kinds import NoticeChannel, NoticeKind
from notices.messages import REASONS
from notices.models import NoticeState, PersonalNotice
from tournaments.models import Tournament

MAX_ROWS = 100


@dataclass(frozen=True, slots=True)
class UnsentNotice:
    """A notice that did not reach a person, as staff see it: words in the active language, no address."""

    name: str
    at: datetime
    kind: str
    channel: str
    reason: str


def unsent_notices(tournament: Tournament) -> list[UnsentNotice]:
    """Return at most the latest 100 notices of this tournament that could not be sent, newest first."""
    failed = PersonalNotice.objects.filter(tournament=tournament, state=NoticeState.FAILED)
    rows = list(failed.order_by("-pk")[:MAX_ROWS])
    names = dict(Player.objects.filter(user__in={row.user_id for row in rows}).values_list("user", "name"))
    return [_view(row, names[row.user_id]) for row in rows if row.user_id in names]


def _view(row: PersonalNotice, name: str) -> UnsentNotice:
    """Return the notice in words; `name` is that of its person."""
    kind, channel = NoticeKind(row.kind).label, NoticeChannel(row.channel).label
    return UnsentNotice(name, row.at, str(kind), str(channel), str(REASONS.get(row.error, row.error)))
