"""Secret addresses of one's own calendars, on the account's page: make, renew, take away."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.calendars import end_calendar, renew_calendar
from accounts.models import Diary
from core.http.rate_limit import Purpose
from web.limiting import hit_limit
from web.pages import posted_from
from web.site.accounts import account_of, account_page
from web.site.forms import NameForm


@posted_from("account", "#calendars")
@never_cache
def change(request: HttpRequest) -> HttpResponse:
    """Make the address of a calendar or another one, which is in this answer and nowhere else; or end it."""
    user, kind = account_of(request), request.POST.get("kind", "")
    if kind in Diary.values and request.POST.get("act") == "renew":
        hit_limit(request, Purpose.CREATE)
        token = renew_calendar(user, Diary(kind), timezone.now())
        address = request.build_absolute_uri(reverse("own_calendar", args=[token]))
        return account_page(request, NameForm(initial={"name": user.player.name}), new_calendar=address)
    if kind in Diary.values and request.POST.get("act") == "end" and end_calendar(user, Diary(kind)):
        messages.success(request, _("That address opens nothing any more."))
    return redirect(f"{reverse('account')}#calendars")
