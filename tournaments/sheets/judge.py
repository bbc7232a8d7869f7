"""Judge a sheet for a match by the rules, with the state in the database."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from core.errors import Refused, Violation, refuse_all
from matches.lineups import Lineup
from matches.models import EntryState, Match, MatchState
from matches.sheet_values import pass_over_disqualified
from rulesets.kernel.sheet import SeatAt, Sheet, Situation, Verdict
from rulesets.registry import game_of, kind_under
from tournaments.models import Tournament
from tournaments.rules_of import rules_of
from tournaments.sheets.disqualifications import still_disqualified

LONGEST_REASON = 2000


def judge_sheet(tournament: Tournament, lineup: Lineup, sheet: Sheet) -> Verdict:
    """Return the verdict on a sheet for this lineup's match, with its violations.

    Stores and raises nothing.
    """
    return _judge_tidied(tournament, lineup, sheet)[0]


def judge_paper(tournament: Tournament, lineup: Lineup, sheet: Sheet) -> Verdict:
    """Return the verdict on a sheet from paper, as if the match had started.

    With a time limit also as if time was called; recording adds both.
    """
    situation = situation_at(lineup)
    played = replace(situation, started=True, time_called=tournament.time_limit is not None)
    return _verdict(tournament, played, tidy_sheet(tournament, played, sheet))


def tidy_sheet(tournament: Tournament, situation: Situation, sheet: Sheet) -> Sheet:
    """Return the sheet as it is stored.

    If no game was begun, uncounted lines get zeros: there is nothing to count.
    """
    rules = rules_of(tournament)
    tidy = game_of(rules.game).tidy(rules, sheet)
    if situation.started:
        return tidy
    zeros = {field.key: 0 for field in kind_under(rules).fields}
    lines = (replace(line, counts=zeros) if line.counts is None else line for line in tidy.lines)
    return replace(tidy, lines=tuple(lines))


def _verdict(tournament: Tournament, situation: Situation, tidy: Sheet) -> Verdict:
    """Judge the tidy sheet by the game, and add what every tournament requires."""
    rules = rules_of(tournament)
    verdict = game_of(rules.game).judge(rules, situation, tidy)
    found = tuple(_check_uncounted(tournament, tidy))
    return replace(verdict, violations=(*verdict.violations, *found)) if found else verdict


def _check_uncounted(tournament: Tournament, sheet: Sheet) -> Iterator[Violation]:
    """Yield a violation for each uncounted line if the record's format cannot express it."""
    if tournament.record_format == 1:
        for index, line in enumerate(sheet.lines):
            if line.counts is None:
                yield Violation("uncounted_not_in_record", {}, f"lines.{index}")


def situation_of(match: Match) -> Situation:
    """Read the players expected at the table, and how far the match got, which the rules need."""
    return situation_at(Lineup(match))


def situation_at(lineup: Lineup) -> Situation:
    """Return the situation of a match that was read already."""
    match = lineup.match
    return Situation(
        seats=tuple(SeatAt(seat.side.number, seat.persona.code) for seat in lineup.seats if seat.persona),
        started=match.started_at is not None,
        time_called=match.time_called_at is not None,
        decided=match.state == MatchState.ENDED,
    )


def tournament_of(match: Match) -> Tournament:
    """Return the tournament of the match."""
    return Tournament.objects.get(ledger=match.ledger_id)


def judge_and_tidy(tournament: Tournament, lineup: Lineup, sheet: Sheet) -> tuple[Verdict, Sheet]:
    """Return the verdict on a valid sheet, and the sheet as it is stored; stores nothing.

    Raises `Refused` with all violations, `text_too_long`, or `open_tie` if tied sides must cut cards first.
    """
    verdict, tidy = _judge_tidied(tournament, lineup, sheet)
    too_long = [Violation("text_too_long", {"most": LONGEST_REASON}, "reason")]
    refuse_all([*verdict.violations, *(too_long if len(tidy.reason) > LONGEST_REASON else [])])
    if verdict.open_tie:
        raise Refused([Violation("open_tie", {"sides": list(verdict.open_tie)}, "cuts", "4.7.1")])
    return verdict, tidy


def _judge_tidied(tournament: Tournament, lineup: Lineup, sheet: Sheet) -> tuple[Verdict, Sheet]:
    """Return the verdict and the tidied sheet; if the match has ended, no disqualified entry wins."""
    situation = situation_at(lineup)
    tidy, judge = tidy_sheet(tournament, situation, sheet), partial(_verdict, tournament, situation)
    gone = any(side.entry and side.entry.state == EntryState.DISQUALIFIED for side in lineup.sides)
    if not gone or not situation.decided:
        return judge(tidy), tidy
    return pass_over_disqualified(tidy, situation.seats, still_disqualified(lineup.match, tidy), judge)
