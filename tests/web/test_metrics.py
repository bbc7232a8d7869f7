"""Figures for Prometheus: for those who may, of all processes, and without a database too."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from ipaddress import ip_network
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.models import Heartbeat, Job, JobState
from core.secure_files import file_lock
from matches.models import Match, MatchState
from operating.metrics import requests, shared
from operating.metrics.registry import BOUNDS, Histogram, MetricCounter, all_counters
from operating.metrics.text import Gauge, metrics_text
from tests import cast

pytestmark = pytest.mark.django_db
ADDRESS = reverse("metrics")


@pytest.fixture(autouse=True)
def _own_folder(settings: LazySettings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    settings.METRICS_FROM = [ip_network("127.0.0.0/8")]


def figures(client: Client | None = None) -> dict[str, float]:
    """Every sample by its name with labels."""
    answer = (client or Client()).get(ADDRESS)
    assert answer.status_code == 200
    lines = [line.rsplit(" ", 1) for line in answer.content.decode().splitlines() if line[:1] != "#"]
    return {name: float(value) for name, value in lines}


@pytest.mark.parametrize("networks", [[], ["10.0.0.0/8"]])
def test_the_address_is_there_for_the_networks_that_may_reach_it(
    networks: list[str], settings: LazySettings
) -> None:
    settings.METRICS_FROM = [ip_network(network) for network in networks]
    assert Client().get(ADDRESS).status_code == 404


def test_it_is_answered_by_address_and_without_https(settings: LazySettings) -> None:
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["torneios.example"], True
    assert Client().get(ADDRESS, headers={"host": "10.0.0.7:8000"}).status_code == 200


def test_requests_are_counted_by_route_and_status_and_strangers_make_no_series() -> None:
    before = figures()
    for path in ("/conta/entrar/", "/nirgends-1/", "/nirgends-2/", "/conta/entrar/"):
        Client().get(path)
    Client().generic("BREW", "/conta/entrar/")
    after = figures()
    counted = 'chama_requests_total{route="%s",method="GET",status="%s"}'
    assert after[counted % ("login", 200)] - before.get(counted % ("login", 200), 0) == 2
    assert after[counted % ("none", 404)] - before.get(counted % ("none", 404), 0) == 2
    assert not [name for name in after if "nirgends" in name or "BREW" in name]
    assert any('method="other"' in name for name in after)
    seconds = 'chama_request_seconds_bucket{route="login",le="+Inf"}'
    assert after[seconds] == after['chama_request_seconds_count{route="login"}']


@pytest.mark.django_db(transaction=True)
def test_a_result_is_counted_once_it_is_committed() -> None:
    tournament = cast.running(4)
    match = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.PLAYING).first()
    before = figures().get("chama_results_total", 0)
    assert match
    cast.played(match)
    assert figures()["chama_results_total"] - before == 1


def test_jobs_signs_of_life_and_late_ones_are_measured() -> None:
    now = timezone.now()
    ledger = cast.created().ledger
    Job.objects.all().delete()
    Heartbeat.objects.update_or_create(name="sweep", defaults={"at": now - timedelta(minutes=5)})
    Job.objects.create(kind="k", key="late", ledger=ledger, due_at=now - timedelta(minutes=2))
    Job.objects.create(kind="k", key="aside", ledger=ledger, due_at=now, state=JobState.QUARANTINED)
    found = figures()
    assert found['chama_jobs{state="quarantined"}'] == 1
    assert found['chama_jobs{state="running"}'] == 0
    assert 119 < found['chama_job_lateness_seconds{queue="now"}'] < 300
    assert found['chama_job_lateness_seconds{queue="later"}'] == 0
    assert 299 < found['chama_heartbeat_age_seconds{name="sweep"}'] < 600
    assert abs(found["chama_clock_skew_seconds"]) < 60
    assert found["chama_database_up"] == 1


def test_a_late_forecast_is_no_late_call() -> None:
    ledger = cast.created().ledger
    Job.objects.all().delete()
    due = timezone.now() - timedelta(minutes=2)
    Job.objects.create(kind="scheduling.forecast", key="k", ledger=ledger, due_at=due)
    found = figures()
    assert found['chama_job_lateness_seconds{queue="now"}'] == 0
    assert 119 < found['chama_job_lateness_seconds{queue="later"}'] < 300


def test_which_share_of_jobs_web_processes_ran_is_measured() -> None:
    now = timezone.now()
    ledger = cast.created().ledger
    Job.objects.all().delete()
    for minutes, by in ((1, "worker"), (2, "worker"), (3, "web"), (20, "web"), (1, "")):
        due = now - timedelta(minutes=minutes)
        Job.objects.create(kind="k", key="k", ledger=ledger, due_at=due, state=JobState.DONE, ran_by=by)
    found = figures()
    assert [found[f'chama_jobs_run{{by="{by}"}}'] for by in ("worker", "web")] == [2, 1]


def test_without_a_database_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object) -> None:
        raise OperationalError("away")

    monkeypatch.setattr(connection, "cursor", away)
    found = figures()
    assert found["chama_database_up"] == 0
    assert any(name.startswith("chama_info") for name in found)


COUNTS = """
import os, sys, django
django.setup()
from operating.metrics import shared
from operating.metrics.registry import RESULTS
shared.WRITE_SECONDS = 0.05
RESULTS.add(int(sys.argv[1]))
shared.writer.start()
import time
while not shared.writer._path.exists():
    time.sleep(0.02)
