"""The schedule of beat: one sweep every few seconds, the first one at once."""

from datetime import timedelta
from typing import Any

from celery.beat import ScheduleEntry, Scheduler
from django.conf import settings

from core.jobs.publisher import publisher


class SweepScheduler(Scheduler):
    """Keep no file and wait for no broker: Celery's own waits up to 30 seconds between two tries."""

    producer = None  # type: ignore[assignment] # the publisher has one

    def setup_schedule(self) -> None:
        """Make everything due now, not an interval later."""
        super().setup_schedule()
        for entry in self.schedule.values():
            entry.last_run_at = entry.default_now() - timedelta(seconds=settings.SWEEP_SECONDS)

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """Send the sweep as every other message is sent: one that meets no broker is dropped."""
        publisher.submit(lambda ours: self.apply_async(entry, producer=ours, advance=False))
