"""Potencial (4): what everybody starts with 20 of and loses the game without."""

from rulesets.kernel.rules import SheetField
from rulesets.kernel.sheet import Line, Sheet
from rulesets.kernel.tables import WITHOUT_PLAY, Fall, Side, count

START = 20
MAX_POINTS = 999

FIELDS = (SheetField("potencial", 0, MAX_POINTS),)


def fall_on(sheet: Sheet) -> Fall:
    """Return the function that tells whether a line's player lost on the board: at 0 in a played game (4).

    Both at 0 are so at the same moment, since the first alone would have ended the game.
    """
    played = sheet.ended_by not in WITHOUT_PLAY

    def fall(line: Line) -> int | None:
        """Return 1 for a line at 0 in a game that was played, else None."""
        return 1 if played and line.out is None and count(line, "potencial") == 0 else None

    return fall


def strength(side: Side) -> tuple[int, ...]:
    """Return the potencial left; more is better."""
    return (sum(count(line, "potencial") for line in side.standing_lines),)
