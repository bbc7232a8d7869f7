"""Preview a title while its parts are chosen: the title so far, and what is still wrong. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.errors import Violation
from rulesets.kernel.titles import TitleParts, TitleWords, check_parts, format_title, near_misses, tidy
from rulesets.registry import GAMES

GAP = "…"  # stands for a part of the title that is not chosen yet


@dataclass(frozen=True, slots=True)
class TitlePreview:
    """The title as far as its parts are known; `is_complete` if it would be accepted."""

    title: str
    violations: tuple[Violation, ...]
    warnings: tuple[Violation, ...]

    @property
    def is_complete(self) -> bool:
        """Return whether there are no violations."""
        return not self.violations


def preview_title(
    game: str,
    kind: str,
    name: str,
    variants: Sequence[str],
    year: int | None,
    games: Mapping[str, TitleWords] = GAMES,
) -> TitlePreview:
    """Return the title of these parts, with a gap for a missing name or year.

    It is "" without a known game and type. Unknown variants are ignored. Never raises for bad input.
    """
    found = games.get(game)
    if found is None:
        return TitlePreview("", (Violation("unknown_game", {"game": game}, "game"),), ())
    known = {variant.key for variant in found.variants}
    chosen = tuple(key for key in dict.fromkeys(variants) if key in known)
    parts = tidy(TitleParts(game, kind, name, chosen, year or 0), found)
    wrong = check_parts(parts, found)
    warnings = near_misses(parts.name, found) if parts.name else ()
    if any(violation.code == "kind_unknown" for violation in wrong):
        return TitlePreview("", wrong, warnings)
    title = format_title(TitleParts(game, kind, parts.name or GAP, parts.variants, parts.year), found)
    return TitlePreview(title if year else title.removesuffix("0") + GAP, wrong, warnings)
