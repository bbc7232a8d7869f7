"""API keys and secret calendar addresses on the account page: create, renew, revoke."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from accounts import tokens
from accounts.calendars import end_calendar, renew_calendar
from accounts.models import CalendarFeed, Scope, User
from core.http.rate_limit import Purpose
from web.http.limiting import hit_limit, set_retry_after
from web.pages import post_only
from web.site.accounts import account_of, account_page
from web.site.forms import KeyForm, NameForm, is_valid_with_password


@sensitive_post_parameters("key-password")
def create_key(request: HttpRequest) -> HttpResponse:
    """Create an API key after the password is given again. Only this response shows it.

    Wrong passwords count as attempts to sign in.
    """
    user = account_of(request)
    if request.method != "POST":
        return redirect("account")
    name = NameForm(initial={"name": user.player.name})
    form, made = KeyForm(user, request.POST), list[str]()
    if is_valid_with_password(request, user, form) and form.attempt(
        lambda: made.append(_create_token(request, user, form))
    ):
        return account_page(request, name, new_key=made[0])
    return _refusal_page(request, name, form)


def _create_token(request: HttpRequest, user: User, form: KeyForm) -> str:
    """Store the key and return its secret; counts against a limit. Raise `TooMany`, and as `create_token`."""
    hit_limit(request, Purpose.CREATE)
    given = form.cleaned_data
    scope, days = Scope(given["scope"]), int(given["days"])
    return tokens.create_token(user, name=given["name"], scope=scope, days=days, now=timezone.now())[1]


def _refusal_page(request: HttpRequest, name: NameForm, form: KeyForm) -> HttpResponse:
    """Return the account's page with the refused form and its status."""
    page = account_page(request, name, key_form=form)
    page.status_code = form.status
    return set_retry_after(page, form.too_many)


@post_only("account")
def revoke_key(request: HttpRequest) -> HttpResponse:
    """Revoke one key or all; a key that no longer exists is no error."""
    user, code = account_of(request), request.POST.get("code", "")
    if "all" in request.POST:
        tokens.revoke_all(user)
        messages.success(request, _("All keys are revoked."))
    elif tokens.revoke(user, code):
        messages.success(request, _("The key no longer works."))
    return redirect("account")


@post_only("account", "#calendars")
@never_cache
def change_calendar(request: HttpRequest) -> HttpResponse:
    """Create, renew or delete the address of a calendar. Only this response shows a new one.

    A new one counts against a limit: raise `TooMany`.
    """
    user, kind = account_of(request), request.POST.get("kind", "")
    if kind in CalendarFeed.values and request.POST.get("act") == "renew":
        hit_limit(request, Purpose.CREATE)
        token = renew_calendar(user, CalendarFeed(kind), timezone.now())
        address = request.build_absolute_uri(reverse("own_calendar", args=[token]))
        return account_page(request, NameForm(initial={"name": user.player.name}), new_calendar=address)
    if (
        kind in CalendarFeed.values
        and request.POST.get("act") == "end"
        and end_calendar(user, CalendarFeed(kind))
    ):
        messages.success(request, _("That address no longer works."))
    return redirect(f"{reverse('account')}#calendars")
