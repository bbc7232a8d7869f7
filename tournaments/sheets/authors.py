"""Who wrote a line of the record: the role that they acted in at that moment."""

import json
from collections.abc import Collection

from core.models import RecordLine
from matches.paper_times import NOTED, PaperTimes
from tournaments.models import Tournament


def roles_at(tournament: Tournament, seqs: Collection[int]) -> dict[int, str]:
    """The role behind each of these lines: `organizer`, `coordinator`, `judge`, `player` or `system`."""
    lines = RecordLine.objects.filter(ledger=tournament.ledger_id, seq__in=seqs)
    return {seq: _role(json.loads(text)["by"]) for seq, text in lines.values_list("seq", "text")}


def sheet_lines(tournament: Tournament, match: str) -> dict[int, tuple[int, str]]:
    """For each version of a match's sheet, its line's number and the role behind it."""
    lines = RecordLine.objects.filter(ledger=tournament.ledger_id, type="sheet.recorded")
    bodies = [json.loads(text) for text in lines.filter(text__contains=match).values_list("text", flat=True)]
    own = (body for body in bodies if body["data"]["match"] == match)
    return {body["data"]["version"]: (body["seq"], _role(body["by"])) for body in own}


def paper_notes(tournament: Tournament, match: str) -> list[tuple[int, PaperTimes]]:
    """When slips of paper say that the match was played, each with the number of its line."""
    lines = RecordLine.objects.filter(ledger=tournament.ledger_id, type="integrity.noted")
    bodies = [json.loads(text) for text in lines.filter(text__contains=match).values_list("text", flat=True)]
    own = (body for body in bodies if (body["data"]["what"], body["data"]["match"]) == (NOTED, match))
    told = ((body["seq"], PaperTimes.read(body["data"]["reason"])) for body in own)
    return [(seq, played) for seq, played in told if played is not None]


def _role(by: str) -> str:
    return by.partition(":")[0]
