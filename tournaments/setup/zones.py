"""The time zones of venues, and their names for readers."""

import json
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from importlib import import_module
from pathlib import Path
from zoneinfo import available_timezones

from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import get_language

ZONE_NAMES = Path(__file__).resolve().parents[2] / "locale" / "zone_names.json"
"""Language → zone → name, from CLDR; set-up writes it (`core.assets`)."""
MISSING = "locale/zone_names.json is missing: run `make setup`, or `python -m core.assets`."


@cache
def known_zones() -> frozenset[str]:
    """Return every IANA zone of this machine. Cached, because it reads hundreds of files."""
    return frozenset(available_timezones())


def zone_name(local: datetime) -> str:
    """Return the name of the moment's zone in the active language (`horário de Brasília`).

    Without a name its abbreviation (`GMT`), or `UTC−3` if that is a number.
    """
    named = _names().get(get_language() or "en", {}).get(str(local.tzinfo))
    return named or _abbreviated(local)


@cache
def _names() -> Mapping[str, Mapping[str, str]]:
    """Return the table of names by language and zone; write it first if it is missing."""
    if not ZONE_NAMES.exists():
        _write_names()
    table: dict[str, dict[str, str]] = json.loads(ZONE_NAMES.read_text(encoding="utf-8"))
    return table


def _write_names() -> None:
    """Write the table in a checkout updated without set-up. Raises `ImproperlyConfigured`."""
    try:
        assets = import_module("core.assets")
    except ImportError as error:
        raise ImproperlyConfigured(MISSING) from error
    assets.write_zone_names()


def _abbreviated(local: datetime) -> str:
    """Return the abbreviation of the zone, or `UTC−3` if it has none."""
    name = local.tzname() or ""
    if name[:1] not in {"+", "-"}:
        return name
    hours, minutes = int(name[1:3]), name[3:]
    sign = "−" if name[0] == "-" else "+"
    return f"UTC{sign}{hours}:{minutes}" if minutes else f"UTC{sign}{hours}"
