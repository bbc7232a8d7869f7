"""Titles: `Chama: TYPE NAME (VARIANT) YEAR`, written from their parts and read back (4.5).

`parse_title(format_title(parts))` gives the parts again, and `format_title(parse_title(title))` the
title, for every title that `check_parts` accepts. How names that would read back differently are
refused, and how lenient reading is, is the house rule `title_grammar`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from core.errors import Refused, Violation, refuse_all
from core.text import fold, tidy_text
from rulesets.kernel.title_words import TitleWords, invisible, longest_kind, near_misses, split_variants

YEARS = range(1900, 3000)
LONGEST_NAME = 80
__all__ = [
    "ParsedTitle",
    "TitleParts",
    "TitleWords",
    "check_name",
    "check_parts",
    "format_title",
    "near_misses",
    "parse_title",
    "tidy",
]
_RULE = "4.5"
_HOUSE = "house:title_grammar"


@dataclass(frozen=True, slots=True)
class TitleParts:
    """What a title says; game, kind and variants are keys. Not canonical before `tidy`."""

    game: str
    kind: str
    name: str
    variants: tuple[str, ...]
    year: int


@dataclass(frozen=True, slots=True)
class ParsedTitle:
    """A title read back; `warnings`: words that may have been meant as a variant (`near_misses`)."""

    parts: TitleParts
    warnings: tuple[Violation, ...] = ()


def tidy(parts: TitleParts, game: TitleWords) -> TitleParts:
    """Return the parts in canonical form: name in NFC with single blanks, variants in catalogue order."""
    order = [variant.key for variant in game.variants]
    variants = sorted(parts.variants, key=lambda key: order.index(key) if key in order else len(order))
    return replace(parts, name=tidy_text(parts.name), variants=tuple(variants))


def format_title(parts: TitleParts, game: TitleWords) -> str:
    """Return the canonical title. Raise `KeyError` for a kind or variant that the game does not have."""
    clean = tidy(parts, game)
    kinds = {kind.key: kind.title_word for kind in game.kinds}
    words = {variant.key: variant.title_word for variant in game.variants}
    extra = f" ({', '.join(words[key] for key in clean.variants)})" if clean.variants else ""
    return f"{game.title_word}: {kinds[clean.kind]} {clean.name}{extra} {clean.year}"


def check_parts(parts: TitleParts, game: TitleWords) -> tuple[Violation, ...]:
    """Return everything that keeps these parts from being a title; expects what `tidy` returns."""
    return (
        *_check_kind(parts, game),
        *_check_variants(parts, game),
        *_check_year(parts.year),
        *check_name(parts, game),
    )


def check_name(parts: TitleParts, game: TitleWords) -> Iterator[Violation]:
    """Yield violations of a name that is empty, too long, unclean, or would read back differently."""
    name = parts.name
    if name != tidy_text(name):
        yield Violation("name_not_tidy", {"tidy": tidy_text(name)}, "name", _HOUSE)
    if hidden := invisible(name):
        yield Violation("name_has_invisible", {"characters": hidden}, "name", _HOUSE)
    if not tidy_text(name):
        yield Violation("name_missing", {}, "name", _RULE)
    if len(name) > LONGEST_NAME:
        yield Violation("name_too_long", {"length": len(name), "most": LONGEST_NAME}, "name", _HOUSE)
    yield from _check_reads_back(parts, game)


def parse_title(text: str, games: Mapping[str, TitleWords] | Iterable[TitleWords]) -> ParsedTitle:
    """Read a title leniently.

    Raise `Refused` with all that is wrong: `title_without_colon`, `title_game_unknown`, `title_kind_unknown`,
    `title_year_missing`, `year_out_of_range`, and what `split_variants` and `check_name` find. Without a
    colon nothing else is checked, without a known game only the year.
    """
    known = tuple(games.values()) if isinstance(games, Mapping) else tuple(games)
    head, colon, rest = tidy_text(text).partition(":")
    if not colon:
        raise Refused([Violation("title_without_colon", {}, "title", _RULE)])
    words, year, found = _split_year([word for word in rest.split(" ") if word])
    game = next((game for game in known if fold(game.title_word) == fold(head)), None)
    if game is None:
        unknown = Violation("title_game_unknown", {"game": head.strip()}, "title", _RULE)
        raise Refused([unknown, *found])
    return _parse_rest(game, words, year, found)


def _parse_rest(game: TitleWords, words: list[str], year: int, found: list[Violation]) -> ParsedTitle:
    """Read what stands between game and year.

    Raise `Refused` with its violations and those `found` before.
    """
    kind = longest_kind(game, words)
    taken = len(kind.title_word.split(" ")) if kind else 0
    if kind is None:
        found.append(Violation("title_kind_unknown", {"game": game.key}, "title", _RULE))
    name, variants, bad = split_variants(" ".join(words[taken:]), game)
    parts = tidy(TitleParts(game.key, kind.key if kind else "", name, variants, year), game)
    checked = check_name(parts, game) if kind else ()
    refuse_all([*found, *bad, *checked])
    return ParsedTitle(parts, near_misses(parts.name, game))


def _split_year(words: list[str]) -> tuple[list[str], int, list[Violation]]:
    """Return the words before the year, the year, and violations; without one the first of `YEARS`."""
    last = words[-1] if words else ""
    if _is_like_a_year(last):
        year = int(last)
        return words[:-1], year, list(_check_year(year))
    return words, YEARS.start, [Violation("title_year_missing", {}, "title", _RULE)]


def _is_like_a_year(word: str) -> bool:
    """Return whether the word is four ASCII digits of any century."""
    return len(word) == 4 and word.isascii() and word.isdecimal()


def _check_reads_back(parts: TitleParts, game: TitleWords) -> Iterator[Violation]:
    """Yield a violation if a part of the name would be read as year, variants or another type."""
    name = tidy_text(parts.name)
    last = name.rpartition(" ")[2]
    if _is_like_a_year(last) and int(last) in YEARS:
        yield Violation("name_ends_like_a_year", {"ending": last}, "name", _HOUSE)
    _, variants, _ = split_variants(name, game)
    if variants:
        yield Violation("name_ends_like_variants", {"variants": variants}, "name", _HOUSE)
    kind = next((kind for kind in game.kinds if kind.key == parts.kind), None)
    if kind is not None:
        read = longest_kind(game, f"{kind.title_word} {name}".split(" "))
        if read is not None and read != kind:
            yield Violation("name_starts_like_a_kind", {"read_as": read.title_word}, "name", _HOUSE)


def _check_kind(parts: TitleParts, game: TitleWords) -> Iterator[Violation]:
    """Yield violations of another game's parts, and of an unknown type."""
    if parts.game != game.key:
        yield Violation("title_of_other_game", {"game": parts.game}, "game")
    if parts.kind not in [kind.key for kind in game.kinds]:
        yield Violation("kind_unknown", {"kind": parts.kind}, "kind", "4.1")


def _check_variants(parts: TitleParts, game: TitleWords) -> Iterator[Violation]:
    """Yield violations of variants that are unknown, named twice, or out of order."""
    catalogue = [variant.key for variant in game.variants]
    for key in dict.fromkeys(parts.variants):
        if key not in catalogue:
            yield Violation("variant_unknown", {"variant": key}, "variants", "4.3")
        elif parts.variants.count(key) > 1:
            yield Violation("variant_twice", {"variant": key}, "variants", "4.3")
    if parts.variants != tidy(parts, game).variants:
        yield Violation("variants_out_of_order", {}, "variants", _HOUSE)


def _check_year(year: int) -> Iterator[Violation]:
    """Yield `year_out_of_range` for a year outside `YEARS`."""
    if year not in YEARS:
        facts = {"year": year, "low": YEARS.start, "high": YEARS.stop - 1}
        yield Violation("year_out_of_range", facts, "year", _HOUSE)
