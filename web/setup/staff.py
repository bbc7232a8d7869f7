"""Pages and form of a tournament's staff: add or remove a member."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters

from tournaments.models import Role
from tournaments.setup import staff as staffing
from tournaments.setup.staff import find_staff, judges_warning, staff_of
from tournaments.tables.shifts import shifts_of
from web.labels import ROLES
from web.pages import form_page
from web.site.accounts import account_of
from web.site.forms import OwnPasswordForm, is_valid_with_password
from web.tournament_request import TournamentRequest, open_tournament


class StaffForm(OwnPasswordForm):
    """A new staff member; giving the organizer role requires the caller's password."""

    field_order = ("username", "role", "password")
    username = forms.CharField(
        label=_("User name"),
        max_length=200,
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "spellcheck": "false", "autocomplete": "off"}
        ),
        help_text=_("Of an account on this site; it is shown on the person’s account page."),
    )
    role = forms.ChoiceField(
        label=_("Role"),
        choices=[(role, ROLES[role]) for role in (Role.JUDGE, Role.COORDINATOR, Role.ORGANIZER)],
    )
    password = forms.CharField(
        label=_("Your password"),
        max_length=500,
        strip=False,
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        help_text=_("Needed only to give the organizer role."),
    )

    def clean_password(self) -> str:
        """Check the password only if the organizer role is given."""
        if self.cleaned_data.get("role") != Role.ORGANIZER:
            return ""
        return super().clean_password()


@sensitive_post_parameters("password")
def staff(request: HttpRequest, slug: str) -> HttpResponse:
    """List the staff; add a member by user name (an organizer with the password), or remove one."""
    req = open_tournament(request, slug, need="manage")
    if "remove" in request.POST:
        return _remove_staff(req)
    form = StaffForm(account_of(request), request.POST or None)
    if form.is_bound and _is_confirmed(req, form) and form.run(lambda: _assign_role(req, form.cleaned_data)):
        return redirect("staff", slug)
    return _staff_page(req, form)


def _is_confirmed(req: TournamentRequest, form: StaffForm) -> bool:
    """Return whether the form is valid, with the password if it gives the organizer role.

    A wrong password counts as an attempt to sign in.
    """
    gives_all = form.data.get("role") == Role.ORGANIZER
    return is_valid_with_password(req.http, form.user, form) if gives_all else form.is_valid()


def _assign_role(req: TournamentRequest, values: dict[str, Any]) -> None:
    """Store the role for the account `username`, and add a message. Raise as `staffing.assign_role`."""
    whom = {field: values[field] for field in ("username", "role")}
    given = staffing.assign_role(req.tournament, **whom, by=req.actor, now=timezone.now())
    messages.success(req.http, gettext("%(name)s now helps here.") % {"name": given.persona.player.name})


def _remove_staff(req: TournamentRequest) -> HttpResponse:
    """Remove the role in `remove` (persona code and role, with a colon); show a refusal on the page."""
    tournament = req.tournament
    code, _colon, role = req.http.POST["remove"].partition(":")
    held = find_staff(tournament, code, role)
    form = StaffForm(account_of(req.http), {"username": "", "role": Role.JUDGE})
    form.errors.clear()
    if form.attempt(lambda: staffing.remove_role(tournament, staff=held, by=req.actor, now=timezone.now())):
        return redirect("staff", tournament.slug)
    return _staff_page(req, form)


def _staff_page(req: TournamentRequest, form: StaffForm) -> HttpResponse:
    rows = staff_of(req.tournament)
    has_coordinator = any(row.role == Role.COORDINATOR for row in rows)
    context = {"form": form, "staff": rows, "has_coordinator": has_coordinator}
    context |= {"warning": judges_warning(req.tournament), "shifts": shifts_of(req.tournament)}
    return form_page(req.http, "setup/staff.html", {**req.context("staff"), **context})
