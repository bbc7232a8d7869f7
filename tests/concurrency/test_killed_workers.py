"""A worker's process is killed before it has claimed its job: the broker gives the job to another."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.models import Job, JobState
from tests.cast import drawn
from tests.fixtures.database import database_url
from tests.fixtures.sites import running
from tests.servers.process import Server, wait_until
from tests.servers.site import celery_worker

HOURS = 3600


@pytest.fixture
def unswept(
    transactional_db: None, real_broker: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Server]:
    """A worker that no sweep helps; its failpoints are in `points`."""
    (tmp_path / "points").mkdir()
    monkeypatch.setenv("FAILPOINTS", str(tmp_path / "points"))
    with running(celery_worker(tmp_path, database_url(), real_broker, sweep_seconds=HOURS)) as server:
        yield server


@pytest.mark.F31
def test_a_job_whose_process_died_at_once_is_done_by_another(unswept: Server, tmp_path: Path) -> None:
    (tmp_path / "points" / "job.heard").write_text("kill")
    job = Job.objects.get(kind="scheduling.dispatch", ledger=drawn(8).ledger_id)
    wait_until(lambda: Job.objects.get(pk=job.pk).state == JobState.DONE)
    assert (tmp_path / "points" / "job.heard.taken").exists()
