"""Find e-mail addresses and telephone numbers in a text before it becomes public. Pure."""

import re
import unicodedata

AT = re.compile(r"@|[(\[]at[)\]]|\barroba\b", re.IGNORECASE)
EMAIL = re.compile(r"[^\s@,;<>()\[\]]+\s*(?:@|\(at\)|\[at\]|\barroba\b)\s*[\w.-]+\.[a-z]{2,}", re.IGNORECASE)
UNFINISHED_EMAIL = re.compile(r"[\w.+-]+@[\w-]+", re.ASCII)
DIGITS = re.compile(r"(?<![\w.,])[+(]{0,2}\d[\d\s().\-/]*\d(?!\w)", re.ASCII)
NO_PHONE = re.compile(
    r"(?:1[89]|20)\d\d\s*[-/]\s*(?:1[89]|20)\d\d"  # years, 1921-2021
    r"|(?:\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{4}[-/.]\d{1,2}[-/.]\d{1,2})(?:\s+\d{1,2})?"  # dates, an hour
    r"|\d{2}\.?\d{3}-\d{3}"  # a postal code
)
LONGEST_TEXT = 300  # more than any name may have; the search takes quadratic time
SHORTEST, LONGEST = 8, 15
"""The number of digits of a telephone number: eight without an area code, at most 15 (E.164)."""


def contact_in(text: str) -> str:
    """Return the first e-mail address, else the first telephone number, of the text; "" if there is none.

    Only the first 300 characters are searched. It comes with full-width signs as ASCII, as one would dial it.
    """
    plain = _to_ascii_signs(text[:LONGEST_TEXT])
    if AT.search(plain) and (found := EMAIL.search(plain) or UNFINISHED_EMAIL.search(plain)):
        return found.group().strip()
    if sum(sign.isdecimal() for sign in plain) < SHORTEST:
        return ""
    return next((found.group().strip() for found in DIGITS.finditer(plain) if _is_phone(found.group())), "")


def without_contacts(text: str) -> str:
    """Return the text without its contacts and the marks around them, blanks collapsed, in ASCII signs.

    A text above 300 characters is returned unchanged.
    """
    if len(text) > LONGEST_TEXT:
        return text
    plain = _to_ascii_signs(text)
    while found := contact_in(plain):
        plain = plain.replace(found, " ", 1)
    kept = re.sub(r"\(\s*\)|\[\s*\]|<\s*>", " ", plain)
    return " ".join(kept.split()).strip(" ,;:|/-–—")


def _is_phone(run: str) -> bool:
    """Return whether digits with separators are a telephone number, and no year, date or postal code.

    Eight digits that begin with 0 or 1 are none.
    """
    digits = re.sub(r"\D", "", run)
    if not SHORTEST <= len(digits) <= LONGEST or NO_PHONE.fullmatch(run.strip()):
        return False
    return len(digits) > SHORTEST or digits[0] not in "01"


def _to_ascii_signs(text: str) -> str:
    """Return the text with full-width signs and other scripts' digits as ASCII."""
    normal = unicodedata.normalize("NFKC", text) if not text.isascii() else text
    return "".join(str(unicodedata.decimal(sign, sign)) for sign in normal)
