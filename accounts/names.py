"""Names of people as they are kept: NFC, without anything invisible."""

import unicodedata

from accounts.contacts import contact_in
from core.errors import Refused, Violation

LONGEST_NAME = 80


def page_of(code: str, name: str, has_page: bool) -> str:
    """Under which code a player's page is found; empty where there is none: hidden, or forgotten.

    A pseudonym ends in the player's own code (`accounts.erasing`), so whoever was forgotten is not gathered
    on a page again.
    """
    return code if has_page and not name.endswith(code.upper()) else ""


def short_name(name: str) -> str:
    """How a minor is shown: the first name, and the initial of the last. A short name stays as it is."""
    first, *others = name.split() or [""]
    return f"{first} {others[-1][0].upper()}." if others else first


def clean_name(name: str) -> str:
    """NFC without control, format and bidi characters, blanks collapsed.

    Raises `Refused` with `person_name_missing` or `person_name_too_long`.
    """
    kept = (c for c in unicodedata.normalize("NFC", name) if c.isspace() or unicodedata.category(c)[0] != "C")
    cleaned = " ".join("".join(kept).split())
    if not cleaned:
        raise Refused([Violation("person_name_missing", field="name")])
    if len(cleaned) > LONGEST_NAME:
        raise Refused([Violation("person_name_too_long", {"most": LONGEST_NAME}, field="name")])
    return cleaned


def public_name(name: str) -> str:
    """Return the clean name that a person chose for themselves; also refuse `looks_like_contact`."""
    cleaned = clean_name(name)
    if found := contact_in(cleaned):
        raise Refused([Violation("looks_like_contact", {"contact": found}, "name")])
    return cleaned
