"""Pages and files without data: design page, service worker, offline page, robots.txt, icon."""

from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from core import qr
from core.http.lan_address import (
    address_for_phones,
    authority_fingerprint,
    certified,
    https_base_url,
    serves_https,
)
from core.http.origin import site_origin
from core.look.suits import SIGNS

GROUNDS = ("paper", "surface", "sunk", "felt", "gold", "red", "good", "blue", "ink")
BADGES = ("live", "ready", "wait", "done", "warn")
NOTICES = ("info", "good", "warning", "danger")


@require_safe
def design(request: HttpRequest) -> HttpResponse:
    """Show every element of the design: colours, type, suits, marks, actions, notices, states."""
    return render(
        request,
        "site/design.html",
        {
            "grounds": GROUNDS,
            "badges": BADGES,
            "notices": NOTICES,
            "suits": SIGNS,
            "places": (1, 2, 3, 4),
        },
    )


ROBOTS = """\
User-agent: *
Disallow: /admin/
Disallow: /api/
Disallow: /conta/
Disallow: /mesa/
Disallow: /jogadores/
Disallow: /torneios/novo/
Disallow: /torneios/lixeira/
Disallow: /embed/
Disallow: /*?
"""
"""Disallows private pages, the API, and pages with many addresses."""


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Return robots.txt, with the sitemap if the site has one."""
    origin = str(site_origin())
    found = f"\nSitemap: {origin}{reverse('sitemap')}\n" if origin else ""
    return HttpResponse(f"{ROBOTS}{found}", content_type="text/plain; charset=utf-8")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect /favicon.ico to the icon."""
    return redirect(static("icons/icon-192.png"), permanent=True)


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker; at the root, because a worker controls only paths below its own."""
    return HttpResponse(_worker_file(), content_type="text/javascript", headers={"Cache-Control": "no-cache"})


@require_safe
def offline_page(request: HttpRequest) -> HttpResponse:
    """Render the page that a device shows offline in place of one that it has not cached."""
    return render(request, "site/away.html")


@cache
def _worker_file() -> bytes:
    """Return the service worker's bytes, read once.

    Its address has no digest: browsers check it for changes.
    """
    found = finders.find("js/worker.js")
    return Path(found).read_bytes() if found else b""


CERTIFICATE = "application/x-x509-ca-cert"  # the type by which phones offer to install it


@never_cache
@require_safe
def safe_address(request: HttpRequest) -> HttpResponse:
    """Show how a phone opens the site over https at the venue; 404 if no https is served beside http.

    One QR code leads to the https address, one to the certificate that a phone has to trust.
    """
    _require_https()
    address, authority = https_base_url(request.get_host()), address_for_phones(request, reverse("authority"))
    context = {
        "address": address and f"{address}/",
        "picture": address and qr.inline(f"{address}{reverse('safe_address')}"),
        "authority": authority,
        "authority_picture": qr.inline(authority),
        "name": certified.name,
        "until": certified.until,
        "fingerprint": authority_fingerprint(),
        "is_here": request.is_secure(),
    }
    return render(request, "site/safe_address.html", context)


@never_cache
@require_safe
def authority_certificate(_request: HttpRequest) -> HttpResponse:
    """Return the certificate (DER) of the laptop's own authority; 404 if no https is served beside http.

    Without a file name, because iPhones would only save it.
    """
    _require_https()
    return HttpResponse(certified.authority, content_type=CERTIFICATE)


def _require_https() -> None:
    """Raise `Http404` if no https is served beside http."""
    if not serves_https():
        raise Http404
