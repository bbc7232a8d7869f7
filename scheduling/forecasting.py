"""When the day ends: computed by a job after changes, stored as rounded, read by pages.

The job works outside of transactions and yields often, so that no result waits for it. A cached page changes
only if the sentence does (ADR 0094).
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from django.db import transaction
from django.db.models import Q

from accounts.models import Player
from accounts.name_versions import bump_version
from core.jobs.outbox import enqueue
from matches.models import AT_TABLE, HallShare, Match
from scheduling.cooperative import yield_to_others
from scheduling.day_problem import moment_of
from scheduling.models import Forecast
from scheduling.pinned import prepare_day
from scheduling.planning.outlook import Outlook, simulate_ends
from scheduling.rounds_to_come import with_rounds_to_come
from scheduling.timetables import FOLLOWED, move_timetable
from tournaments.finding import visible_tournaments
from tournaments.models import Tournament
from tournaments.play.calling import awaits_opening

FORECAST = "scheduling.forecast"
SOON, LATER, SELDOM = timedelta(seconds=8), timedelta(seconds=60), timedelta(minutes=5)
STEP = timedelta(minutes=5)
BEFOREHAND = timedelta(hours=2)  # until then only acts move the end, and each act requests a forecast


@dataclass(frozen=True, slots=True)
class EndBand:
    """When the day ends, rounded to five minutes: one in ten by `low`, half by `middle`, nine by `high`."""

    low: datetime
    middle: datetime
    high: datetime


def request_forecast(tournament: Tournament, now: datetime) -> None:
    """Enqueue a new forecast for eight seconds later: something moved."""
    enqueue(FORECAST, tournament.ledger, key=str(tournament.ledger_id), due=now + SOON, now=now)


def update_forecast(ledger_id: int, *, now: datetime) -> None:
    """Compute and store the forecast, move the timetable to present times, and enqueue the next forecast.

    Lost pins are dropped. Before the draw, after the end and before calls are open, only delete the forecast;
    delete it too if the end cannot be foreseen.
    """
    tournament = Tournament.objects.select_related("ledger").filter(ledger=ledger_id).first()
    if tournament is None or tournament.state not in FOLLOWED:
        Forecast.objects.filter(ledger=ledger_id).delete()
        return
    if awaits_opening(tournament):
        _delete_forecast(ledger_id)
        return
    day = prepare_day(tournament, now)
    whole = with_rounds_to_come(tournament, day) if day else None
    if whole is None:
        _delete_forecast(ledger_id)
    else:
        rng = Random(f"forecast {ledger_id}")
        _store_if_changed(
            tournament,
            round_ends(simulate_ends(whole.problem, whole.lengths, rng=rng, listen=yield_to_others)),
            now,
        )
    if day is not None:
        move_timetable(tournament, day, now)
    moves = Match.objects.filter(ledger=ledger_id, state__in=AT_TABLE).exists()
    start = tournament.planned_start
    early = start - BEFOREHAND if start else now
    due = max(early, now + (LATER if moves else SELDOM))
    enqueue(FORECAST, tournament.ledger, key=str(ledger_id), due=due, now=now)


def forecast_of(tournament: Tournament) -> Forecast | None:
    """Return the forecast of a tournament in play; None if there is none."""
    if tournament.state not in FOLLOWED:
        return None
    return Forecast.objects.filter(ledger=tournament.ledger_id).first()


def forecasts_in_hall(tournament: Tournament, reader: Player | None) -> list[Forecast]:
    """Return its own forecast, if there is one, then those of its shared hall that the reader may see.

    Only of tournaments in play, the others by `middle`; one query.
    """
    hall = HallShare.objects.filter(hall__shares__ledger=tournament.ledger_id).values("ledger")
    others = Q(ledger__in=hall, ledger__tournament__in=visible_tournaments(reader).values("pk"))
    found = Forecast.objects.filter(Q(ledger=tournament.ledger_id) | others).select_related(
        "ledger__tournament"
    )
    played = [one for one in found if one.ledger.tournament.state in FOLLOWED]
    return sorted(played, key=lambda one: (one.ledger_id != tournament.ledger_id, one.middle))


def round_ends(found: Outlook) -> EndBand:
    """Return the three times rounded to five minutes: `low` down, `high` up, `middle` to the nearest."""
    step = int(STEP.total_seconds())
    low, high = found.low // step * step, -(-found.high // step) * step
    middle = min(max(round(found.middle / step) * step, low), high)
    return EndBand(moment_of(low), moment_of(middle), moment_of(high))


def _store_if_changed(tournament: Tournament, new: EndBand, now: datetime) -> None:
    """Store the forecast and bump the version of the pages, unless it is nearly the stored one."""
    with transaction.atomic():
        old = Forecast.objects.filter(ledger=tournament.ledger_id).first()
        if old is not None and _is_nearly_same(old, new):
            return
        bump_version([tournament.ledger_id])
        facts = {"low": new.low, "middle": new.middle, "high": new.high, "made_at": now}
        Forecast.objects.update_or_create(ledger=tournament.ledger, defaults=facts)


def _delete_forecast(ledger_id: int) -> None:
    """Delete the forecast if there is one, and bump the version, because pages and calendars show it."""
    with transaction.atomic():
        if Forecast.objects.filter(ledger=ledger_id).delete()[0]:
            bump_version([ledger_id])


def _is_nearly_same(old: Forecast, new: EndBand) -> bool:
    """Return whether `middle` is the same, and both ends differ by at most five minutes."""
    edges = max(abs(old.low - new.low), abs(old.high - new.high))
    return old.middle == new.middle and edges <= STEP
