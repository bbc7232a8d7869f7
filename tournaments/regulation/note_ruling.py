"""Note a ruling of the coordinator during the day, for all tables or about one match."""

import random
from datetime import datetime

from accounts.models import Player
from core.errors import Refused, Stale, Violation
from core.record.codes import SECURE_RANDOM, new_code
from matches.models import Match
from tournaments.act import acting_on
from tournaments.lines.staff import RulingNoted
from tournaments.models import Ruling, State, Tournament

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
        if ctx.tournament.state == State.FINISHED:
            raise Stale("finished")
        _check(ctx.tournament, words)
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


def _check(tournament: Tournament, words: str) -> None:
    wrong = []
    if not words:
        wrong.append(Violation("ruling_missing", field="words"))
    if len(words) > LONGEST:
        wrong.append(Violation("text_too_long", {"most": LONGEST}, "words"))
    if tournament.record_format < 2:
        wrong.append(Violation("not_in_record", field="words"))
    if wrong:
        raise Refused(wrong)
