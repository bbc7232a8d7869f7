"""Which season a page of several was asked for."""

from collections.abc import Sequence

SEASON = "temporada"


def asked_season(seasons: Sequence[tuple[str, int]], asked: str) -> tuple[str, int] | None:
    """The season of that game and year, `chama-2026`, else the first of them, the newest."""
    return next((one for one in seasons if f"{one[0]}-{one[1]}" == asked), next(iter(seasons), None))
