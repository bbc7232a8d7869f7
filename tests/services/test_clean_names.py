"""Names hold nothing invisible but the joiners that a script needs."""

import sys
import unicodedata

import pytest

from accounts.names import clean_name
from core.errors import Refused

FORMAT = [chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) == "Cf"]


def refused(name: str) -> list[str]:
    with pytest.raises(Refused) as refusal:
        clean_name(name)
    return [violation.code for violation in refusal.value.violations]


@pytest.mark.parametrize("sign", FORMAT, ids=lambda sign: f"{ord(sign):04X}")
def test_no_format_character_stands_inside_a_name(sign: str) -> None:
    assert refused(f"Ana{sign}Lima") == ["person_name_invisible"]
    assert refused(f"Ana {sign} Lima") == ["person_name_invisible"]
    assert clean_name(f" {sign}Ana Lima{sign} ") == "Ana Lima"
    assert refused(sign) == ["person_name_missing"]


@pytest.mark.parametrize("name", ["علی\u200cرضا", "क्\u200dष", "क्\u200cष"])
def test_a_joiner_stays_where_the_script_needs_it(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFC", name)
    assert refused(name.replace("\u200c", "\u200e").replace("\u200d", "\u202e")) == ["person_name_invisible"]


@pytest.mark.parametrize("name", ["Ana\u200dLima", "Ana\u200c Lima", "👩\u200d🎓 Ana", "علی\u200c رضا"])
def test_a_joiner_elsewhere_is_refused(name: str) -> None:
    assert refused(name) == ["person_name_invisible"]


def test_the_refusal_names_the_character() -> None:
    with pytest.raises(Refused) as refusal:
        clean_name("Ana\u202eLima")
    assert refusal.value.violations[0].facts == {"character": "U+202E"}
