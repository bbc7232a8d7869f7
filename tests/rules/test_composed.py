"""Types that somebody composed: the four of the book are composed too, and nothing breaks a definition."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import Refused
from rulesets.games.chama import composed
from rulesets.games.chama.conditions import COUNTS, MAX_COUNTS
from rulesets.games.chama.game import CHAMA
from rulesets.games.chama.types import TYPES, Type
from rulesets.kernel.rules import Rules
from rulesets.kernel.sheet import EndedBy, Sheet, Situation
from rulesets.kernel.titles import TitleParts, check_parts, format_title, parse_title
from rulesets.messages import text_for_violation
from rulesets.registry import composer, game_with, kind_of_definition
from rulesets.sentences_composed import how_one_wins
from tests.rules.test_properties import EVERY_ENDING, any_sheets, assert_ranking, seats

Data = dict[str, Any]


def definition(**changes: Any) -> Data:
    """A sound definition, unsealed."""
    return {
        "title_word": "Fortaleza", "level": "open", "team_size": 1, "table": {"min": 2, "max": 4},
        "needs": {"intact": 5}, "at_once": False, "version": 1, "texts": "", **changes,
    }  # fmt: skip


def made(**changes: Any) -> Type:
    """The type of a sound definition."""
    return CHAMA.kind_from(*composed.seal(definition(**changes)))


def like(kind: Type) -> Type:
    """A type of the book composed anew, under another name."""
    needs = {block.count: block.least for block in kind.condition.blocks}
    table = {"min": kind.tables.low, "max": kind.tables.high}
    return made(needs=needs, at_once=kind.condition.at_once, team_size=kind.team_size, table=table)


@st.composite
def compositions(draw: st.DrawFn) -> Type:
    """Any sound type."""
    members = draw(st.sampled_from([1, 2]))
    chosen = draw(st.sets(st.sampled_from(list(COUNTS)), min_size=1))
    needs = {count: draw(st.integers(1, MAX_COUNTS[count] * members)) for count in sorted(chosen)}
    table = {"min": 2, "max": 4 // members}
    return made(needs=needs, at_once=draw(st.booleans()), team_size=members, table=table)


@given(any_sheets())
def test_the_types_of_the_book_equal_their_composed_definitions(case: Any) -> None:
    (rules, situation), sheet = case
    again = replace(rules, kind="fortaleza", definition=like(CHAMA.kind(rules.kind)))
    book, other = (CHAMA.judge(each, situation, sheet) for each in (rules, again))
    assert _said(book.violations) == _said(other.violations)
    assert _said(book.warnings) == _said(other.warnings)
    assert (book.winner, book.placement, book.scores) == (other.winner, other.placement, other.scores)
    assert CHAMA.tidy(rules, sheet) == CHAMA.tidy(again, sheet)


def _said(found: Any) -> list[tuple[str, str]]:
    return [(violation.code, violation.field) for violation in found]


@settings(deadline=None)
@given(compositions(), st.integers(0, 4), st.integers(), st.booleans())
def test_every_random_sheet_of_any_composition_stands(
    kind: Type, count: int, seed: int, called: bool
) -> None:
    rules = Rules("chama", kind.key, (), kind.tables, 40, {}, kind)
    situation = Situation(seats(kind, min(count, kind.tables.high)), True, called)
    for odds in (None, EVERY_ENDING):
        verdict = CHAMA.judge(rules, situation, CHAMA.random_sheet(rules, situation, Random(seed), odds))
        assert verdict.stands
        assert_ranking(situation, verdict.placement)


@given(compositions())
def test_the_plain_win_stands(kind: Type) -> None:
    rules = Rules("chama", kind.key, (), kind.tables, None, {}, kind)
    situation = Situation(seats(kind, 2))
    least = CHAMA.plain_win(rules, kind.team_size).winner
    lines = CHAMA.random_sheet(rules, situation, Random(1), {EndedBy.WALKOVER: 1}).lines
    empty = dict.fromkeys([field.key for field in kind.fields], 0)
    won = tuple(
        replace(line, counts={**empty, **least} if seat.side == 1 else empty, out=None, out_order=None)
        for line, seat in zip(lines, situation.seats, strict=True)
    )
    assert CHAMA.judge(rules, situation, Sheet(EndedBy.WIN_CONDITION, won, 1)).winner == 1


def test_the_blocks_say_what_the_sheet_counts() -> None:
    book = {field.key for field in CHAMA.kind("campeonato").fields}
    assert {field.key for field in made(needs={"laid": 5}).fields} == book
    with_battles = made(needs={"laid": 5, "razed_in_battle": 1})
    assert {field.key for field in with_battles.fields} == {*book, "razed_in_battle"}


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({}, set()),
        ({"title_word": ""}, {"type_word_missing"}),
        ({"title_word": "x" * 300}, {"name_too_long"}),
        ({"title_word": "Cerco\u202edas Águas"}, {"name_has_invisible"}),
        ({"title_word": " Cerco  Final"}, {"name_not_tidy"}),
        ({"title_word": "Cerco (Xisum)"}, {"type_word_signs"}),
        ({"title_word": "雪"}, {"type_word_letters"}),
        ({"title_word": "DUPLAS"}, {"type_of_the_book"}),
        ({"title_word": "Duplás"}, {"type_of_the_book"}),
        ({"level": "expert"}, {"type_level_unknown"}),
        ({"team_size": 3}, {"type_team_size"}),
        ({"table": {"min": 4, "max": 2}}, {"table_upside_down"}),
        ({"table": {"min": 1, "max": 5}}, {"type_tables"}),
        ({"team_size": 2}, {"type_tables"}),
        ({"needs": {}}, {"needs_missing"}),
        ({"needs": {"castles": 3}}, {"need_unknown"}),
        ({"needs": {"intact": 0}}, {"need_out_of_range"}),
        ({"needs": {"laid": 13}, "team_size": 2, "table": {"min": 2, "max": 2}}, {"need_out_of_range"}),
        ({"needs": {"laid": 12}, "team_size": 2, "table": {"min": 2, "max": 2}}, set()),
        (
            {"title_word": "", "level": "", "needs": {"x": 1, "intact": 7}, "table": {"min": 9, "max": 1}},
            {
                "type_word_missing", "type_level_unknown", "need_unknown", "need_out_of_range",
                "table_upside_down",
            },
        ),
    ],
)  # fmt: skip
def test_everything_wrong_with_a_definition_is_said_at_once(changes: Data, codes: set[str]) -> None:
    found = composed.check_definition(definition(**changes))
    assert {violation.code for violation in found} == codes
    with translation.override("en"):
        assert not [said for violation in found if "%(" in (said := text_for_violation(violation))]


@settings(deadline=None)
@given(
    st.text(max_size=40), st.text(max_size=9), st.integers(-9, 99), st.integers(-9, 99), st.integers(-9, 99),
    st.dictionaries(st.one_of(st.sampled_from(list(COUNTS)), st.text(max_size=9)), st.integers(-9, 99)),
)  # fmt: skip
def test_no_definition_is_sound_and_unusable(
    word: str, level: str, size: int, low: int, high: int, needs: Data
) -> None:
    data = definition(
        title_word=word, level=level, team_size=size, table={"min": low, "max": high}, needs=needs
    )
    for violation in composed.check_definition(data):
        assert text_for_violation(violation)
    if not composed.check_definition({**data, "level": "open"}):
        kind = made(**{**data, "level": "open"})
        assert kind.key
        assert how_one_wins(kind)


def test_an_altered_definition_has_another_hash() -> None:
    key, data = composed.seal(definition())
    assert CHAMA.check_definition(key, data) == ()
    assert _said(CHAMA.check_definition(key, {**data, "needs": {"intact": 4}})) == [
        ("type_hash_wrong", "definition")
    ]
    assert _said(CHAMA.check_definition("outra", data)) == [
        ("type_key_wrong", "kind"),
        ("type_hash_wrong", "definition"),
    ]


def test_the_hash_of_a_definition_never_changes() -> None:
    data = definition(
        title_word="Cerco das Águas", team_size=2, table={"min": 2, "max": 2}, version=3, at_once=True,
        needs={"laid": 9, "razed_in_battle": 2}, texts="0" * 64,
    )  # fmt: skip
    key, sealed = composed.seal(data)
    assert key == "cerco-das-aguas"
    assert sealed["sha256"] == "7552a9c55f0deccb42d617916d35a0679ca8c5749d81351a5d770e597d37ab3b"


def test_what_a_definition_says_in_vain_is_warned_of() -> None:
    assert _said(composed.warnings_of(definition(needs={"intact": 5, "laid": 5})))[0][0] == "need_in_vain"
    assert composed.warnings_of(definition(needs={"intact": 4, "laid": 5})) == ()


def test_how_one_wins_is_a_sentence_about_the_blocks() -> None:
    with translation.override("en"):
        alone = how_one_wins(made(needs={"intact": 1, "razed_in_battle": 2}, at_once=True))
        pairs = how_one_wins(made(needs={"laid": 9}, team_size=2, table={"min": 2, "max": 2}))
    assert "1 intact realm and 2 realms razed in battle" in alone
    assert "immediately" in alone
    assert "A pair with at least 9 realms laid" in pairs


def test_the_words_of_a_composed_type_take_part_in_titles() -> None:
    longer = game_with("chama", [made(title_word="Duplas do Cerco", needs={"intact": 5})])
    parts = TitleParts("chama", "duplas-do-cerco", "Fluminense", (), 2026)
    title = format_title(parts, longer)
    assert title == "Chama: Duplas do Cerco Fluminense 2026"
    assert parse_title(title, [longer]).parts == parts
    clash = TitleParts("chama", "duplas", "do Cerco Fluminense", (), 2026)
    assert _said(check_parts(clash, longer)) == [("name_starts_like_a_kind", "name")]
    assert check_parts(clash, CHAMA) == ()


def test_games_without_blocks_take_no_composed_types() -> None:
    with pytest.raises(Refused, match="game_without_types"):
        composer("castelo")
    assert kind_of_definition("castelo", "duelo", None) is None


def test_the_catalogue_keeps_its_order_and_a_new_version_takes_the_place_of_the_old() -> None:
    one, two = made(), made(version=2, needs={"intact": 3})
    assert [kind.key for kind in CHAMA.with_kinds([one, two]).kinds] == [*(k.key for k in TYPES), "fortaleza"]
    assert CHAMA.with_kinds([one, two]).kind("fortaleza") == two
