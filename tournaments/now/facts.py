"""The state of a day, and which rare things it has, in one statement.

A page of the day reads a rare thing (a dispute, a shift, a call for help) only if one exists. The statement
is handwritten, because building it costs Django more than the database takes to answer.
"""

from dataclasses import dataclass, fields
from datetime import datetime

from django.db import connection

from accounts.models import Player
from core.jobs.heartbeats import ALARM_AFTER
from tournaments.models import Tournament
from tournaments.played_games import MIN_PEOPLE

NO_PLAYER_KEY = 0  # the key of no person


@dataclass(frozen=True, slots=True)
class DayFacts:
    """Numbers of matches and of entries by state, and flags, of one tournament.

    `first_round` is the first with a match that has not ended, None without one; `last_round` the last with
    an entry in such a match. `jobs_put_aside`: jobs that failed every attempt. `sweeps`: a sweep ran within
    90 seconds. `is_barred`: the reader plays here or has a conflict. `is_kept_waiting`: a player of a ready
    match sits at a table. `are_judges_barred`: the judge of a table must not judge there.
    `are_enough_to_come`: matches to come have enough people for a ranked tournament to give points.
    `has_disputes` counts open ones, `has_reports` current ones of matches in play. The other flags say that
    such rows exist.
    """

    waiting: int
    ready: int
    called: int
    playing: int
    ended: int
    first_round: int | None
    last_round: int | None
    entered: int
    checked_in: int
    jobs_put_aside: int
    sweeps: bool
    is_barred: bool
    is_kept_waiting: bool
    are_judges_barred: bool
    are_enough_to_come: bool
    has_breaks: bool
    has_shifts: bool
    has_disputes: bool
    has_reports: bool
    has_help_calls: bool
    has_access_needs: bool
    shares_hall: bool

    @property
    def total(self) -> int:
        """Return the number of all matches of the tournament."""
        return self.waiting + self.ready + self.called + self.playing + self.ended


_MATCHES = "SELECT COUNT(*) FROM matches_match WHERE ledger_id = ledger.id AND state ="
_ENTRIES = "SELECT COUNT(*) FROM matches_entry WHERE ledger_id = ledger.id AND state ="
_FACTS = f"""
SELECT ({_MATCHES} 'waiting'), ({_MATCHES} 'ready'), ({_MATCHES} 'called'), ({_MATCHES} 'playing'),
  ({_MATCHES} 'ended'),
  (SELECT MIN(round) FROM matches_match WHERE ledger_id = ledger.id AND state <> 'ended'),
  (SELECT MAX(later.round) FROM matches_match later JOIN matches_side side ON side.match_id = later.id
    WHERE later.ledger_id = ledger.id AND later.state <> 'ended' AND side.entry_id IS NOT NULL),
  ({_ENTRIES} 'entered'), ({_ENTRIES} 'checked_in'),
  (SELECT COUNT(*) FROM core_job WHERE ledger_id = ledger.id AND state = 'quarantined'),
  EXISTS (SELECT 1 FROM core_heartbeat WHERE name = 'sweep' AND at > %(alarm)s),
  EXISTS (SELECT 1 FROM accounts_persona reader WHERE reader.ledger_id = ledger.id
    AND reader.player_id = %(reader)s
    AND (EXISTS (SELECT 1 FROM matches_seat WHERE persona_id = reader.id)
      OR EXISTS (SELECT 1 FROM tournaments_judgeconflict WHERE judge_id = reader.id))),
  EXISTS (SELECT 1 FROM matches_match waits JOIN matches_seat seat ON seat.match_id = waits.id
    JOIN accounts_persona persona ON persona.id = seat.persona_id
    JOIN matches_sitting sitting ON sitting.player_id = persona.player_id
    WHERE waits.ledger_id = ledger.id AND waits.state = 'ready'),
  EXISTS (SELECT 1 FROM matches_physicaltable judged
    JOIN accounts_persona judge ON judge.id = judged.judge_id
    JOIN matches_match there ON there.table_id = judged.id AND there.state IN ('called', 'playing')
    JOIN matches_seat seat ON seat.match_id = there.id
    JOIN accounts_persona persona ON persona.id = seat.persona_id
    LEFT JOIN tournaments_judgeconflict conflict
      ON conflict.judge_id = judge.id AND conflict.person_id = persona.id
    WHERE judged.ledger_id = ledger.id AND (persona.player_id = judge.player_id OR conflict.id IS NOT NULL)),
  tournament.ranked AND EXISTS (SELECT DISTINCT member.persona_id FROM matches_match later
    JOIN matches_side side ON side.match_id = later.id JOIN matches_entry entry ON entry.id = side.entry_id
    JOIN matches_member member ON member.entry_id = entry.id
    WHERE later.ledger_id = ledger.id AND later.state <> 'ended' AND entry.state = 'checked_in'
      AND member.live
    LIMIT 1 OFFSET %(people_less_one)s),
  EXISTS (SELECT 1 FROM tournaments_break WHERE tournament_id = tournament.id),
  EXISTS (SELECT 1 FROM tournaments_judgeshift WHERE tournament_id = tournament.id),
  EXISTS (SELECT 1 FROM matches_dispute dispute JOIN matches_match doubted ON doubted.id = dispute.match_id
    WHERE doubted.ledger_id = ledger.id AND dispute.resolved_at IS NULL),
  EXISTS (SELECT 1 FROM matches_match played JOIN matches_side side ON side.match_id = played.id
    JOIN matches_report report ON report.side_id = side.id
    WHERE played.ledger_id = ledger.id AND played.state = 'playing' AND report.is_current),
  EXISTS (SELECT 1 FROM matches_physicaltable asking JOIN matches_helpcall ON table_id = asking.id
    WHERE asking.ledger_id = ledger.id),
  EXISTS (SELECT 1 FROM matches_accessneed JOIN matches_entry needing ON needing.id = entry_id
    WHERE needing.ledger_id = ledger.id),
  EXISTS (SELECT 1 FROM matches_hallshare WHERE ledger_id = ledger.id)
FROM tournaments_tournament tournament JOIN core_ledger ledger ON ledger.id = tournament.ledger_id
WHERE tournament.id = %(tournament)s
"""  # noqa: S608 - our own words, no values
_FLAGS = [field.name for field in fields(DayFacts)].index("sweeps")


def day_facts(tournament: Tournament, moment: datetime, reader: Player | None = None) -> DayFacts:
    """Read the facts at this moment; `is_barred` is the reader's, False without one. One query."""
    values = {
        "tournament": tournament.pk,
        "reader": reader.pk if reader else NO_PLAYER_KEY,
        "people_less_one": MIN_PEOPLE - 1,
        "alarm": connection.ops.adapt_datetimefield_value(moment - ALARM_AFTER),
    }
    with connection.cursor() as cursor:
        cursor.execute(_FACTS, values)
        row = cursor.fetchone()
    return DayFacts(*row[:_FLAGS], *map(bool, row[_FLAGS:]))
