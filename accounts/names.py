"""Names of people as stored: NFC, without invisible characters."""

import unicodedata

from accounts.contacts import contact_in
from core.errors import Refused, Violation

LONGEST_NAME = 80
JOINERS, VIRAMA = "\u200c\u200d", 9


def page_of(code: str, name: str, has_page: bool) -> str:
    """Return the code of a player's public page; empty if it is hidden or the player erased.

    A pseudonym ends in the player's own code (`accounts.erasing`), so an erased person gets no page.
    """
    return code if has_page and not name.endswith(code.upper()) else ""


def short_name(name: str) -> str:
    """Return a minor's name as shown: the first name, and the initial of the last.

    One word stays as it is.
    """
    first, *others = name.split() or [""]
    return f"{first} {others[-1][0].upper()}." if others else first


def clean_name(name: str) -> str:
    """Return the name in NFC without control characters and pasted invisible marks; blanks collapsed.

    Raise `Refused` with `person_name_missing`, `person_name_too_long`, or `person_name_invisible` for a
    format or bidi character inside (Unicode category Cf), except a joiner that the script needs.
    """
    cleaned = _trim(" ".join("".join(filter(_is_kept, unicodedata.normalize("NFC", name))).split()))
    if not cleaned:
        raise Refused([Violation("person_name_missing", field="name")])
    if len(cleaned) > LONGEST_NAME:
        raise Refused([Violation("person_name_too_long", {"most": LONGEST_NAME}, field="name")])
    if hidden := [sign for at, sign in enumerate(cleaned) if _is_format(sign) and not _joins(cleaned, at)]:
        raise Refused([Violation("person_name_invisible", {"character": f"U+{ord(hidden[0]):04X}"}, "name")])
    return cleaned


def _is_kept(sign: str) -> bool:
    """Return whether the character stays: each one but control characters that are no white space."""
    return sign.isspace() or _is_format(sign) or unicodedata.category(sign)[0] != "C"


def _is_format(sign: str) -> bool:
    """Return whether it is a format character (Unicode category Cf): invisible, such as a joiner."""
    return unicodedata.category(sign) == "Cf"


def _trim(text: str) -> str:
    """Return the text without white space and format characters at its ends."""
    return text.strip("".join({sign for sign in text if sign.isspace() or _is_format(sign)}))


def _joins(text: str, at: int) -> bool:
    """Return whether the character at this index joins letters as their script needs it (RFC 5892).

    That is a joiner after an Arabic letter or a virama, and before a letter.
    """
    before, after = text[at - 1], text[at + 1]
    is_due = unicodedata.bidirectional(before) == "AL" or unicodedata.combining(before) == VIRAMA
    return text[at] in JOINERS and is_due and after.isalpha()


def public_name(name: str) -> str:
    """Return the name as `clean_name` does, and refuse as it does.

    Also raise `Refused` `looks_like_contact` for a name with an e-mail address or telephone number.
    """
    cleaned = clean_name(name)
    if found := contact_in(cleaned):
        raise Refused([Violation("looks_like_contact", {"contact": found}, "name")])
    return cleaned
