"""What a page that is posted to does around its act, as the API's door does: take turns, and try again."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import wraps

from django.http import HttpRequest, HttpResponse

from core.db.fair_lock import serialized
from core.db.retry import retry_on_conflict
from core.record.act import no_act_since

View = Callable[..., HttpResponse]


def taking_turns(view: View) -> View:
    """Let those who post to one tournament go one after the other, and again where the database asks for it.

    The view runs anew only while it has committed no act: what is recorded is never done twice. Who waits
    has not asked the database anything yet.
    """

    @wraps(view)
    def at(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if request.method != "POST":
            return view(request, *args, **kwargs)
        with _turn(kwargs.get("slug")):
            return retry_on_conflict(lambda: view(_unread(request), *args, **kwargs), while_=no_act_since())

    return at


def _turn(slug: object) -> AbstractContextManager[None]:
    """The turn that the API takes too; a card on a table does not say which tournament it is."""
    return serialized(slug) if isinstance(slug, str) else nullcontext()


def _unread(request: HttpRequest) -> HttpRequest:
    """The request with its files as they came."""
    for name in request.FILES:
        for file in request.FILES.getlist(name):
            file.seek(0)
    return request
