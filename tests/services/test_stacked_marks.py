"""F121: letters with so many marks that normalizing them takes minutes."""

import unicodedata

import pytest

from core.errors import Refused
from core.text import MAX_MARKS, has_stacked_marks
from tournaments.entries.lists.reading import read_list
from tournaments.uploads import decode_or_refuse

pytestmark = pytest.mark.fault("F121")
TWO_IN_ONE = "\u0f73"  # no mark by itself, but taken apart it is two


@pytest.mark.parametrize("mark", ["\u0301", "\u0316", TWO_IN_ONE, "\U0001e94a", "\u0344"])
@pytest.mark.parametrize("before", [0, 1, 29, 30, 31, 400])
@pytest.mark.parametrize("after", ["", "b", "b" * 400])
def test_thirty_marks_stand_and_one_more_does_not(mark: str, before: int, after: str) -> None:
    assert not has_stacked_marks("é" * before + "e" + mark * MAX_MARKS + after)
    assert has_stacked_marks("é" * before + "e" + mark * (MAX_MARKS + 1) + after)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plain" * 1000,
        "João Araújo " * 1000,
        "Tiếng Việt " * 1000,
        "שָׁלוֹם " * 1000,
        "e\u0301\u0316" * 9_000,
    ],
)
def test_what_people_write_stands_in_any_form(text: str) -> None:
    for form in ("NFC", "NFD", "NFKD"):
        assert not has_stacked_marks(unicodedata.normalize(form, text))


def test_a_list_with_such_a_letter_is_refused_before_it_is_normalized() -> None:
    wild = "nome\nAna e" + "\u0301\u0316" * 10_000
    for data in (wild, wild.encode(), wild.encode("utf-16")):
        with pytest.raises(Refused, match="file_not_text"):
            decode_or_refuse(data)
    assert [problem.code for problem in read_list(wild.encode()).violations] == ["file_not_text"]
