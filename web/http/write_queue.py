"""Serialize the writes of a tournament and retry them on database conflicts, as the API does."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import wraps

from django.http import HttpRequest, HttpResponse

from core.db.fair_lock import serialized
from core.db.transactions import retry_on_conflict
from core.record.act import no_act_since

View = Callable[..., HttpResponse]


def serialize_writes(view: View) -> View:
    """Decorate a view: posts to one tournament take turns in this process, and conflicts are retried.

    The view is retried only while it has committed no act: nothing is recorded twice. A waiting request has
    sent no query yet.
    """

    @wraps(view)
    def queued_view(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Call the view, a POST in the queue of its tournament."""
        if request.method != "POST":
            return view(request, *args, **kwargs)
        with _queue_of(kwargs.get("slug")):
            return retry_on_conflict(
                lambda: view(_rewind_files(request), *args, **kwargs), may_retry=no_act_since()
            )

    return queued_view


def _queue_of(slug: object) -> AbstractContextManager[None]:
    """Return the queue of this tournament's writers in this process, which the API uses too.

    Its block runs after earlier ones, but waits at most 10 seconds. An address that names no tournament, as a
    card's, has no queue: its writer does not wait.
    """
    return serialized(slug) if isinstance(slug, str) else nullcontext()


def _rewind_files(request: HttpRequest) -> HttpRequest:
    """Rewind the uploaded files, which an attempt before may have read; return the request."""
    for name in request.FILES:
        for file in request.FILES.getlist(name):
            file.seek(0)
    return request
