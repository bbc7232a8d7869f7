"""Calendar files (RFC 5545), by the package icalendar: equal events give equal bytes.

Times are in the venue's zone, and the file contains the zone's rules for the years of its events. `DTSTAMP`
is when an event last changed, never the moment of the request. UIDs are permanent, so that a calendar program
moves events it already has.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from uuid import NAMESPACE_URL, uuid5
from zoneinfo import ZoneInfo

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from icalendar import Calendar, Event, Timezone

from scheduling.feeds import FeedEvent
from tournaments.models import State
from web.templatetags.chama import match_name

TYPE = "text/calendar; charset=utf-8"
MAKER = "-//Chama//Chama tournaments//"
ASK_AGAIN = timedelta(minutes=15)
Link = Callable[[FeedEvent], str]
"""Returns the full address of an event's page; empty if the site does not know its own address."""


def calendar_file(name: str, events: Iterable[FeedEvent], link: Link) -> bytes:
    """Return the calendar file (UTF-8) of these events in the active language, in order of time.

    `link` returns the address of an event's page.
    """
    found = sorted(events, key=lambda event: (event.begins, event.tournament.pk, event.key))
    calendar = _empty_calendar(name, found[0].tournament.zone if found else "")
    timed = [event for event in found if not event.all_day]
    for zone in sorted({event.tournament.zone for event in timed}):
        years = [moment.year for event in timed if event.tournament.zone == zone for moment in _span(event)]
        calendar.add_component(_zone(zone, min(years) - 1, max(years) + 2))
    for event in found:
        calendar.add_component(_component(event, link(event)))
    return bytes(calendar.to_ical())


def _empty_calendar(name: str, zone: str) -> Calendar:
    """Return a calendar with name and time zone but without events."""
    calendar = Calendar()
    calendar.add("prodid", f"{MAKER}{(get_language() or 'pt-br').upper()}")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("name", name)
    calendar.add("x-wr-calname", name)
    if zone:
        calendar.add("x-wr-timezone", zone)
    calendar.add("refresh-interval", ASK_AGAIN, parameters={"VALUE": "DURATION"})
    return calendar


def _span(event: FeedEvent) -> tuple[datetime, ...]:
    """Return begin and end of the event; only the begin if it has no end."""
    return (event.begins, event.ends) if event.ends else (event.begins,)


@lru_cache(64)
def _zone(name: str, first: int, last: int) -> Timezone:
    """Return the rules of a time zone from January 1 of one year to January 1 of another."""
    return Timezone.from_tzid(name, first_date=date(first, 1, 1), last_date=date(last, 1, 1))


def _component(event: FeedEvent, link: str) -> Event:
    """Return the event as an iCalendar component; `link` is its page's address, or ""."""
    found, zone = Event(), ZoneInfo(event.tournament.zone)
    found.add("uid", uid_of(event))
    found.add("dtstamp", event.changed.astimezone(UTC).replace(microsecond=0))
    for name, value in _times(event, zone):
        found.add(name, value)
    found.add("summary", _summary(event))
    if location := _location(event):
        found.add("location", location)
    if link:
        found.add("url", link)
    found.add("status", _status(event))
    found.add("transp", "OPAQUE" if event.kind == "match" else "TRANSPARENT")
    return found


def _times(event: FeedEvent, zone: ZoneInfo) -> Iterator[tuple[str, date]]:
    """Yield `dtstart` and, if known, `dtend`, each with its value in the zone.

    For an all-day event the date alone (RFC 5545, 3.6.1).
    """
    if event.all_day:
        yield "dtstart", event.begins.astimezone(zone).date()
        return
    yield "dtstart", event.begins.astimezone(zone).replace(microsecond=0)
    if event.ends:
        yield "dtend", event.ends.astimezone(zone).replace(microsecond=0)


def uid_of(event: FeedEvent) -> str:
    """Return the permanent id of an event, the same in every calendar and at every address of the site."""
    of = event.tournament
    return str(uuid5(NAMESPACE_URL, f"chama:{of.created_at.isoformat()}:{of.slug}:{event.key}"))


def _summary(event: FeedEvent) -> str:
    """Return the event's title in the active language: match, table and tournament as far as known."""
    title = event.tournament.title
    if event.match:
        table = _("Table %(label)s") % {"label": event.table} if event.table else ""
        return " · ".join(filter(None, (match_name(event.match), table, title)))
    words = {"break": _("Break"), "shift": _("My shift as a judge")}
    return " · ".join(filter(None, (words.get(event.kind), title)))


def _location(event: FeedEvent) -> str:
    """Return the tournament's venue in one line; "" if it has none."""
    return " ".join(event.tournament.venue.split())


def _status(event: FeedEvent) -> str:
    """Return the value of `STATUS`: a match at an expected time is tentative."""
    if event.tournament.state == State.CANCELLED:
        return "CANCELLED"
    return "TENTATIVE" if event.is_expected and event.kind == "match" else "CONFIRMED"
