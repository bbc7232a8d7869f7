"""What browsers and search engines ask for unasked."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.http import require_safe

ROBOTS = """\
User-agent: *
Disallow: /admin/
Disallow: /api/
Disallow: /conta/
Disallow: /mesa/
Disallow: /jogadores/
Disallow: /torneios/novo/
Disallow: /torneios/lixeira/
Disallow: /*?
"""
"""What is somebody's own, what a program asks for, and the many addresses of one page."""


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Which addresses search engines leave alone."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """The icon, for those who ask for it by its oldest name."""
    return redirect(static("icons/icon-192.png"), permanent=True)
