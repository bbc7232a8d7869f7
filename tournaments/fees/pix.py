"""Pix keys, and the code that a bank's app reads to pay to one. Pure.

The code is a static BR Code of the Banco Central's manual: EMV fields of id, length and value, the last of
them a CRC-16 over all before it.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from enum import StrEnum

from core.errors import Violation


class PixKind(StrEnum):
    """What a key is made of; the values are stored."""

    CPF = "cpf"
    CNPJ = "cnpj"
    PHONE = "phone"
    MAIL = "mail"
    RANDOM = "random"


WRONG: Mapping[PixKind, str] = {
    PixKind.CPF: "pix_cpf_wrong",
    PixKind.CNPJ: "pix_cnpj_wrong",
    PixKind.PHONE: "pix_phone_wrong",
    PixKind.MAIL: "pix_mail_wrong",
    PixKind.RANDOM: "pix_random_wrong",
}
LONGEST_KEY, LONGEST_NAME, LONGEST_CITY = 77, 60, 40
NAME_IN_CODE, CITY_IN_CODE = 25, 15
PHONE = re.compile(r"\+55[1-9][1-9](9\d{8}|[2-8]\d{7})", re.ASCII)
MAIL = re.compile(r"[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+", re.ASCII)
RANDOM = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII)
CPF, CNPJ = re.compile(r"\d{11}", re.ASCII), re.compile(r"[0-9A-Z]{12}\d{2}", re.ASCII)


def normalize_key(kind: str, typed: str) -> str:
    """Return the key as banks write it: without blanks and signs, a phone with its country's code.

    It does not check the key; of an unknown kind it returns the text in lower case.
    """
    text = "".join(typed.split())
    if kind in (PixKind.CPF, PixKind.CNPJ):
        return re.sub(r"[./-]", "", text).upper()
    if kind == PixKind.PHONE:
        return _normalize_phone(re.sub(r"[().-]", "", text))
    return text.lower()


def _normalize_phone(text: str) -> str:
    """Return the number with `+` and its country's code: `+55` if it has none."""
    if text.startswith("+"):
        return text
    has_country = text.startswith("55") and len(text) in (12, 13)
    return f"+{text}" if has_country else f"+55{text.lstrip('0')}"


def is_key(kind: str, key: str) -> bool:
    """Return whether a normal key has the form of its kind, with the check digits of a CPF or CNPJ."""
    if kind == PixKind.CPF:
        return CPF.fullmatch(key) is not None and len(set(key)) > 1 and _has_check_digits(key, 11)
    if kind == PixKind.CNPJ:
        return CNPJ.fullmatch(key) is not None and len(set(key)) > 1 and _has_check_digits(key, 9)
    if kind == PixKind.PHONE:
        return PHONE.fullmatch(key) is not None
    if kind == PixKind.MAIL:
        return MAIL.fullmatch(key) is not None
    return kind == PixKind.RANDOM and RANDOM.fullmatch(key) is not None


def _has_check_digits(key: str, heaviest: int) -> bool:
    """Return whether the last two signs are the right check digits.

    Weights rise from 2 at the right, and begin again after `heaviest`. A letter of a CNPJ counts as its
    distance from the sign 0.
    """
    return all(key[end] == str(_check_digit(key[:end], heaviest)) for end in (len(key) - 2, len(key) - 1))


def _check_digit(signs: str, heaviest: int) -> int:
    """Return the check digit that follows these signs."""
    total = sum(
        (ord(sign) - ord("0")) * (2 + place % (heaviest - 1)) for place, sign in enumerate(reversed(signs))
    )
    rest = total % 11
    return 0 if rest < 2 else 11 - rest


def check_pix(kind: str, key: str, name: str, city: str) -> Iterator[Violation]:
    """Yield everything wrong with a normal key and the payee; without a key only too long texts."""
    for text, most, field in ((name, LONGEST_NAME, "pix_name"), (city, LONGEST_CITY, "pix_city")):
        if len(text) > most:
            yield Violation("pix_too_long", {"most": most}, field)
    if not key:
        return
    if kind not in WRONG:
        yield Violation("pix_kind_unknown", field="pix_kind")
    elif len(key) > LONGEST_KEY or not is_key(kind, key):
        yield Violation(WRONG[PixKind(kind)], field="pix_key")
    if not _strip_for_banks(name):
        yield Violation("pix_name_missing", field="pix_name")
    if not _strip_for_banks(city):
        yield Violation("pix_city_missing", field="pix_city")


def payment_code(key: str, name: str, city: str, cents: int = 0) -> str:
    """Return the text to copy or to draw as a QR code; for 0 the payer types the amount.

    Name and city lose their accents, and are cut to `NAME_IN_CODE` and `CITY_IN_CODE`.
    """
    account = _field("00", "br.gov.bcb.pix") + _field("01", key)
    amount = _field("54", f"{cents // 100}.{cents % 100:02}") if cents else ""
    text = "".join(
        [
            _field("00", "01"),
            _field("26", account),
            _field("52", "0000"),
            _field("53", "986"),
            amount,
            _field("58", "BR"),
            _field("59", _strip_for_banks(name)[:NAME_IN_CODE].strip()),
            _field("60", _strip_for_banks(city)[:CITY_IN_CODE].strip()),
            _field("62", _field("05", "***")),
            "6304",
        ]
    )
    return f"{text}{crc16(text.encode()):04X}"


def _field(key: str, value: str) -> str:
    """Return a field of the payment code: key, length in two digits, value."""
    return f"{key}{len(value):02}{value}"


def _strip_for_banks(text: str) -> str:
    """Return the letters without accents, digits and a few signs: what every bank's app reads."""
    apart = unicodedata.normalize("NFKD", text)
    return " ".join(re.sub(r"[^A-Za-z0-9 .&-]", "", apart).split())


def crc16(data: bytes) -> int:
    """Return the CRC-16 with the polynomial 0x1021 from 0xFFFF (“CCITT-FALSE”)."""
    rest = 0xFFFF
    for byte in data:
        rest ^= byte << 8
        for _bit in range(8):
            rest = (rest << 1) ^ 0x1021 if rest & 0x8000 else rest << 1
        rest &= 0xFFFF
    return rest
