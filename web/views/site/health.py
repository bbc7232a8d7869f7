"""Whether the site can work: for a load balancer, and for people who look at a tournament."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from core.db import space
from core.jobs.outbox import is_delayed


@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Readiness as JSON: 200 where the database answers and a worker consumes, else 503.

    `space` is false where a laptop's disk is nearly full; it still works then.
    """
    database = _database_answers()
    worker = database and not is_delayed(timezone.now())
    ready = database and worker
    found = {"ready": ready, "database": database, "worker": worker, "space": not space.is_short()}
    return JsonResponse(found, status=200 if ready else 503)


@never_cache
@require_safe
def delay_notice(request: HttpRequest) -> HttpResponse:
    """The notice that scheduling is delayed, empty where it is not; tournament pages poll it."""
    return render(request, "tournament/_delay.html")


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True
