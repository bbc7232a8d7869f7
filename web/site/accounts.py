"""Pages to create an account, sign in, and manage one's own account."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import (
    INTERNAL_RESET_SESSION_TOKEN,
    LoginView,
    PasswordChangeView,
    PasswordResetConfirmView,
)
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse, reverse_lazy
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from accounts import services
from accounts.calendars import calendars_of
from accounts.mail.addresses import add_address, addresses_of
from accounts.models import CalendarFeed, User
from accounts.signing_in import attempts
from accounts.signing_in.password_links import link_tokens, use_link
from accounts.signing_in.sign_ins import (
    KEY,
    begin_session,
    end_sign_in,
    live_sign_ins,
    stay_signed_in,
    update_sign_in,
)
from accounts.tokens import live_tokens
from accounts.two_steps import second_factor
from accounts.two_steps.passkeys import passkeys_of
from core.errors import Impossible, TooMany
from core.http.callers import address_of
from core.http.rate_limit import Purpose
from notices.channels import open_channels
from web.http.limiting import hit_limit, set_retry_after
from web.pages import form_page, post_only
from web.site.forms import KeyForm, NameForm, NewPasswordForm, PasswordForm, SignInForm, SignUpForm
from web.site.has_mail import has_mail
from web.site.sign_in_session import passkey_site_of, store_pending
from web.tournament_request import current_player, signed_in

LINK_SENT = gettext_lazy("A link is on its way to this address. Open it to confirm the address.")


@sensitive_post_parameters("password", "again", "address")
def sign_up(request: HttpRequest) -> HttpResponse:
    """Show the form of a new account; on POST create it, sign in, and redirect to the wanted page."""
    if current_player(request):
        return redirect(next_page(request))
    form = _sign_up_form(request)
    made: list[User] = []
    if form.is_bound and form.run(lambda: made.append(_create_account(request, form.cleaned_data))):
        begin_session(request, made[0], timezone.now())
        return redirect(next_page(request))
    return form_page(request, "site/sign_up.html", {"form": form, "next": wanted_page(request)})


def _sign_up_form(request: HttpRequest) -> SignUpForm:
    """Return the form, bound to a post, which counts against a limit.

    Above the limit it is unbound, with the typed values and the refusal.
    """
    if request.method == "POST":
        held = SignUpForm(initial=request.POST.dict())
        if not held.attempt(lambda: hit_limit(request, Purpose.SIGN_UP)):
            return held
    return SignUpForm(request.POST or None)


def _create_account(request: HttpRequest, values: dict[str, Any]) -> User:
    """Create the account of these form values, and mail the link for its address if one was typed.

    Raise `Refused` as `services.sign_up` does.
    """
    user = services.sign_up(values["username"], values["password"], name=values["name"])
    if values.get("address"):
        _add_address(request, user, values["address"])
    return user


def _add_address(request: HttpRequest, user: User, address: str) -> None:
    """Store the new account's address, enqueue its link, and say so; only warn if too many were sent."""
    facts = {"origin": address_of(request), "language": get_language() or settings.LANGUAGE_CODE}
    try:
        add_address(user, address, now=timezone.now(), **facts)
    except TooMany:
        messages.warning(request, _("No link can be sent now. Add the address later on your account’s page."))
    else:
        messages.success(request, LINK_SENT)


def wanted_page(request: HttpRequest) -> str:
    """Return the address `next` of the request if it is one of this site, which is safe; else ""."""
    wanted = str(request.POST.get("next") or request.GET.get("next") or "")
    ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    return wanted if ours else ""


def next_page(request: HttpRequest) -> str:
    """Return where to redirect after a sign-in: the wanted address, or the URL name `home`."""
    return wanted_page(request) or "home"


