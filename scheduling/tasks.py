"""Jobs: the dispatcher, the timetable and the forecast."""

from datetime import datetime

from core.tasks import job
from scheduling import dispatcher, forecasting, timetables
from tournaments.act import DISPATCH
from tournaments.models import Tournament
from tournaments.tables.shared_hall import BESIDE, wake_hall


@job(DISPATCH, soft_time_limit=20, time_limit=30)
def dispatch(ledger_id: int, key: str, now: datetime) -> None:
    """Call ready matches to free tables; then request a forecast, and wake others in the same hall.

    A tournament woken by another one of the hall wakes none: the tables it took are free for no other.
    """
    dispatcher.dispatch(ledger_id, now=now)
    if not key.endswith(BESIDE):
        wake_hall(ledger_id, now)
    forecasting.request_forecast(Tournament.objects.select_related("ledger").get(ledger=ledger_id), now)


@job(timetables.PLAN, name="scheduling.make_timetable", alone=True, soft_time_limit=90, time_limit=110)
def make_timetable(ledger_id: int, key: str, now: datetime) -> None:
    """Compute and publish the requested timetable (`timetables.make_timetable`)."""
    timetables.make_timetable(ledger_id, now=now)


@job(forecasting.FORECAST, alone=True, soft_time_limit=30, time_limit=45)
def forecast(ledger_id: int, key: str, now: datetime) -> None:
    """Compute and store the forecast, and move the timetable (`forecasting.update_forecast`)."""
    forecasting.update_forecast(ledger_id, now=now)
