"""The page about the laptop's https address, and its authority's certificate."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from core import qr
from core.http.lan_address import address_for_phones, certified, fingerprint, is_served, safe_base

CERTIFICATE = "application/x-x509-ca-cert"  # the type by which phones offer to install it


@never_cache
@require_safe
def show_safe_address(request: HttpRequest) -> HttpResponse:
    """Show both QR codes and explain them; 404 if no https is served."""
    _require_https()
    address, authority = safe_base(request.get_host()), address_for_phones(request, reverse("authority"))
    context = {
        "address": address and f"{address}/",
        "picture": address and qr.inline(f"{address}{reverse('safe_address')}"),
        "authority": authority,
        "authority_picture": qr.inline(authority),
        "name": certified.name,
        "until": certified.until,
        "fingerprint": fingerprint(),
        "is_here": request.is_secure(),
    }
    return render(request, "site/safe_address.html", context)


@never_cache
@require_safe
def authority(_request: HttpRequest) -> HttpResponse:
    """Return the authority's certificate (DER) without a file name, because iPhones would only save it."""
    _require_https()
    return HttpResponse(certified.authority, content_type=CERTIFICATE)


def _require_https() -> None:
    if not is_served():
        raise Http404
