"""The rule texts of every game, in both languages, and the edition that they make."""

import re
from pathlib import Path

import pytest

from core.errors import Refused
from rulesets.editions import LANGUAGES, TEXTS, Edition, current, edition_from, texts_in, texts_of
from rulesets.guide import HOUSE_MARKS
from rulesets.house_rules import house_rules
from rulesets.registry import GAMES


def files(language: str) -> dict[str, str]:
    folders = {"common": TEXTS, **{game.key: game.texts for game in GAMES.values()}}
    return {
        f"{key}/{path.name}": path.read_text(encoding="utf-8")
        for key, folder in folders.items()
        for path in (folder / language).iterdir()
    }


def edition_of(own: Path, common: Path = TEXTS) -> Edition:
    return edition_from("chama", texts_in(own, "chama", common))


def test_both_languages_hold_the_same_files_with_the_same_headings_and_lists() -> None:
    english, portuguese = (files(language) for language in LANGUAGES)
    assert set(english) == set(portuguese)
    for name, text in english.items():
        shape = [line.split(" ")[0] for line in text.splitlines() if line.startswith(("#", "-", "1", "2"))]
        other = [line for line in portuguese[name].splitlines() if line.startswith(("#", "-", "1", "2"))]
        assert shape == [line.split(" ")[0] for line in other]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_type_and_variant_has_its_text(language: str) -> None:
    for game in GAMES.values():
        keys = [*(kind.key for kind in game.kinds), *(variant.key for variant in game.variants)]
        wanted = {f"{game.key}/{name}.md" for name in [*keys, "overview", "points", "timed-matches"]}
        assert wanted <= set(files(language))
        assert all(files(language)[name].startswith("# ") for name in wanted)


def test_what_is_ours_is_called_ours() -> None:
    for language, mark in HOUSE_MARKS.items():
        for name in ("conquistadores", "timed-matches", "points", "calouro-do-chacrinha"):
            assert mark in files(language)[f"chama/{name}.md"]


def test_an_edition_follows_the_bytes_names_and_languages_of_the_texts(tmp_path: Path) -> None:
    for language in LANGUAGES:
        folder = tmp_path / language
        folder.mkdir(parents=True)
        (folder / "a.md").write_text("one", encoding="utf-8")
    editions = [edition_of(tmp_path)]
    (tmp_path / "en" / "a.md").write_text("two", encoding="utf-8")
    editions.append(edition_of(tmp_path))
    (tmp_path / "en" / "a.md").rename(tmp_path / "en" / "b.md")
    editions.append(edition_of(tmp_path))
    (tmp_path / "pt-br" / "c.md").write_text("", encoding="utf-8")
    editions.append(edition_of(tmp_path))
    assert len({edition.sha256 for edition in editions}) == 4
    assert edition_of(tmp_path) == editions[-1]


def test_line_ends_of_a_checkout_make_no_other_edition(tmp_path: Path) -> None:
    (tmp_path / "en").mkdir(parents=True)
    text = tmp_path / "en" / "a.md"
    text.write_bytes(b"one\ntwo\n")
    unix = edition_of(tmp_path)
    text.write_bytes(b"one\r\ntwo\r\n")
    assert edition_of(tmp_path) == unix


def test_the_current_edition_names_the_game_and_its_hash() -> None:
    edition = current("chama")
    assert edition.id == f"chama@{edition.sha256[:12]}"
    assert len(edition.sha256) == 64


@pytest.mark.parametrize("key", ["xadrez", "", "..", "../en/chama", "common"])
def test_a_game_without_texts_has_no_edition(key: str) -> None:
    with pytest.raises(Refused) as refused:
        texts_of(key)
    assert refused.value.violations[0].code == "unknown_game"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_house_interpretation_is_told_where_it_belongs(language: str) -> None:
    texts = files(language)
    for applies in ("any", *GAMES):
        name = "common/house-interpretations-any" if applies == "any" else f"{applies}/house-interpretations"
        told = re.findall(r"^- `(\w+)` ", texts[f"{name}.md"], re.MULTILINE)
        assert sorted(told) == sorted(code for code, rule in house_rules().items() if rule.applies == applies)


def test_a_common_chapter_is_part_of_every_edition(tmp_path: Path) -> None:
    for folder, text in (("own", "one"), ("common", "two")):
        (tmp_path / folder / "en").mkdir(parents=True)
        (tmp_path / folder / "en" / "a.md").write_text(text, encoding="utf-8")
    alone = edition_of(tmp_path / "own", tmp_path / "nothing")
    assert edition_of(tmp_path / "own", tmp_path / "common") != alone
