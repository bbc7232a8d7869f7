"""What counts as naming somebody in words that go into a record."""

import pytest

from accounts.name_detection import KnownAs, find_name, find_whole_name, without_names

PEOPLE = [
    KnownAs("Zulmira dos Santos Ávila", "zulmira77"),
    KnownAs("Rui Mesa", "rui"),
    KnownAs("Jogador 12"),
    *(KnownAs(f"Maria {word}") for word in ("Lua", "Sol", "Mar", "Rio")),
]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("zulmira dos santos avila foi embora", "zulmira dos santos avila"),
        ("Zulmira foi embora", "Zulmira"),
        ("a Ávila pediu", "Ávila"),
        ("conta ZULMIRA77.", "ZULMIRA77"),
        ("trocou a mesa com o rui", ""),
        ("dos mesa quatro", ""),
        ("Jogador trocado", ""),
        ("Maria trocada", ""),
        ("a dupla da mesa 12 trocou os lados", ""),
        ("", ""),
    ],
)
def test_a_name_is_found_as_people_write_it_and_a_word_is_none(text: str, found: str) -> None:
    assert find_name(text, PEOPLE) == found


@pytest.mark.parametrize(
    ("title", "found"), [("Copa Rui Mesa 2026", "Rui Mesa"), ("Copa Mesa", ""), ("Copa Rui", "")]
)
def test_a_title_may_share_a_word_with_somebody(title: str, found: str) -> None:
    assert find_whole_name(title, PEOPLE) == found


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Fale com ZULMIRA  dos Santos Ávila.", "Fale com X."),
        ("Zulmira dos Santos Ávila", "X"),
        ("escreva a zulmira77!", "escreva a X!"),
        ("Zulmiranda dos Santos", "Zulmiranda dos Santos"),
    ],
)
def test_what_can_be_nothing_else_is_taken_out(text: str, left: str) -> None:
    assert without_names(text, PEOPLE[:1], "X") == left


def test_nobody_takes_words_out_of_texts_by_being_called_after_one() -> None:
    assert without_names("A mesa do torneio", [KnownAs("Mesa", "torneio")], "X") == "A mesa do torneio"
