"""The calendars that an account may have, as its page lists them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from accounts.calendars import calendars_of
from accounts.models import Diary, User


@dataclass(frozen=True, slots=True)
class OwnDiary:
    """A calendar that an account may have; `made_at` is None where it has no address."""

    kind: str
    label: str
    made_at: datetime | None


def diaries(user: User) -> Iterator[OwnDiary]:
    """Both, in their order."""
    made = dict(calendars_of(user).values_list("kind", "made_at"))
    for kind in Diary:
        yield OwnDiary(kind, str(kind.label), made.get(kind))
