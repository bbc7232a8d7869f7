"""Checks of a tournament's choices that are the same in every game."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from core.errors import Violation
from rulesets.kernel.rules import Kind, TableSize, Variant

TIME_LIMIT_MINUTES = (1, 600)

K = TypeVar("K", bound=Kind)


def find_kind(kinds: Sequence[K], key: str) -> K | None:
    """Return the type `key` among `kinds`, or None."""
    return next((kind for kind in kinds if kind.key == key), None)


def check_variants(
    catalogue: Sequence[Variant], variants: Sequence[str], rule: str = "4.3"
) -> Iterator[Violation]:
    """Yield a violation for each variant that the game does not have, or that is named twice."""
    known = {variant.key for variant in catalogue}
    for index, key in enumerate(variants):
        if key not in known:
            yield Violation("variant_unknown", {"variant": key}, f"variants.{index}", rule)
        elif key in variants[:index]:
            yield Violation("variant_twice", {"variant": key}, f"variants.{index}", rule)


def check_table(kind: Kind, table: TableSize, game: str = "", rule: str = "1") -> Iterator[Violation]:
    """Yield violations of table sizes (in entries) outside what the type allows, or upside down.

    `game` is given if another game has a type of the same key.
    """
    allowed = kind.tables
    if table.low > table.high:
        yield Violation("table_upside_down", {"low": table.low, "high": table.high}, "table")
    if table.low < allowed.low or table.high > allowed.high:
        facts = {
            "kind": kind.key,
            "low": allowed.low,
            "high": allowed.high,
            **({"game": game} if game else {}),
            **({"title_word": kind.title_word} if kind.is_composed else {}),
        }
        yield Violation("table_size_out_of_range", facts, "table", rule)


def check_time_limit(minutes: int | None, rule: str = "4.7.1") -> Iterator[Violation]:
    """Yield a violation of a match time limit outside 1–600 minutes; None is no limit."""
    low, high = TIME_LIMIT_MINUTES
    if minutes is not None and not low <= minutes <= high:
        yield Violation("time_limit_out_of_range", {"low": low, "high": high}, "time_limit", rule)
