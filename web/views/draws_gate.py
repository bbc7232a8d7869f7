"""What is missing before the draw, each with the page where it is mended."""

from collections.abc import Iterable
from dataclasses import dataclass

from core.errors import Violation

MENDED_AT = {
    "too_few_entries": "check_in",
    "too_few_people": "check_in",
    "not_announced": "announcement",
    "no_coordinator": "staff",
    "rules_not_current": "regulation",
    "regulation_not_confirmed": "regulation",
    "regulation_changed": "regulation",
    "no_shape": "tournament_edit",
    "bad_table_sizes": "tournament_edit",
}


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that is missing, and the name of the page where it is mended."""

    violation: Violation
    page: str


def with_pages(violations: Iterable[Violation]) -> list[Missing]:
    """Each violation with its page; what we know no page for is mended at the door."""
    return [Missing(found, MENDED_AT.get(found.code, "check_in")) for found in violations]
