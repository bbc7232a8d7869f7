"""An organizer's page: all their public tournaments."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.selectors import find_organizer
from tournaments.models import OVER
from tournaments.setup.featured import organized_by
from web.pages import at_one_moment
from web.pagination import paginate

A_PAGE = 30
PAGE = "pagina"


@require_safe
@at_one_moment
def show(request: HttpRequest, code: str) -> HttpResponse:
    """What runs and comes, then page by page what is over; 404 where the organizer wants no such page."""
    organizer = find_organizer(code)
    events = list(organized_by(organizer))
    page = paginate([event for event in events if event.state in OVER], request.GET.get(PAGE), A_PAGE)
    coming = [event for event in reversed(events) if event.state not in OVER] if page.number == 1 else []
    context = {"organizer": organizer, "coming": coming, "page": page}
    return render(request, "setup/organizer.html", context)
