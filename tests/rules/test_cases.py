"""Every case of the files under `cases/`, and the sentence of each refusal it meets."""

from collections import Counter
from collections.abc import Callable, Iterable

import pytest

from core.errors import Refused, Violation
from rulesets.games.chama.formation import POSITIONS, Realm, exposed_positions
from rulesets.games.chama.game import PINEAPPLE_VARIANT, draw_per_turn
from rulesets.house_rules import check_options, house_rules
from rulesets.kernel.extras import ChecksDecks
from rulesets.kernel.points import POINTS, as_decimal, as_text, points_of
from rulesets.kernel.rules import TableSize
from rulesets.kernel.sheet import Verdict
from rulesets.kernel.titles import TitleParts, check_parts, format_title, parse_title
from rulesets.messages import text_for_violation
from rulesets.registry import choice_warnings, game_of, table_warnings
from tests.rules.books import BOOKS
from tests.rules.case_files import Case, all_cases, rules_of, sheet_of, situation_of
from tests.rules.kingdom_cases import facts_of, played_case
from tests.rules.other_games import WORDS

CASES = list(all_cases())


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['file']}: {case['name']}")
def test_case(case: Case) -> None:
    RUN[case["subject"]](case)


def test_every_case_cites_a_rule_that_exists_or_none() -> None:
    for case in CASES:
        assert exists(case["rule"], case["game"]), case["name"]


def test_case_names_are_unique_in_their_file() -> None:
    assert [name for name, count in Counter((c["file"], c["name"]) for c in CASES).items() if count > 1] == []


def run_sheet(case: Case) -> None:
    game, rules, sheet = game_of(case["game"]), rules_of(case), sheet_of(case)
    sheet = game.tidy(rules, sheet) if case.get("tidied") else sheet
    verdict = game.judge(rules, situation_of(case), sheet)
    refused = ["game_drawn"] if case.get("drawn") else case.get("refused", [])
    assert_codes(verdict.violations, refused, case["game"])
    assert_codes(verdict.warnings, case.get("warned", []), case["game"])
    assert verdict.is_draw is case.get("drawn", False)
    if "at" in case:
        assert [violation.field for violation in verdict.violations] == case["at"]
    if not refused:
        assert_outcome(case, verdict)


def assert_outcome(case: Case, verdict: Verdict) -> None:
    """A sheet without violations: who won, or who must cut, and what else the case states."""
    assert verdict.winner == case.get("wins")
    assert verdict.open_tie == tuple(case.get("tie", ()))
    assert verdict.stands is ("tie" not in case)
    if "places" in case:
        assert verdict.placement == tuple(tuple(group) for group in case["places"])
    if "scores" in case:
        scores = (None if score == "uncounted" else score for score in case["scores"])
        assert dict(verdict.scores) == dict(enumerate(scores, start=1))


def run_formation(case: Case) -> None:
    signs = {"I": Realm.INTACT, "R": Realm.RAZED, "-": Realm.MISSING}
    formation = {
        position: signs[sign]
        for position, sign in zip(POSITIONS, case["formation"].replace(" ", ""), strict=True)
    }
    found = exposed_positions(
        formation,
        guerrilha=case.get("guerrilha", False),
        protection=case.get("protection", "direct"),
    )
    assert " ".join(found) == case["exposed"]


def run_deck(case: Case) -> None:
    game = game_of(case["game"])
    assert isinstance(game, ChecksDecks)
    report = game.check_deck(case["deck"])
    assert_codes(report.violations, case.get("refused", []), case["game"])
    assert_codes(report.warnings, case.get("warned", []), case["game"])
    if "at" in case:
        assert [violation.field for violation in report.violations] == case["at"]
    if "size" in case:
        assert report.size == case["size"]


def run_choices(case: Case) -> None:
    low, high = case["table"]
    options, game = case.get("options", {}), case["game"]
    found = game_of(game).check_choices(
        case["kind"], case.get("variants", []), TableSize(low, high), case.get("time_limit")
    )
    assert_codes((*found, *check_options(game, options)), case.get("refused", []), game)
    assert_codes(choice_warnings(game, case["kind"], options), case.get("warned", []), game)


def run_draws(case: Case) -> None:
    people = case["people"].split()
    variants = case.get("variants", [PINEAPPLE_VARIANT])
    assert draw_per_turn(people, case["bringers"].split(), variants) == dict(
        zip(people, case["draws"], strict=True)
    )


def run_allies(case: Case) -> None:
    kind = game_of("chama").kind(case["kind"])
    found = table_warnings("chama", kind, case["variants"], case["rounds"])
    assert_codes(found, ["nobody_to_ally_with"] if case["warned_in"] else [])
    assert [number for warning in found for number in warning.facts["rounds"]] == case["warned_in"]


def run_companion(case: Case) -> None:
    """A game of Jogo dos Reinos with known dice: every fact that the case states, and its refusals."""
    played = played_case(case)
    assert_codes(played.refused, case.get("refused", []), case["game"])
    assert played.dice.rolled_all
    found = facts_of(played)
    stated = set(found) & set(case)
    assert stated or "refused" in case, "states nothing"
    assert {key: found[key] for key in stated} == {key: case[key] for key in stated}


def run_redraws(case: Case) -> None:
    assert_codes(game_of(case["game"]).check_redraw(case["already"]), case.get("refused", []), case["game"])


def run_title(case: Case) -> None:
    try:
        parsed = parse_title(case["title"], WORDS)
    except Refused as refused:
        assert_codes(refused.violations, case.get("refused", []))
        return
    assert "refused" not in case
    assert parsed.parts == parts_of(case)
    assert_codes(parsed.warnings, case.get("warned", []))
    assert format_title(parsed.parts, WORDS[parsed.parts.game]) == case["writes"]


def run_parts(case: Case) -> None:
    parts = parts_of(case)
    assert_codes(check_parts(parts, WORDS[parts.game]), case.get("refused", []))
    if "refused" not in case:
        assert parse_title(format_title(parts, WORDS[parts.game]), WORDS).parts == parts


def run_points(case: Case) -> None:
    places, scale = case["places"], [points * case.get("multiplier", 1) for points in POINTS]
    points = points_of(scale, places[0], len(places), case.get("policy", "average"))
    assert as_text(points) == case["points"]
    if "shown" in case:
        assert str(as_decimal(points)) == case["shown"]


def parts_of(case: Case) -> TitleParts:
    game, kind, name, variants, year = case["parts"]
    return TitleParts(game, kind, name, tuple(variants.split()), int(year))


def assert_codes(found: Iterable[Violation], expected: list[str], game: str = "chama") -> None:
    """The same codes, each as often; each has a sentence and cites a rule that exists in that game."""
    found = list(found)
    assert sorted(violation.code for violation in found) == sorted(expected)
    for violation in found:
        assert "%(" not in text_for_violation(violation)
        assert exists(violation.rule, game), violation


def exists(rule: str, game: str) -> bool:
    """Whether a number stands in the game's book, or a house rule applies to the game."""
    if rule.startswith("house:"):
        house = house_rules().get(rule.removeprefix("house:"))
        return house is not None and house.applies in ("any", game)
    return not rule or rule in BOOKS[game].split()


RUN: dict[str, Callable[[Case], None]] = {
    "sheet": run_sheet,
    "formation": run_formation,
    "deck": run_deck,
    "companion": run_companion,
    "choices": run_choices,
    "allies": run_allies,
    "draws": run_draws,
    "redraws": run_redraws,
    "title": run_title,
    "parts": run_parts,
    "points": run_points,
}
