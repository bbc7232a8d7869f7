"""Record a sheet that was written on paper during an outage, with its times (F46).

It goes the way of every sheet. The same act adds the missing start, and the call of time if time ended the
game. The record says that it is from paper and when it was played, an ISO 8601 interval in UTC; all other
times are the server's.
"""

from collections.abc import Iterator
from datetime import datetime

from accounts.models import Player
from core.errors import Violation, refuse_all
from matches.models import Match, MatchState
from matches.sheet_values import PaperTimes
from matches.sheets import current_sheet
from rulesets.kernel.sheet import EndedBy, Sheet
from tournaments.act import ActContext, acting_on, check_seen, refetch_match
from tournaments.corrections.replace_walkover import WITHOUT_PLAY, may_replace_walkover
from tournaments.lines.integrity import FromPaper
from tournaments.models import Draw, Tournament
from tournaments.play.play import RecordingResult, need_of, note_time, record_in, start_game

OPEN = (MatchState.READY, MatchState.CALLED, MatchState.PLAYING)


def record_from_paper(
    match: Match,
    *,
    sheet: Sheet,
    played: PaperTimes,
    by: Player,
    now: datetime,
    submission_key: str = "",
    seen: int | None = None,
    own_match: bool = False,
) -> RecordingResult:
    """Record a sheet from paper, whose times are `played`; the same submission returns the same answer again.

    `seen` counts only before the match has a sheet. Raises what `record_sheet` does, and `Refused` with
    `paper_ahead`, `paper_order` or `paper_before_draw` for impossible times.
    """
    with acting_on(match, by=by, need=need_of(sheet), now=now) as ctx:
        fresh = refetch_match(ctx, match)
        refuse_all(_check_times(ctx.tournament, fresh, played, now))
        if fresh.state in OPEN:
            check_seen(fresh, seen, ctx.act.seq)
            _write_paper_line(ctx, fresh, played)
            _record_missing_times(ctx, fresh, sheet)
        elif (row := current_sheet(fresh)) and may_replace_walkover(row, sheet):
            _write_paper_line(ctx, fresh, played)
        return record_in(ctx, match, sheet=sheet, submission_key=submission_key, own_match=own_match)


def _write_paper_line(ctx: ActContext, match: Match, played: PaperTimes) -> None:
    """Record that the match's sheet is from paper, with its times."""
    ctx.act.write(FromPaper(match=match.code, played=played))


def _record_missing_times(ctx: ActContext, match: Match, sheet: Sheet) -> None:
    """Record the start and the call of time that were not recorded on the day; none without play."""
    if sheet.ended_by in WITHOUT_PLAY:
        return
    if match.started_at is None:
        start_game(ctx, match)
    if sheet.ended_by == EndedBy.TIME and match.time_due_at is not None and match.time_called_at is None:
        note_time(ctx, match)


def _check_times(
    tournament: Tournament, match: Match, played: PaperTimes, now: datetime
) -> Iterator[Violation]:
    """Yield what is wrong with the times on paper: in the future, in disorder, or before the draw."""
    if played.ended > now:
        yield Violation("paper_ahead", field="ended")
    if played.began is not None and played.began >= played.ended:
        yield Violation("paper_order", field="began")
    draws = Draw.objects.filter(tournament=tournament, withdrawn=False, first_round__lte=match.round)
    draw = draws.order_by("-first_round").first()
    if draw is not None and (played.began or played.ended) < draw.published_at:
        yield Violation("paper_before_draw", field="ended")
