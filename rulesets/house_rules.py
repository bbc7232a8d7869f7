"""All house rules together: those of every game (`kernel.house_rules`), and what each game brings along."""

from collections.abc import Iterator, Mapping

from core.errors import Violation
from rulesets.kernel.house_rules import COMMON, HouseRule, Value
from rulesets.registry import GAMES


def house_rules() -> dict[str, HouseRule]:
    """Every rule by its code: options before fixed ones."""
    found = sorted(_listed(), key=lambda rule: not rule.is_option)
    return {rule.code: rule for rule in found}


def options() -> tuple[HouseRule, ...]:
    """Every rule that a coordinator may choose."""
    return tuple(rule for rule in _listed() if rule.is_option)


def options_of(game: str) -> tuple[HouseRule, ...]:
    """Those that a tournament of this game has to choose from."""
    return tuple(rule for rule in options() if rule.applies in ("any", game))


def check_options(game: str, chosen: Mapping[str, Value]) -> tuple[Violation, ...]:
    """Codes that are no options, values that an option does not know, and options of another game."""
    known = house_rules()
    wrong = [found for code, value in chosen.items() if (found := _check(known.get(code), code, value))]
    return (*wrong, *_of_other_games(game, known, chosen))


def differing(chosen: Mapping[str, Value]) -> dict[str, Value]:
    """The choices that differ from their default: what a tournament keeps and its record lists."""
    known = house_rules()
    return {code: value for code, value in sorted(chosen.items()) if value != known[code].default}


def _listed() -> Iterator[HouseRule]:
    """As the API has always listed them: the first game's, those of every game, then the other games'."""
    first, *others = GAMES.values()
    yield from first.house_rules
    yield from COMMON.values()
    for game in others:
        yield from game.house_rules


def _check(rule: HouseRule | None, code: str, value: Value) -> Violation | None:
    path = f"house_rules.{code}"
    if rule is None or not rule.is_option:
        return Violation("house_rule_unknown", {"code": code}, path)
    if not rule.allows(value):
        return Violation("house_rule_value", {"code": code, "value": value}, path)
    return None


def _of_other_games(
    game: str, known: Mapping[str, HouseRule], chosen: Mapping[str, Value]
) -> Iterator[Violation]:
    for code in chosen:
        rule = known.get(code)
        if rule is not None and rule.is_option and rule.applies not in ("any", game):
            yield Violation("house_rule_of_other_game", {"code": code}, f"house_rules.{code}")
