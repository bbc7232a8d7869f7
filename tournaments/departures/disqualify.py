"""Disqualify an entry outside the play of a match: it leaves and loses a place it had won.

An entry that won a match whose next one has not begun loses that place to the next in the placement; so do
the champion and the winner of the third-place match. Results after an earlier win stand, unless the
coordinator names that match: then it is corrected, with remedies. During a match the sheet disqualifies.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from accounts.models import Player
from core.errors import Refused, Violation
from matches.models import Entry, EntryState, Match, MatchState, Member
from matches.models import Sheet as SheetRow
from matches.sheet_values import mark_disqualified
from matches.sheets import sheet_value
from rulesets.kernel.sheet import Cut, Sheet
from tournaments.act import ActContext, acting_on, enqueue_dispatch, refetch_entry, require_reason
from tournaments.corrections.correct import correct_within, refetch_correctable
from tournaments.entries.wait import fill_places
from tournaments.lines.entries import EntryDisqualified
from tournaments.models import Tournament
from tournaments.seats.due_seats import lost_place, was_played
from tournaments.seats.vacate import change_state, empty_seats, refuse_while_playing
from tournaments.sheets.judge import situation_of


@dataclass(frozen=True, slots=True)
class LostPlaceDecisions:
    """The coordinator's decisions about the places that a disqualified entry loses.

    `match`: an earlier match whose win the entry loses too; None for none. `remedies`: for later matches that
    began, by code. `cuts` or `rulings` (a side), by code of the lost match: which of the tied sides comes
    first.
    """

    match: Match | None = None
    remedies: Mapping[str, str] = field(default_factory=dict)
    cuts: Mapping[str, Sequence[Cut]] = field(default_factory=dict)
    rulings: Mapping[str, int] = field(default_factory=dict)


def disqualify(
    entry: Entry,
    *,
    reason: str,
    by: Player,
    now: datetime,
    deciding: LostPlaceDecisions | None = None,
    seen: int | None = None,
) -> None:
    """Disqualify an entry from the tournament, and correct the matches whose wins it loses.

    Idempotent. Raises `Refused`: `reason_missing`, `leaves_by_sheet` while it plays, `not_won_by_entry`,
    `open_tie` if tied sides must cut first, `remedy_needed` and what else `plan_effects` refuses; `Stale`
    `finished`.
    """
    tournament = Tournament.objects.get(ledger=entry.ledger_id)
    with acting_on(tournament, by=by, need="coordinate", now=now) as ctx:
        fresh = refetch_entry(ctx, entry, seen)
        if fresh.state == EntryState.DISQUALIFIED:
            return
        require_reason(reason)
        refuse_while_playing(fresh)
        chosen = deciding or LostPlaceDecisions()
        lost = _lost_wins(fresh, chosen.match)
        if not lost:
            _disqualify_without_loss(ctx, fresh, reason)
        for match in lost:
            _correct_lost_win(ctx, fresh, match, reason, chosen)


def _lost_wins(entry: Entry, named: Match | None) -> list[Match]:
    """Return the matches whose wins the entry loses: its latest, then the named one."""
    latest = lost_place(entry)
    found = [latest] if latest is not None else []
    return [*found, _require_won(entry, named)] if named is not None and named != latest else found


def _require_won(entry: Entry, match: Match) -> Match:
    """Return the match. Raise `Refused` `not_won_by_entry` unless the entry won it by play."""
    won = match.ledger_id == entry.ledger_id and match.winner_id == entry.pk
    if not won or match.state != MatchState.ENDED or not was_played(match):
        raise Refused([Violation("not_won_by_entry", {"match": match.code, "place": str(match)}, "match")])
    return match


def _disqualify_without_loss(ctx: ActContext, entry: Entry, reason: str) -> None:
    """Disqualify an entry that loses no win: its results stand, and its later seats stay empty."""
    ctx.act.write(EntryDisqualified(entry.code, reason.strip()))
    change_state(ctx, entry, EntryState.DISQUALIFIED)
    empty_seats(ctx, entry, reason, promote=False)
    fill_places(ctx)
    enqueue_dispatch(ctx)


def _correct_lost_win(
    ctx: ActContext, entry: Entry, match: Match, reason: str, chosen: LostPlaceDecisions
) -> None:
    """Correct the sheet of a match that it won, with the entry disqualified."""
    fresh = refetch_correctable(ctx, match, None)
    sheet = _sheet_disqualifying(entry, fresh, reason.strip(), chosen)
    try:
        correct_within(ctx, fresh, sheet, reason, chosen.remedies)
    except Refused as refused:
        raise Refused(_with_match_fact(violation, fresh) for violation in refused.violations) from None


def _with_match_fact(violation: Violation, match: Match) -> Violation:
    """Return the violation with the match among its facts, unless they name one."""
    return replace(violation, facts={"match": match.code, "place": str(match), **violation.facts})


def _sheet_disqualifying(entry: Entry, match: Match, reason: str, chosen: LostPlaceDecisions) -> Sheet:
    """Return the sheet of this match with the entry disqualified, as the coordinator decided."""
    row = SheetRow.objects.get(match=match, is_current=True)
    people = Member.objects.filter(entry=entry).values_list("persona__code", flat=True)
    return mark_disqualified(
        sheet_value(row),
        situation_of(match).seats,
        set(people),
        reason=reason,
        cuts=chosen.cuts.get(match.code, ()),
        ruling=chosen.rulings.get(match.code),
    )
