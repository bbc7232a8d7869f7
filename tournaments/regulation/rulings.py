"""The coordinator's rulings: for all tables, about one match, and as a match's sheet."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from accounts.models import Player
from core.errors import Refused, Violation
from core.record.codes import SECURE_RANDOM, new_code
from matches.models import Match, Sheet
from rulesets.kernel.sheet import EndedBy
from tournaments.act import acting_on
from tournaments.lines.staff import RulingNoted
from tournaments.models import Ruling, Tournament


@dataclass(frozen=True, slots=True)
class RulingView:
    """A ruling.

    `match` is the place of its match in the bracket, as `str(match)` has it; None for all tables. `ended_it`:
    it is the sheet of that match. Words that an import did not bring are empty.
    """

    words: str
    at: datetime
    match: str | None
    match_code: str | None
    ended_it: bool = False


def rulings_for(tournament: Tournament, match_code: str | None = None) -> tuple[RulingView, ...]:
    """Return the rulings for all tables and for this match, if one is given, latest first.

    Without those that are a match's sheet.
    """
    about = Q(match=None) | Q(match__code=match_code) if match_code else Q(match=None)
    found = Ruling.objects.filter(about, tournament=tournament).select_related("match")
    return tuple(view_of(ruling) for ruling in found)


def all_rulings(tournament: Tournament) -> tuple[RulingView, ...]:
    """Return all rulings, earliest first, with those that ended a match."""
    noted = [
        view_of(ruling) for ruling in Ruling.objects.filter(tournament=tournament).select_related("match")
    ]
    return tuple(sorted([*noted, *_rulings_on_sheets(tournament)], key=lambda ruling: ruling.at))


def view_of(ruling: Ruling) -> RulingView:
    """Return one ruling for display."""
    match = ruling.match
    return RulingView(ruling.words, ruling.at, str(match) if match else None, match.code if match else None)


def _rulings_on_sheets(tournament: Tournament) -> Iterator[RulingView]:
    """Yield the rulings that ended a match, from its sheet."""
    sheets = Sheet.objects.filter(
        match__ledger=tournament.ledger_id, is_current=True, ended_by=EndedBy.RULING
    )
    for sheet in sheets.select_related("match"):
        yield RulingView(sheet.reason, sheet.recorded_at, str(sheet.match), sheet.match.code, ended_it=True)


LONGEST = 1000


def note_ruling(
    tournament: Tournament,
    *,
    words: str,
    by: Player,
    now: datetime,
    match: Match | None = None,
    seen: int | None = None,
    rng: random.Random = SECURE_RANDOM,
) -> Ruling:
    """Record and store a ruling, for all tables or about one match; the record has its id, not its words.

    Raises `Refused` `ruling_missing`, `text_too_long`, `not_in_record`; `Stale` `finished`.
    """
    words = words.strip()
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen, rng=rng) as ctx:
        ctx.require_not_finished()
        _require_words(ctx.tournament, words)
        code = new_code("t", rng)
        seq = ctx.act.write(RulingNoted(match.code if match else None, code))
        ruling = Ruling.objects.create(
            tournament=ctx.tournament,
            match=match,
            code=code,
            words=words,
            at=now,
            seq=seq,
        )
        ctx.touch(ctx.tournament)
        ctx.tournament.save(update_fields=["changed_seq"])
        return ruling


def _require_words(tournament: Tournament, words: str) -> None:
    """Raise `Refused` `ruling_missing`, `text_too_long`, or `not_in_record` in the first record format."""
    wrong = []
    if not words:
        wrong.append(Violation("ruling_missing", field="words"))
    if len(words) > LONGEST:
        wrong.append(Violation("text_too_long", {"most": LONGEST}, "words"))
    if tournament.record_format < 2:
        wrong.append(Violation("not_in_record", field="words"))
    if wrong:
        raise Refused(wrong)
