"""Whether everything works: for who watches over the site, and for people who look at a tournament."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from core.db import space
from core.db.storage import database_answers
from core.jobs import heartbeats

DEAD: dict[str, bool | float | None] = {"worker": False, "clock": False, "calls": False, "skew": None}


@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Readiness as JSON: 200 where the database answers, a worker consumes and beat lives, else 503.

    `calls`: matches are called and time ends; a web process sees to it where the worker or beat is dead.
    `skew`: seconds that this host's clock is ahead of the database's, null without a database. `space` is
    false where a laptop's disk is nearly full; it still works then.
    """
    database = database_answers()
    found = {"database": database, **(_alive() if database else DEAD), "space": not space.is_short()}
    ready = database and found["worker"] and found["clock"]
    return JsonResponse({"ready": ready, **found}, status=200 if ready else 503)


@never_cache
@require_safe
def delay_notice(request: HttpRequest) -> HttpResponse:
    """The notice that scheduling is delayed, empty where it is not; tournament pages poll it."""
    return render(request, "tournament/_delay.html")


def _alive() -> dict[str, bool | float | None]:
    now = heartbeats.database_now()
    silent = {name: heartbeats.is_silent(name, now) for name in ("worker", "clock", "sweep")}
    return {
        "worker": not silent["worker"],
        "clock": not silent["clock"],
        "calls": not silent["sweep"],
        "skew": round(heartbeats.skew(), 1),
    }
