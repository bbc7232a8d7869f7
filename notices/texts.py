"""The words of a notice, in the reader's language: without names of people, and with one link."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notices.kinds import NoticeKind
from notices.models import PersonalNotice
from tournaments.setup.announcement_text import venue_time

ROLES: dict[str, Promise] = {
    "organizer": gettext_lazy("You are an organizer now"),
    "coordinator": gettext_lazy("You are a coordinator now"),
    "judge": gettext_lazy("You are a judge now"),
}


@dataclass(frozen=True, slots=True)
class NoticeText:
    """Headline, the tournament's title, and the path of the page to open, without host."""

    headline: str
    title: str
    path: str


def text_of(notice: PersonalNotice, language: str) -> NoticeText:
    """Return the words of the notice in this language."""
    with translation.override(language):
        return NoticeText(_headline(notice), notice.tournament.title, _path(notice))


def _headline(notice: PersonalNotice) -> str:
    """Return the notice in one sentence, without full stop, in the active language."""
    kind, facts = NoticeKind(notice.kind), notice.facts
    if kind == NoticeKind.CALLED:
        return _("You are called to table %(table)s") % {"table": facts["table"]}
    if kind == NoticeKind.ROLE:
        return str(ROLES[facts["role"]])
    if kind == NoticeKind.CHANGED and facts["what"] == "moved":
        return _new_date(notice)
    return str(HEADLINES.get(kind, kind.label))


def _new_date(notice: PersonalNotice) -> str:
    """Return the headline with the tournament's present start, or that it has none."""
    start = venue_time(notice.tournament)
    return _("The tournament has a new date: %(start)s") % {"start": start} if start else str(NO_DATE)


def _path(notice: PersonalNotice) -> str:
    """Return the path of the page of its match, or of the tournament if it is about none."""
    slug = notice.tournament.slug
    match = notice.facts.get("match")
    return reverse("match", args=[slug, match]) if match else reverse("tournament", args=[slug])


NO_DATE = gettext_lazy("The tournament has no date for now")
HEADLINES: dict[NoticeKind, Promise] = {NoticeKind.CHANGED: gettext_lazy("The tournament is cancelled")}
"""The headlines that are other words than the label of their kind."""