class SignInView(LoginView):
    """Sign in; a wrong password gets 422 with the user name, too many attempts 429."""

    template_name = "site/login.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Count an attempt, and check the password unless there were too many."""
        held = SignInForm(initial={"username": self._typed_username})
        if held.attempt(lambda: attempts.count_attempt(self._typed_username, address_of(request))):
            return super().post(request, *args, **kwargs)
        return set_retry_after(self.form_invalid(held), held.too_many)

    def form_valid(self, form: Any) -> HttpResponse:
        """Refund the attempt; begin the session, or redirect to the second step if the account has one."""
        attempts.refund_attempt(self._typed_username, address_of(self.request))
        if second_factor.is_on(form.get_user()):
            store_pending(self.request, form.get_user())
            wanted = urlencode({"next": wanted_page(self.request)})
            return redirect(f"{reverse('second_step')}?{wanted}")
        begin_session(self.request, form.get_user(), timezone.now())
        return redirect(self.get_success_url())

    def form_invalid(self, form: Any) -> HttpResponse:
        """Return 422, as for every refused form, or 429."""
        return self.render_to_response(self.get_context_data(form=form), status=form.status)

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """Return Django's context, with whether passkeys work at this host and the site sends mail."""
        return super().get_context_data(
            has_passkeys=passkey_site_of(self.request) is not None, has_mail=has_mail(), **more
        )

    @property
    def _typed_username(self) -> str:
        return str(self.request.POST.get("username", ""))


def admin_sign_in(request: HttpRequest) -> HttpResponse:
    """Redirect from the administration to the sign-in page.

    403 for a signed-in account without its rights.
    """
    if request.user.is_authenticated and not request.user.is_staff:
        return render(request, "site/admin_closed.html", status=403)
    return redirect(f"{resolve_url('login')}?{request.META['QUERY_STRING']}")


class PasswordView(PasswordChangeView):
    """Change one's own password; other sessions and all keys end with the old one."""

    template_name = "site/password.html"
    form_class = PasswordForm
    success_url = reverse_lazy("account")

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """Count an attempt, and check the present password unless there were too many."""
        held = PasswordForm(request.user)
        if held.attempt(lambda: attempts.count_attempt(request.user.get_username(), address_of(request))):
            return super().post(request, *args, **kwargs)
        return set_retry_after(self.form_invalid(held), held.too_many)

    def form_valid(self, form: Any) -> HttpResponse:
        """Store the password, keep this session, and say that other sessions and all keys ended."""
        self._refund_attempt()
        messages.success(
            self.request,
            _("Your password was changed. Other sessions are signed out, and all keys are revoked."),
        )
        _warn_about_passkeys(self.request)
        answer = super().form_valid(form)
        update_sign_in(self.request, account_of(self.request))
        return answer

    def form_invalid(self, form: Any) -> HttpResponse:
        """Return 422, as for every refused form, or 429.

        If only the new password is refused, the attempt does not count.
        """
        if form.is_bound and "old_password" not in form.errors:
            self._refund_attempt()
        return self.render_to_response(self.get_context_data(form=form), status=form.status)

    def _refund_attempt(self) -> None:
        """Uncount the attempt: the present password was right."""
        attempts.refund_attempt(self.request.user.get_username(), address_of(self.request))


def account(request: HttpRequest) -> HttpResponse:
    """Show the account's page; on POST store another name."""
    player = signed_in(request)
    form = NameForm(request.POST or None, initial={"name": player.name})
    if request.method == "POST" and form.run(lambda: services.rename(player, name=form.cleaned_data["name"])):
        messages.success(request, _("Your name was changed."))
        return redirect("account")
    return account_page(request, form)


def account_page(request: HttpRequest, form: NameForm, **more: object) -> HttpResponse:
    """Render the account's page.

    `form` sets the status, `more` is context such as a refused form or a new key.
    """
    user = account_of(request)
    keys = live_tokens(user, timezone.now())
    context = {
        "form": form,
        "keys": keys,
        "key_form": KeyForm(user),
        "player": signed_in(request),
        "two_steps": second_factor.is_on(user),
        "has_mail": has_mail(),
        "mail": addresses_of(user) if has_mail() else None,
        "sign_ins": live_sign_ins(user, timezone.now()),
        "here": request.session.get(KEY),
        "calendars": list(own_calendars(user)),
        "has_notices": bool(open_channels()),
        **more,
    }
    return form_page(request, "site/account.html", context)


