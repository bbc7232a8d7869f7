"""The picture of a tournament as a file, for every reader who may see the tournament."""

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from tournaments import finding
from tournaments.models import Tournament
from tournaments.setup.pictures import bytes_of
from web.visits import visiting

FOR_EVER = "public, max-age=31536000, s-maxage=60, immutable"
"""The address is that of these bytes. Who keeps it for others asks each minute whether it was taken away."""
NOTHING_RUNS = "default-src 'none'; sandbox"


@require_safe
def shown(request: HttpRequest, slug: str, digest: str) -> HttpResponseBase:
    """As pages show it."""
    return _sent(request, slug, digest, "image/webp", shared=False)


@require_safe
def shared(request: HttpRequest, slug: str, digest: str) -> HttpResponseBase:
    """As messengers show it beside a link."""
    return _sent(request, slug, digest, "image/jpeg", shared=True)


def _sent(request: HttpRequest, slug: str, digest: str, kind: str, *, shared: bool) -> HttpResponseBase:
    tournament = _tournament(request, slug)
    found = bytes_of(tournament, digest, shared=shared)
    if found is None:
        raise Http404
    etag = f'"{digest}"'
    response = get_conditional_response(request, etag) or HttpResponse(found, content_type=kind)
    response.headers["ETag"] = etag
    response.headers["Content-Security-Policy"] = NOTHING_RUNS
    if tournament.is_public:
        response.headers["Cache-Control"] = FOR_EVER
    return response


def _tournament(request: HttpRequest, slug: str) -> Tournament:
    """A public tournament is found without reading the session, so that its picture can be cached."""
    found = finding.at(slug)
    return found if found.is_public else visiting(request, slug).tournament
