"""Notices to people: choices and devices of an account, the link that stops mail, and what was not sent."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.selectors import confirmed_address
from accounts.signing_in.sign_ins import device_of
from core.http.rate_limit import Purpose
from notices.choices import add_device, choices_of, devices_of, remove_device, save_choices
from notices.kinds import NoticeKind
from notices.push import public_key
from notices.selectors import unsent_notices
from notices.stopping import account_of_link, stop_mail
from web.http.limiting import hit_limit
from web.pages import form_page, post_only
from web.service_form import ServiceForm
from web.site.accounts import account_of
from web.tournament_request import open_tournament, signed_in


class NoticesForm(ServiceForm):
    """The kinds that a person wants by each channel of the site."""

    mail = forms.MultipleChoiceField(
        label=gettext_lazy("By e-mail"),
        choices=NoticeKind.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    push = forms.MultipleChoiceField(
        label=gettext_lazy("On your devices"),
        choices=NoticeKind.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_notices(request: HttpRequest) -> HttpResponse:
    """Show the account's choices and devices; on POST store the choices."""
    user = account_of(request)
    chosen = choices_of(user)
    form = NoticesForm(
        request.POST if request.method == "POST" else None, initial={"mail": chosen.mail, "push": chosen.push}
    )
    if request.method == "POST" and form.run(lambda: _save_choices(user, form)):
        messages.success(request, _("Your choice is saved."))
        return redirect("own_notices")
    confirmed = confirmed_address(user)
    context = {
        "form": form,
        "address": confirmed.address if confirmed else "",
        "devices": devices_of(user),
        "push_key": public_key(),
        "has_mail": settings.HAS_MAIL,
        "is_minor": signed_in(request).is_minor,
    }
    return form_page(request, "notices/notices.html", context)


def _save_choices(user: User, form: NoticesForm) -> None:
    """Store the chosen kinds for the channels of this site, and the active language, that of the notices.

    The kinds of a channel that this site lacks stay as they were.
    """
    before, given = choices_of(user), form.cleaned_data
    mail = given["mail"] if settings.HAS_MAIL else before.mail
    push = given["push"] if settings.HAS_PUSH else before.push
    save_choices(user, mail=mail, push=push, language=_language())


def _language() -> str:
    """Return the code of the active language, in which notices come from now on."""
    return get_language() or settings.LANGUAGE_CODE


@post_only("own_notices")
def change_devices(request: HttpRequest) -> HttpResponse:
    """Store the browser that sends this form as a device, or remove the device of the code `remove`."""
    user, posted = account_of(request), request.POST
    if "remove" in posted:
        if remove_device(user, posted["remove"]):
            messages.success(request, _("That device gets no notices any more."))
    elif not settings.HAS_PUSH or not _add_device(request, user):
        messages.error(request, _("This browser cannot get notices from this site."))
    else:
        messages.success(request, _("This device gets your notices now."))
    return redirect("own_notices")


def _add_device(request: HttpRequest, user: User) -> bool:
    """Store this browser as a device of the account; return False if its values are not valid.

    Counts against a limit: raise `TooMany`.
    """
    hit_limit(request, Purpose.CREATE)
    given = {name: request.POST.get(name, "") for name in ("endpoint", "key", "secret")}
    name = device_of(request.headers.get("User-Agent", ""))
    return add_device(user, **given, name=name, language=_language(), now=timezone.now())


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop_notices(request: HttpRequest, token: str) -> HttpResponse:
    """Stop all notices by mail to the account of this link; a GET only asks, since mail filters open links.

    Mail programs post without cookies (RFC 8058). Raise `Http404` for a forged link.
    """
    user = account_of_link(token)
    if user is None:
        raise Http404
    if request.method == "POST":
        stop_mail(user)
    return render(request, "notices/stop.html", {"is_done": request.method == "POST"})


@never_cache
@require_safe
def unsent(request: HttpRequest, slug: str) -> HttpResponse:
    """List the latest notices of this tournament that could not be sent; for coordinators."""
    req = open_tournament(request, slug, need="coordinate")
    context = {**req.context("unsent_notices"), "rows": unsent_notices(req.tournament)}
    return render(request, "notices/unsent.html", context)


urlpatterns: list[URLPattern] = [
    path("conta/avisos/", own_notices, name="own_notices"),
    path("conta/avisos/aparelhos/", change_devices, name="notice_devices"),
    path("avisos/parar/<str:token>/", stop_notices, name="stop_notices"),
    path("torneios/<slug:slug>/avisos-nao-enviados/", unsent, name="unsent_notices"),
]
