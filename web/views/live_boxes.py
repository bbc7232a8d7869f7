"""The boxes of a bracket: each is made once for what it shows, in each language, and used by every page."""

from functools import lru_cache

from django.template.loader import get_template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.selectors.bracket import MatchView

BOXES = 16_384


def box_of(match: MatchView, slug: str, traced: str = "") -> SafeString:
    """The box of a match; `traced` is the entry whose way is lit up, its code, empty for nobody's."""
    plain = _box(match, slug, str(get_language()))
    if not traced or all(side.entry_code != traced for side in match.sides):
        return plain
    mine = f'" data-path="{traced}"'
    return mark_safe(plain.replace(mine, f" on-path{mine}"))  # noqa: S308 - `traced` is a code of this match


@lru_cache(maxsize=BOXES)
def _box(match: MatchView, slug: str, _language: str) -> SafeString:
    address = reverse("match", args=[slug, match.code])
    return mark_safe(get_template("live/_box.html").render({"match": match, "address": address}))  # noqa: S308
