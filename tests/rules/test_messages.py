"""Every code that the rules raise has a sentence, and every value a name."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation

from core.errors import Violation
from rulesets import messages, names
from rulesets.kernel.rules import TableSize
from rulesets.kernel.sheet import EndedBy, Out
from rulesets.registry import GAMES
from rulesets.sentences_named import NAMED

RULESETS = Path(messages.__file__).parent


def raised() -> Iterator[str]:
    """The first argument of every `Violation(…)` in the code of the rules."""
    for path in RULESETS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Violation":
                assert isinstance(node.args[0], ast.Constant), f"{path}:{node.lineno} computes its code"
                yield str(node.args[0].value)


def test_every_code_raised_has_a_sentence_and_no_sentence_is_left_over() -> None:
    assert set(raised()) == messages.codes()
    assert all(messages.knows(code) for code in raised())


def test_a_code_of_another_app_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        messages.text_for_violation(Violation("not_ours"))


def test_facts_are_shown_by_their_names() -> None:
    found = Violation("cut_wrong_sides", {"sides": (1, 2, 4)})
    kind = Violation("table_size_out_of_range", {"kind": "duplas", "low": 2, "high": 2})
    with translation.override("en"):
        assert "1, 2 and 4" in messages.text_for_violation(found)
        assert messages.text_for_violation(kind).startswith("Duplas ")


@pytest.mark.parametrize(("battles", "words"), [(0, "6 intact realms"), (4, "4 realms razed in battle")])
def test_the_condition_not_met_is_said_in_the_terms_of_the_type(battles: int, words: str) -> None:
    facts = {
        "kind": "campeonato", "side": 1, "intact": 2, "razed_in_battle": 1,
        "intact_needed": 6, "razed_in_battle_needed": battles,
    }  # fmt: skip
    with translation.override("en"):
        assert words in messages.text_for_violation(Violation("condition_not_met", facts))


ABOUT_SIDES = ("%(side)", "%(sides)", "%(declared)", "%(holder)")
WITHOUT_NAMES = {"winner_not_seated", "attack_on_vassal", "suzerain_picks_last"}
"""Nobody sits there, or the game of kingdoms speaks of them by their numbers."""
EVERY_NAMED = [*NAMED, *(code for game in GAMES.values() for code in game.words.named)]
NAMES = {1: "Ana & Bia", 2: "100% %(side)d", 3: "Caio"}
EVERY_FACT = {
    "side": 1, "sides": (2, 3), "declared": 3, "holder": 2, "out": Out.CONCEDED, "order": 1,
    "kind": "campeonato", "title_word": "Fortaleza", "intact": 2, "intact_needed": 6, "laid": 2,
    "laid_needed": 0, "razed_in_battle": 1, "razed_in_battle_needed": 4,
}  # fmt: skip


def test_every_sentence_about_sides_has_one_with_names() -> None:
    with translation.override("en"):
        said = {code: str(words) for code, words in messages.SENTENCES.items() if not callable(words)}
    said |= {code: str(words) for game in GAMES.values() for code, words in game.words.sentences.items()}
    about = {code for code, words in said.items() if any(side in words for side in ABOUT_SIDES)}
    assert about - WITHOUT_NAMES == set(EVERY_NAMED) - {"condition_not_met"}


@pytest.mark.parametrize("language", ["en", "pt-br"])
@pytest.mark.parametrize("code", EVERY_NAMED)
def test_a_sentence_with_names_has_no_numbers_of_sides(code: str, language: str) -> None:
    facts = [EVERY_FACT]
    if code == "condition_not_met":
        of_the_book = {key: value for key, value in EVERY_FACT.items() if key != "title_word"}
        facts += [of_the_book, {**of_the_book, "razed_in_battle_needed": 0}]
    with translation.override(language):
        for case in facts:
            said = messages.text_for_violation(Violation(code, case), NAMES)
            assert any(name in said for name in NAMES.values())
            assert not re.search(r"(?i)\b(side|lado) \d", said.replace(NAMES[2], ""))
            assert messages.text_for_violation(Violation(code, case)) != said


def test_who_is_not_known_keeps_the_number() -> None:
    with translation.override("en"):
        said = messages.text_for_violation(Violation("cut_wrong_sides", {"sides": (1, 4)}), NAMES)
    assert "Ana & Bia and 4" in said


def test_one_and_many_are_told_apart() -> None:
    with translation.override("en"):
        one, two = (
            messages.text_for_violation(Violation("pool_without_realms", {"commanders": n})) for n in (1, 2)
        )
    assert "1 commander is counted" in one
    assert "2 commanders are counted" in two


def test_every_value_has_a_name() -> None:
    assert set(names.ENDINGS) == set(EndedBy)
    assert set(names.OUTS) == set(Out)
    for game in GAMES.values():
        assert {kind.level for kind in game.kinds} <= set(names.LEVELS)
        words = game.words
        assert set(game.marks) == set(words.marks) == set(words.symbols)
        assert {field.key for kind in game.kinds for field in kind.fields} == set(words.counts)
        assert set(words.kind_notes) == {kind.key for kind in game.kinds}
        assert set(words.variant_notes) <= {variant.key for variant in game.variants}
        assert messages.game_name(game.key) == game.title_word
        assert [messages.kind_name(kind.key, game.key) for kind in game.kinds] == [
            k.title_word for k in game.kinds
        ]
        assert [messages.variant_name(v.key) for v in game.variants] == [v.title_word for v in game.variants]


def test_names_of_values_are_words() -> None:
    with translation.override("en"):
        assert messages.ending_name("time") == "time"
        assert messages.out_name("conceded") == "conceded"
        assert messages.suit_name("clubs") == "clubs"
        assert messages.level_name("advanced") == "advanced"
        assert messages.choice_name("tie_cut", False) == "no"
        assert messages.choice_name("grace_minutes", 10) == "10"


def test_every_suit_has_its_name_in_each_language() -> None:
    names = {}
    for language in ("pt-br", "es"):
        with translation.override(language):
            names[language] = [messages.suit_name(mark) for mark in ("hearts", "diamonds", "clubs", "spades")]
    assert names["pt-br"] == ["copas", "ouros", "paus", "espadas"]
    assert names["es"] == ["corazones", "diamantes", "tréboles", "picas"]


def test_a_type_of_two_games_is_named_by_its_game() -> None:
    found = GAMES["castelo"].check_choices("duplas", [], TableSize(2, 4), None)
    with translation.override("en"):
        assert messages.text_for_violation(found[0]).startswith("Duelo de Duplas ")
    assert [messages.kind_name("duplas"), messages.kind_name("duplas", "castelo")] == [
        "Duplas",
        "Duelo de Duplas",
    ]