"""


def test_what_several_processes_count_is_added_up_and_outlives_them(tmp_path: Path) -> None:
    before = figures().get("chama_results_total", 0)
    environ = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", "DATA_DIR": str(tmp_path)}
    for number in ("3", "4"):
        subprocess.run([sys.executable, "-c", COUNTS, number], env=environ, check=True)
    assert figures()["chama_results_total"] - before == 7
    for path in shared.metrics_folder().glob("*-*.json"):
        long_ago = time.time() - shared.GONE_SECONDS - 1
        os.utime(path, (long_ago, long_ago))
    shared.merge_ended_processes()
    assert [path.name for path in shared.metrics_folder().glob("*.json")] == [shared.PAST]
    assert figures()["chama_results_total"] - before == 7


def test_a_file_that_is_cut_off_counts_nothing_and_breaks_nothing() -> None:
    (shared.metrics_folder() / "1-cut.json").write_bytes(
        shared.serialize_samples({("chama_results_total", ()): 5})[:-3]
    )
    (shared.metrics_folder() / "2-odd.json").write_text(json.dumps({"not": "ours"}))
    assert figures()["chama_database_up"] == 1


def _is_a_file(data_dir: Path) -> None:
    (data_dir / "metrics").write_text("")


def _lock_is_no_database(data_dir: Path) -> None:
    (data_dir / "metrics").mkdir()
    (data_dir / "metrics" / "fold.lock").write_bytes(b"no database" * 100)


@pytest.mark.parametrize("breaks", [_is_a_file, _lock_is_no_database])
@pytest.mark.fault("F129")
def test_a_folder_that_cannot_be_used_costs_figures_and_no_page(
    breaks: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    breaks(tmp_path)
    monkeypatch.setattr(requests, "writer", shared.Writer())
    assert Client().get("/conta/entrar/").status_code == 200
    assert figures()["chama_database_up"] == 1


def test_another_process_that_has_the_lock_for_long_costs_no_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "writer", shared.Writer())
    monkeypatch.setattr(shared, "FOLD_SECONDS", 0)
    (tmp_path / "metrics").mkdir()
    with file_lock(tmp_path / "metrics" / "fold.lock"):
        assert Client().get("/conta/entrar/").status_code == 200


def test_the_text_is_as_prometheus_reads_it() -> None:
    length = len(all_counters)
    counter, took = MetricCounter("c_total", "C.", ("who",)), Histogram("h", "H.")
    del all_counters[length:]
    counter.add(2, ('a"b\\c\nd',))
    took.observe(0.3)
    said = metrics_text([counter, took], {**counter.values(), **took.values()}, [Gauge("g", "G.", {(): 1.5})])
    lines = said.splitlines()
    assert lines[:3] == ["# HELP c_total C.", "# TYPE c_total counter", 'c_total{who="a\\"b\\\\c\\nd"} 2']
    buckets = [line for line in lines if line.startswith("h_bucket")]
    assert buckets[0] == 'h_bucket{le="0.5"} 1'
    assert buckets[-1] == 'h_bucket{le="+Inf"} 1'
    assert len(buckets) == sum(bound >= 0.3 for bound in BOUNDS) + 1
    assert lines[-1] == "g 1.5"
    assert said.endswith("\n")


def test_counts_of_an_older_version_with_other_labels_break_no_scrape() -> None:
    length = len(all_counters)
    counter = MetricCounter("c_total", "C.", ("who",))
    del all_counters[length:]
    counter.add(2, ("a",))
    old = {("c_total", ("a", "b")): 3.0, ("c_total", ()): 1.0, ("h_bucket", ()): 4.0}
    said = metrics_text([counter], {**counter.values(), **old}, [])
    assert [line for line in said.splitlines() if line[0] != "#"] == ['c_total{who="a"} 2']
