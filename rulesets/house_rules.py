"""All house rules together: those of every game (`kernel.house_rules`), and what each game brings along."""

from collections.abc import Iterator, Mapping

from core.errors import Violation
from rulesets.kernel.house_rules import COMMON, HouseRule, Value
from rulesets.registry import GAMES


def house_rules() -> dict[str, HouseRule]:
    """Return every rule by its code: options before fixed ones."""
    found = sorted(_rules_in_api_order(), key=lambda rule: not rule.is_option)
    return {rule.code: rule for rule in found}


def options() -> tuple[HouseRule, ...]:
    """Return every rule that a coordinator may choose."""
    return tuple(rule for rule in _rules_in_api_order() if rule.is_option)


def options_of(game: str) -> tuple[HouseRule, ...]:
    """Return the options that a tournament of this game can set: those of every game, and the game's own."""
    return tuple(rule for rule in options() if rule.applies in ("any", game))


def check_options(game: str, chosen: Mapping[str, Value]) -> tuple[Violation, ...]:
    """Return violations: no such option, no such value of it, or an option of another game."""
    known = house_rules()
    wrong = [found for code, value in chosen.items() if (found := _check_value(known.get(code), code, value))]
    return (*wrong, *_check_games(game, known, chosen))


def non_default_options(chosen: Mapping[str, Value]) -> dict[str, Value]:
    """Return the choices that differ from their default: what a tournament stores and its record lists.

    Sorted by code; KeyError for a code that is no house rule.
    """
    known = house_rules()
    return {code: value for code, value in sorted(chosen.items()) if value != known[code].default}


def _rules_in_api_order() -> Iterator[HouseRule]:
    """Yield the rules in the order of the API: the first game's, those of every game, the other games'."""
    first, *others = GAMES.values()
    yield from first.house_rules
    yield from COMMON.values()
    for game in others:
        yield from game.house_rules


def _check_value(rule: HouseRule | None, code: str, value: Value) -> Violation | None:
    """Return a violation if there is no such option, or not this value of it; else None."""
    path = f"house_rules.{code}"
    if rule is None or not rule.is_option:
        return Violation("house_rule_unknown", {"code": code}, path)
    if not rule.allows(value):
        return Violation("house_rule_value", {"code": code, "value": value}, path)
    return None


def _check_games(
    game: str, known: Mapping[str, HouseRule], chosen: Mapping[str, Value]
) -> Iterator[Violation]:
    """Yield a violation for each option that belongs to another game."""
    for code in chosen:
        rule = known.get(code)
        if rule is not None and rule.is_option and rule.applies not in ("any", game):
            yield Violation("house_rule_of_other_game", {"code": code}, f"house_rules.{code}")
