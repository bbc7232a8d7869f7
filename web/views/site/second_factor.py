"""Two-step verification: switched on and off on the account's page, asked for after the password."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from pyotp import TOTP

from accounts import second_factor
from accounts.models import SecondFactor, User
from accounts.sign_ins import sign_in as begin_session
from core.http.callers import address_of
from web import qr
from web.forms.site.second_factor import CodeForm, OwnPasswordForm
from web.limiting import come_back
from web.pages import form_page
from web.views.site.accounts import account_of, next_page, wanted_page
from web.views.site.own_password import is_theirs
from web.views.site.waiting_for_code import forget, who_waits

SETTINGS = "site/second_factor.html"


@sensitive_post_parameters("password", "code")
def settings_page(request: HttpRequest) -> HttpResponse:
    """On, off, or waiting for the app's first code; each has its own form."""
    user = account_of(request)
    factor = SecondFactor.objects.filter(user=user).first()
    if factor is not None and factor.confirmed_at is None:
        return _first_code(request, user, factor)
    return _with_password(request, user, factor)


def _first_code(request: HttpRequest, user: User, factor: SecondFactor) -> HttpResponse:
    """Show the secret until the app's first code has come; then the codes for paper."""
    if request.POST.get("act") == "off":
        second_factor.switch_off(user)
        return redirect("account")
    form, codes = CodeForm(request.POST or None), list[str]()
    if form.run(lambda: codes.extend(second_factor.confirm(user, form.cleaned_data["code"], timezone.now()))):
        return form_page(request, SETTINGS, {"form": form, "codes": codes})
    shown = {"form": form, "secret": _in_groups(factor.secret), "drawn": _drawn(request, user, factor)}
    return form_page(request, SETTINGS, shown)


def _with_password(request: HttpRequest, user: User, factor: SecondFactor | None) -> HttpResponse:
    """Switch it on or off, or write new codes, for whoever gives the password again."""
    form = OwnPasswordForm(user, request.POST or None)
    left = factor.recovery_codes.count() if factor else None
    if not form.is_bound or not is_theirs(request, user, form):
        return come_back(form_page(request, SETTINGS, {"form": form, "left": left}), form.too_many)
    if factor is None:
        second_factor.begin(user)
        return redirect("second_factor")
    if request.POST.get("act") == "paper":
        return form_page(
            request, SETTINGS, {"form": OwnPasswordForm(user), "codes": second_factor.write_anew(user)}
        )
    second_factor.switch_off(user)
    messages.success(request, _("Two-step verification is off: your password is enough to sign in."))
    return redirect("account")


@sensitive_post_parameters("code")
def sign_in(request: HttpRequest) -> HttpResponse:
    """The code after the password; then on to where the person wanted to go."""
    user = who_waits(request)
    if user is None:
        return redirect("login")
    form = CodeForm(request.POST or None)
    if form.run(lambda: _check(request, user, form.cleaned_data["code"])):
        forget(request)
        begin_session(request, user, timezone.now())
        return redirect(next_page(request))
    page = form_page(request, "site/second_step.html", {"form": form, "next": wanted_page(request)})
    return come_back(page, form.too_many)


def _check(request: HttpRequest, user: User, code: str) -> None:
    second_factor.check(user, code, address_of(request), timezone.now())


def _in_groups(secret: str) -> str:
    return " ".join(secret[at : at + 4] for at in range(0, len(secret), 4))


def _drawn(request: HttpRequest, user: User, factor: SecondFactor) -> SafeString:
    address = TOTP(factor.secret).provisioning_uri(user.username, issuer_name=f"Chama ({request.get_host()})")
    return qr.inline(address)
