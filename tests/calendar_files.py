"""What a calendar file has to be (RFC 5545), read by the package icalendar and by eyes of our own."""

import re
from datetime import date, datetime, timedelta

from icalendar import Calendar, Component, Event

LONGEST = 75  # bytes of a line on the wire, its end not counted (3.1)
LINE = re.compile(r"[A-Z][A-Z0-9-]*(;[A-Z-]+=(\"[^\"]*\"|[^\";:]*))*:.*")


def read_file(body: bytes) -> Calendar:
    """The calendar, which breaks no rule that we know of."""
    _check_lines(body)
    calendar = Calendar.from_ical(body)
    assert isinstance(calendar, Calendar)
    assert calendar.errors == []
    assert (calendar["version"], calendar["calscale"]) == ("2.0", "GREGORIAN")
    assert str(calendar["prodid"]).startswith("-//")
    _check_zones(calendar)
    for event in calendar.events:
        _check_event(event)
    uids = [str(event["uid"]) for event in calendar.events]
    assert len(uids) == len(set(uids))
    return calendar


def _check_lines(body: bytes) -> None:
    """Lines end with CR LF, none is too long, a fold breaks no letter, each is a property (3.1)."""
    assert body.endswith(b"\r\n")
    lines = body.split(b"\r\n")[:-1]
    for line in lines:
        assert len(line) <= LONGEST
        assert b"\r" not in line
        assert b"\n" not in line
        line.decode()
    for whole in body.decode().replace("\r\n ", "").splitlines():
        assert LINE.fullmatch(whole), whole


def _check_zones(calendar: Calendar) -> None:
    """Each zone that is named has its rules in the file (3.2.19)."""
    named = {str(zone["tzid"]) for zone in calendar.timezones}
    used = {
        event[name].params["TZID"]
        for event in calendar.events
        for name in ("dtstart", "dtend")
        if name in event and event[name].params.get("VALUE") != "DATE"
    }
    assert used == named
    assert all(zone.subcomponents for zone in calendar.timezones)


def _check_event(event: Event) -> None:
    """What every event needs (3.6.1); its stamp is in UTC (3.8.7.2), it does not end before it begins."""
    assert event.errors == []
    for name in ("uid", "dtstamp", "dtstart", "summary"):
        assert name in event, (name, event)
    assert moment(event, "dtstamp").utcoffset() == timedelta(0)
    if type(event.decoded("dtstart")) is date:
        assert event["dtstart"].params["VALUE"] == "DATE"
        assert event["status"] in ("CONFIRMED", "CANCELLED")
        return
    begins, ends = moment(event, "dtstart"), moment(event, "dtend") if "dtend" in event else None
    assert begins.tzinfo is not None
    assert ends is None or ends > begins
    assert event["status"] in ("CONFIRMED", "TENTATIVE", "CANCELLED")


def moment(event: Component, name: str) -> datetime:
    """A time of it."""
    value = event.decoded(name)
    assert isinstance(value, datetime)
    return value


def titled(calendar: Calendar, beginning: str) -> list[Event]:
    """The events whose title begins so, in their order."""
    return [event for event in calendar.events if str(event["summary"]).startswith(beginning)]
