"""Pages of an account's e-mail address, and of a forgotten password; 404 on a site without a mail server."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from accounts.mail import addresses, forgotten
from accounts.mail.addresses import addresses_of
from accounts.models import User
from core.errors import TooMany
from core.http.callers import address_of
from web.http.requests import posted_act
from web.labels import text_for_refusal
from web.pages import form_page, post_only
from web.service_form import ServiceForm
from web.site.accounts import LINK_SENT, account_of
from web.site.forms import is_valid_with_password
from web.site.has_mail import require_mail
from web.site.mail_forms import ForgottenForm, MailAddressForm, RemoveAddressForm
from web.tournament_request import signed_in


@sensitive_post_parameters("password", "address", "remove-password")
def mail_address(request: HttpRequest) -> HttpResponse:
    """Show the account's address; POST adds, changes or removes it after the password is given again."""
    require_mail()
    user = account_of(request)
    return posted_act(request, {"": _change_address, "remove": _remove_addresses})(request, user)


def _change_address(request: HttpRequest, user: User) -> HttpResponse:
    """Show the page; a post adds or changes the address if it and the password are right."""
    form = _address_form(request, user, request.POST or None)
    if not form.is_bound or not is_valid_with_password(request, user, form):
        return _address_page(request, user, form)
    if not form.attempt(lambda: _add_address(request, user, form.cleaned_data["address"])):
        return _address_page(request, user, form)
    _say_sent(request)
    return redirect("mail_address")


def _address_form(request: HttpRequest, user: User, sent: object) -> MailAddressForm:
    """Return the form to add or change the address, bound to `sent` unless it is None."""
    return MailAddressForm(user, sent, is_of_minor=signed_in(request).is_minor)


def _add_address(request: HttpRequest, user: User, typed: str) -> None:
    """Store the address and enqueue its link. Raise as `addresses.add_address`."""
    language = get_language() or settings.LANGUAGE_CODE
    addresses.add_address(user, typed, language=language, origin=address_of(request), now=timezone.now())


def _say_sent(request: HttpRequest) -> None:
    """Add the message that the link is on its way."""
    messages.success(request, LINK_SENT)


def _remove_addresses(request: HttpRequest, user: User) -> HttpResponse:
    """Delete all addresses of the account if the password is right; else show the page with the errors."""
    form = RemoveAddressForm(user, request.POST)
    if not is_valid_with_password(request, user, form):
        return _address_page(
            request, user, form, remove_form=form, address_form=_address_form(request, user, None)
        )
    addresses.remove_addresses(user)
    messages.success(request, _("The e-mail address is removed."))
    return redirect("account")


def _address_page(request: HttpRequest, user: User, form: ServiceForm, **more: object) -> HttpResponse:
    """Render the page of the address; `form` sets the status, `more` is further context."""
    context = {"form": form, "address_form": form, "remove_form": RemoveAddressForm(user)}
    return form_page(request, "site/mail_address.html", {**context, "mail": addresses_of(user), **more})


@post_only("mail_address")
def send_link_again(request: HttpRequest) -> HttpResponse:
    """Enqueue another link to the address that waits for its confirmation; warn if too many were sent."""
    require_mail()
    user = account_of(request)
    try:
        addresses.send_link_again(user, origin=address_of(request), now=timezone.now())
    except TooMany as refusal:
        messages.warning(request, text_for_refusal(refusal))
    else:
        _say_sent(request)
    return redirect("mail_address")


def confirm_mail_address(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm the address of a link by a post; a GET only asks, because programs open links in mail too.

    A link of another account, or one that no longer works, gets 404, and 422 if it is posted.
    """
    require_mail()
    user = account_of(request)
    waiting, form = addresses.waiting_address(user, token), ServiceForm(request.POST or None)
    if request.method == "POST" and form.attempt(
        lambda: addresses.confirm_address(user, token, now=timezone.now())
    ):
        messages.success(request, _("Your e-mail address is confirmed."))
        return redirect("account")
    context = {"form": form, "waiting": waiting}
    if waiting is None and request.method != "POST":
        return render(request, "site/mail_confirm.html", context, status=404)
    return form_page(request, "site/mail_confirm.html", context)


@sensitive_post_parameters("account")
def forgotten_password(request: HttpRequest) -> HttpResponse:
    """Enqueue a link for a new password; the page says the same whether or not the account exists."""
    require_mail()
    form = ForgottenForm(request.POST or None)
    if form.run(
        lambda: forgotten.mail_password_link(
            form.cleaned_data["account"], origin=address_of(request), now=timezone.now()
        )
    ):
        return redirect(f"{reverse('forgotten_password')}?enviado")
    context = {"form": form, "is_sent": "enviado" in request.GET and not form.is_bound}
    return form_page(request, "site/forgotten_password.html", context)
