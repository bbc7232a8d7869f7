"""What a tournament may choose, the games that exist, and the small checks of the kernel."""

from fractions import Fraction

import pytest

from core.errors import Refused
from rulesets.games.chama.game import CHAMA
from rulesets.house_rules import check_options
from rulesets.kernel.points import as_decimal, as_text, table_as_text
from rulesets.kernel.rules import Rules, TableSize
from rulesets.kernel.sheet import EndedBy, Line, Out, Sheet
from rulesets.registry import GAMES, game_of

TABLES = TableSize(2, 4)


@pytest.mark.parametrize(
    ("kind", "variants", "table", "limit", "codes"),
    [
        ("campeonato", [], TABLES, None, []),
        ("campeonato", ["aliados", "calouro-do-chacrinha", "xisum"], TableSize(3, 3), 1, []),
        ("duplas", [], TableSize(2, 2), 600, []),
        ("duplas", [], TABLES, 40, ["table_size_out_of_range"]),
        ("guerrilha", [], TableSize(1, 4), 40, ["table_size_out_of_range"]),
        ("guerrilha", [], TableSize(2, 5), 40, ["table_size_out_of_range"]),
        ("guerrilha", [], TableSize(4, 3), 40, ["table_upside_down"]),
        ("conquistadores", [], TABLES, 0, ["time_limit_out_of_range"]),
        ("conquistadores", [], TABLES, 601, ["time_limit_out_of_range"]),
        ("duelo", [], TABLES, None, ["kind_unknown"]),
        ("liga", ["neve", "xisum", "xisum"], TABLES, 0,
         ["kind_unknown", "variant_unknown", "variant_twice", "time_limit_out_of_range"]),
    ],
)  # fmt: skip
def test_choices_are_refused_all_at_once(
    kind: str, variants: list[str], table: TableSize, limit: int | None, codes: list[str]
) -> None:
    found = CHAMA.check_choices(kind, variants, table, limit)
    assert [violation.code for violation in found] == codes


def test_house_rules_are_checked_by_code_and_value() -> None:
    found = check_options("chama", {"tie_cut": "maybe", "x": 1})
    assert [(v.code, v.field) for v in found] == [
        ("house_rule_value", "house_rules.tie_cut"),
        ("house_rule_unknown", "house_rules.x"),
    ]


def test_an_option_of_another_game_is_refused() -> None:
    found = check_options("castelo", {"tie_cut": False, "grace_minutes": 5})
    assert [violation.code for violation in found] == ["house_rule_of_other_game"]


def test_the_catalogue_of_chama_is_that_of_chapter_4() -> None:
    assert [(kind.key, kind.level, kind.team_size) for kind in CHAMA.kinds] == [
        ("campeonato", "intermediate", 1),
        ("guerrilha", "intermediate", 1),
        ("duplas", "intermediate", 2),
        ("conquistadores", "advanced", 1),
    ]
    assert [variant.title_word for variant in CHAMA.variants] == ["Aliados", "Calouro do Chacrinha", "Xisum"]
    assert CHAMA.marks == ("hearts", "diamonds", "clubs", "spades")


def test_an_unknown_game_or_type_is_refused_by_code() -> None:
    with pytest.raises(Refused) as game:
        game_of("xadrez")
    with pytest.raises(Refused) as kind:
        game_of("chama").kind("liga")
    assert [game.value.violations[0].code, kind.value.violations[0].code] == ["unknown_game", "kind_unknown"]
    assert {key: game.key for key, game in GAMES.items()} == {key: key for key in GAMES}


@pytest.mark.parametrize(("already", "codes"), [(0, []), (1, []), (2, ["redraw_limit"])])
def test_a_third_redraw_is_refused(already: int, codes: list[str]) -> None:
    assert [violation.code for violation in CHAMA.check_redraw(already)] == codes


def test_points_as_text_and_decimal() -> None:
    assert [as_text(Fraction(27, 2)), as_text(Fraction(50)), as_text(Fraction(0))] == ["27/2", "50", "0"]
    assert str(as_decimal(Fraction(2, 3))) == "0.67"
    assert table_as_text() == ["25", "18", "15", "12", "10", "8", "6", "4", "2", "1"]


def test_tidy_fills_counts_and_the_order_of_a_sole_leaver() -> None:
    rules = Rules("chama", "conquistadores", (), TABLES)
    lines = (Line("ana", {"intact": 2}), Line("bia", out=Out.CONCEDED), Line("caio", out=Out.ABSENT))
    tidied = CHAMA.tidy(rules, Sheet(EndedBy.CONCESSION, lines, reason=" why "))
    assert tidied.lines[0].counts == {
        "intact": 2, "razed": 0, "commanders": 0, "armies": 0, "razed_in_battle": 0,
    }  # fmt: skip
    assert [line.out_order for line in tidied.lines] == [None, 1, None]
    assert tidied.reason == "why"


def test_tidy_leaves_the_order_of_several_leavers_to_the_judge() -> None:
    rules = Rules("chama", "campeonato", (), TABLES)
    lines = tuple(Line(player, out=Out.CONCEDED) for player in ("ana", "bia"))
    assert [line.out_order for line in CHAMA.tidy(rules, Sheet(EndedBy.CONCESSION, lines)).lines] == [
        None,
        None,
    ]
