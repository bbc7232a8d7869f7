"""A sheet as plain JSON and back, for sheets that are kept without being recorded."""

from collections.abc import Mapping
from typing import Any

from rulesets.kernel.sheet import Cut, EndedBy, Line, Out, Sheet


def plain(sheet: Sheet) -> dict[str, Any]:
    """The sheet as JSON knows it."""
    return {
        "ended_by": sheet.ended_by.value,
        "winner": sheet.winner,
        "cuts": [{"sides": list(cut.sides), "cards": list(cut.cards)} for cut in sheet.cuts],
        "reason": sheet.reason,
        "lines": [
            {
                "player": line.player,
                "counts": None if line.counts is None else dict(line.counts),
                "out": line.out.value if line.out else None,
                "out_order": line.out_order,
            }
            for line in sheet.lines
        ],
    }


def sheet_of(kept: Mapping[str, Any]) -> Sheet:
    """The sheet that `plain` made this of."""
    return Sheet(
        ended_by=EndedBy(kept["ended_by"]),
        lines=tuple(
            Line(line["player"], line["counts"], Out(line["out"]) if line["out"] else None, line["out_order"])
            for line in kept["lines"]
        ),
        winner=kept["winner"],
        cuts=tuple(Cut(tuple(cut["sides"]), tuple(cut["cards"])) for cut in kept["cuts"]),
        reason=kept["reason"],
    )
