"""In the place of the product behind a proxy: says how the product decides, and may be cached for long."""

import json
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

from django.core.handlers.wsgi import WSGIRequest
from django.core.wsgi import get_wsgi_application

from core.http.language import language_of
from web.http.requests import wants_fragment

get_wsgi_application()


def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """The language, whether a fragment is asked for, and the host, as JSON."""
    request = WSGIRequest(environ)
    said = {
        "language": language_of(request),
        "fragment": wants_fragment(request),
        "host": request.META["HTTP_HOST"],
    }
    start_response(
        "200 OK", [("Content-Type", "application/json"), ("Cache-Control", "public, s-maxage=600")]
    )
    return [json.dumps(said).encode()]
