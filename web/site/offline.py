"""What a browser needs to open the day's pages without a network: the worker, and a page for all others."""

from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. It lies at the root, since a worker has only what lies below its own address."""
    return HttpResponse(_text(), content_type="text/javascript", headers={"Cache-Control": "no-cache"})


@require_safe
def away(request: HttpRequest) -> HttpResponse:
    """The page for whatever was not kept on the device."""
    return render(request, "site/away.html")


@cache
def _text() -> bytes:
    """The file as it is, without a digest in its name: browsers look for changes at one address."""
    found = finders.find("js/worker.js")
    return Path(found).read_bytes() if found else b""
