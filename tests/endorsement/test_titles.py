"""The grammar of titles in the independent checker: it refuses what the product refuses, and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogue.facts import key_and_definition
from checker import check_bytes
from checker.entering.titles import name_faults, word_faults
from checker.games import GAMES as STRANGERS
from rulesets.games.chama.composed import check_definition
from rulesets.kernel.titles import TitleParts, check_name, format_title, parse_title, tidy
from rulesets.registry import GAMES
from tests.inventions import invention
from tests.records.book import chained
from tests.records.scenes import plain

KINDS = [(game.key, kind.key) for game in GAMES.values() for kind in game.kinds]
REFUSED = (
    "Copa 2024", "2024", " Copa", "Copa ", "Copa  dupla", "Copa\tdupla", "Copa\u00a0dupla", "Copa\u200b",
    "Copa\u3164", "Copa\ufe0f", "Nitero\u0301i", "C" * 81, "Copa (Xisum)", "Copa ( xisum , Aliados)",
    "Copa (XISUM, Sub 18)",
)  # fmt: skip
ALLOWED = (
    "C", "C" * 80, "Copa 2024 do Rio", "Copa 3024", "Copa 02024", "Copa Nº2024",
    "Copa \u0661\u0662\u0663\u0664", "Rio: a volta", "Copa (Sub 18)", "Copa (Xizum)",
    "Copa (Aliados e Xisum)", "Copa (Xisum) Sul", "Copa ((Xisum) 1)", "(Xisum)x", "Copa ()",
)  # fmt: skip
PIECES = (
    "Copa", "Rio", " ", "  ", "\t", "\u00a0", "2024", "1899", "(", ")", ",", "Xisum", "xisum", "Aliados",
    "de", "Duplas", "duplas", "Cooperativo", "Duelo", "Imortal", "\u200b", "\u0301", "e", "\u3164", "ß",
    "\u0130", "C" * 40, "Calouro do Chacrinha", "🔥",
)  # fmt: skip
NAMES = st.lists(st.one_of(*[st.sampled_from(PIECES)] * 6, st.characters()), max_size=7).map("".join)


def is_refused_by_us(game: str, kind: str, name: str) -> bool:
    return any(check_name(TitleParts(game, kind, name, (), 2026), GAMES[game]))


def is_refused_there(game: str, kind: str, name: str) -> bool:
    stranger = STRANGERS[game]
    word = stranger.kinds[kind].word
    others = [other.word for other in stranger.kinds.values() if other.word != word]
    return any(name_faults(name, word, others, stranger.variants.values()))


def named(name: str) -> bytes:
    """A sound record but for its name, from which its title follows."""
    bodies = plain.a_duel_with_byes().bodies
    said = bodies[0]["data"]
    said.update(name=name, title=f"Chama: Campeonato {name} {said['year']}")
    return chained(bodies)


@pytest.mark.parametrize("name", REFUSED)
def test_a_title_that_the_grammar_refuses_is_found(name: str) -> None:
    assert check_bytes(named(name)) != []


@pytest.mark.parametrize("name", ALLOWED)
def test_an_odd_title_that_the_grammar_allows_is_sound(name: str) -> None:
    assert check_bytes(named(name)) == []


@pytest.mark.parametrize(
    ("kind", "name", "refused"),
    [
        ("duelo", "de Duplas do Rio", True),
        ("duelo", "DE duplas do Rio", True),
        ("duelo", "de Dupla do Rio", False),
        ("duplas", "Cooperativo", True),
        ("duplas", "do Rio", False),
        ("imortal", "Duelo", False),
    ],
)
def test_a_name_that_begins_like_the_rest_of_a_longer_type(kind: str, name: str, refused: bool) -> None:
    assert is_refused_there("castelo", kind, name) == is_refused_by_us("castelo", kind, name) == refused


@given(st.sampled_from(KINDS), NAMES)
def test_both_refuse_the_same_names(kind: tuple[str, str], name: str) -> None:
    assert is_refused_there(*kind, name) == is_refused_by_us(*kind, name)


@given(st.sampled_from(KINDS), NAMES)
def test_what_neither_refuses_reads_back_as_it_was_written(kind: tuple[str, str], name: str) -> None:
    game = GAMES[kind[0]]
    parts = tidy(TitleParts(*kind, name, (), 2026), game)
    if not is_refused_there(*kind, parts.name):
        assert parse_title(format_title(parts, game), GAMES).parts == parts


@given(NAMES)
def test_both_refuse_the_same_words_of_a_composed_type(word: str) -> None:
    _, data = key_and_definition(invention(), 1)
    ours = check_definition({**data, "title_word": word})
    codes = {violation.code for violation in ours} - {"type_of_the_book"}
    assert bool(codes) == any(word_faults(word))