def account_of(request: HttpRequest) -> User:
    """Return the signed-in account. Raise `SignInFirst` for a visitor."""
    user = signed_in(request).user
    if user is None:
        raise Impossible("signed in without an account")
    return user


@post_only("account", "#page")
def offer_page(request: HttpRequest) -> HttpResponse:
    """Store that everyone may see the player's page if `shown` is sent, else hide it."""
    player = services.offer_page(signed_in(request), has_page=bool(request.POST.get("shown")))
    shown, hidden = _("Everyone can see your page now."), _("No one else can see your page any more.")
    messages.success(request, shown if player.has_page else hidden)
    return redirect(f"{reverse('account')}#page")


@post_only("account", "#events")
def offer_events(request: HttpRequest) -> HttpResponse:
    """Store that a page lists the organizer's events if `shown` is sent, else remove it."""
    player = services.offer_events(signed_in(request), lists_events=bool(request.POST.get("shown")))
    shown, hidden = _("Everyone can see your events on one page now."), _("That page is removed.")
    messages.success(request, shown if player.lists_events else hidden)
    return redirect(f"{reverse('account')}#events")


@post_only("account")
def sign_out_elsewhere(request: HttpRequest) -> HttpResponse:
    """End every other session of the account, and its API keys."""
    user = account_of(request)
    services.end_access(user)
    stay_signed_in(request, user)
    messages.success(request, _("You are signed out everywhere else, and all keys are revoked."))
    _warn_about_passkeys(request)
    return redirect("account")


def _warn_about_passkeys(request: HttpRequest) -> None:
    """Add the warning that passkeys still sign in after all other sessions are ended, if there are any."""
    told = _(
        "Your passkeys still sign you in: under “Two-step verification” remove any that you no longer have."
    )
    if passkeys_of(account_of(request)):
        messages.warning(request, told)


@post_only("account", "#sessions-title")
def end_session(request: HttpRequest) -> HttpResponse:
    """End the session of the account that has the posted code; do nothing for an unknown code."""
    if end_sign_in(account_of(request), request.POST.get("code", "")):
        messages.success(request, _("That session is ended."))
    return redirect(f"{reverse('account')}#sessions-title")


@dataclass(frozen=True, slots=True)
class OwnCalendar:
    """A kind of calendar of an account; `made_at` is when its address was created, None without one."""

    kind: str
    label: str
    made_at: datetime | None


def own_calendars(user: User) -> Iterator[OwnCalendar]:
    """Yield both kinds of calendar, with or without an address."""
    made = dict(calendars_of(user).values_list("kind", "made_at"))
    for kind in CalendarFeed:
        yield OwnCalendar(kind, str(kind.label), made.get(kind))


class NewPasswordView(PasswordResetConfirmView):
    """The page behind a link for a new password, which works once; the person then signs in.

    Django moves the secret from the address into the visitor's session before the form is shown.
    """

    template_name = "site/new_password.html"
    form_class = NewPasswordForm
    token_generator = link_tokens
    success_url = reverse_lazy("login")
    extra_context = {"has_mail": has_mail}

    def form_valid(self, form: Any) -> HttpResponse:
        """Set the password and end all sessions and keys; 404 if the link was used just now."""
        token = self.request.session.pop(INTERNAL_RESET_SESSION_TOKEN, "")
        if not use_link(form.user, token, form.cleaned_data["new_password1"]):
            self.validlink = False
            return self.render_to_response(self.get_context_data())
        messages.success(
            self.request,
            _("The new password is set: sign in with it. All sessions are ended, and all keys are revoked."),
        )
        return redirect(self.success_url)

    def form_invalid(self, form: Any) -> HttpResponse:
        """Return 422, as for every refused form."""
        return self.render_to_response(self.get_context_data(form=form), status=form.status)

    def render_to_response(self, context: dict[str, Any], **options: Any) -> HttpResponse:
        """Render the page, with 404 if the link no longer works."""
        if not self.validlink:
            options["status"] = HTTPStatus.NOT_FOUND
        return super().render_to_response(context, **options)
