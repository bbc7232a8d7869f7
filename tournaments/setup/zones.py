"""The time zones that a venue may be in, and what people call their clocks."""

from datetime import datetime
from functools import cache
from zoneinfo import available_timezones

from babel import Locale
from babel.core import get_global
from django.utils.translation import get_language


@cache
def known_zones() -> frozenset[str]:
    """Every IANA zone of this machine; finding them reads hundreds of files, so it is done once."""
    return frozenset(available_timezones())


def zone_name(local: datetime) -> str:
    """`horário de Brasília`; else the abbreviation, `GMT`, and where that is only a number, `UTC−3`."""
    named = _named(str(local.tzinfo), get_language() or "en")
    return named or _abbreviated(local)


@cache
def _named(zone: str, language: str) -> str:
    """What the clock of a zone is called in the middle of a sentence (CLDR); empty where it has no name."""
    locale = Locale.parse(language, sep="-")
    names = locale.meta_zones.get(get_global("meta_zones").get(zone, ""), {})
    name: str = names.get("long", {}).get("generic", "")
    return name if locale.language == "en" else name[:1].lower() + name[1:]


def _abbreviated(local: datetime) -> str:
    name = local.tzname() or ""
    if name[:1] not in {"+", "-"}:
        return name
    hours, minutes = int(name[1:3]), name[3:]
    sign = "−" if name[0] == "-" else "+"
    return f"UTC{sign}{hours}:{minutes}" if minutes else f"UTC{sign}{hours}"
