"""Health checks for load balancers, the delay notice for readers, and metrics for Prometheus.

Metrics are only for the networks of `METRICS_FROM`.
"""

from http import HTTPStatus

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from core.db import storage
from core.db.storage import database_answers
from core.http.callers import comes_from
from core.jobs import heartbeats
from operating.backup.state import state
from operating.metrics import shared
from operating.metrics.gauges import gauges
from operating.metrics.registry import all_counters
from operating.metrics.text import MEDIA_TYPE, metrics_text

DEAD: dict[str, bool | float | None] = {"worker": False, "clock": False, "calls": False, "skew": None}


def liveness(request: HttpRequest) -> HttpResponse:
    """Return 200: this process responds."""
    return _status_response(is_well=True)


def readiness(request: HttpRequest) -> HttpResponse:
    """Return 200 if this process can serve pages, 503 if the database does not answer."""
    return _status_response(is_well=database_answers())


def _status_response(*, is_well: bool) -> HttpResponse:
    """Return 200 or 503 as plain text, which caches must not keep."""
    status = HTTPStatus.OK if is_well else HTTPStatus.SERVICE_UNAVAILABLE
    headers = {"Cache-Control": "no-store"}
    return HttpResponse(f"{status.phrase}\n", status=status, headers=headers, content_type="text/plain")


@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Return readiness as JSON: 200 if the database answers, a worker consumes and beat lives, else 503.

    `calls`: matches are called and time ends, by a web process if worker or beat is dead. `skew`: seconds
    that this host's clock is ahead of the database's, null without a database. `space` is false if a laptop's
    disk is nearly full, `backups` if backups fail or changes reach the disk late; neither makes it 503.
    """
    database = database_answers()
    found = {"database": database, **(_worker_states() if database else DEAD), **_laptop_states()}
    ready = database and found["worker"] and found["clock"]
    return JsonResponse({"ready": ready, **found}, status=200 if ready else 503)


@never_cache
@require_safe
def delay_notice(request: HttpRequest) -> HttpResponse:
    """Return the HTML of the notice that scheduling is delayed, empty if it is in time; pages poll it."""
    return render(request, "tournament/_delay.html")


def _laptop_states() -> dict[str, bool]:
    """Return `space` and `backups`: whether disk space and backups are fine; always so on a server."""
    return {"space": not storage.is_disk_nearly_full(), "backups": state.trouble(timezone.now()) is None}


def _worker_states() -> dict[str, bool | float | None]:
    """Return `worker`, `clock` (beat) and `calls`: whether each was heard of lately; and `skew`.

    That is by how many seconds this clock is ahead of the database's. Call it with a database that answers.
    """
    now = heartbeats.database_now()
    silent = {name: heartbeats.is_silent(name, now) for name in ("worker", "clock", "sweep")}
    return {
        "worker": not silent["worker"],
        "clock": not silent["clock"],
        "calls": not silent["sweep"],
        "skew": round(heartbeats.skew(), 1),
    }


def metrics(request: HttpRequest) -> HttpResponse:
    """Return all metrics as text for Prometheus; 404 for a network without access."""
    if not comes_from(request, settings.METRICS_FROM):
        raise Http404
    said = metrics_text(all_counters, shared.total_counts(), gauges())
    return HttpResponse(said, content_type=MEDIA_TYPE, headers={"Cache-Control": "no-store"})
