"""The language of a response, by the same rule as the shared cache in front
(docs/operating/proxy/common.conf).

Django reads the cookie in more ways (`=ES`, `="es"`, `=es-AR`, the latest of two) than a proxy can. The proxy
would take such a visitor for one without a choice and cache the page in the wrong language for all others.
"""

import re
from functools import cache
from types import SimpleNamespace
from typing import Any, cast

from django.conf import settings
from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import translation


def language_of(request: HttpRequest) -> str:
    """Return the language that the cookie names exactly, else an accepted one, else the site's default."""
    return language_in(request.META.get("HTTP_COOKIE", ""), request.META.get("HTTP_ACCEPT_LANGUAGE", ""))


def language_in(cookie: str, accepted: str) -> str:
    """Return the language chosen by `Cookie` and `Accept-Language`, whose values these are."""
    chosen = _cookie_pattern(*dict(settings.LANGUAGES)).search(cookie)
    return chosen[1] if chosen else _accepted_language(accepted)


class LanguageMiddleware(LocaleMiddleware):
    """Django's middleware with `language_of`."""

    def process_request(self, request: HttpRequest) -> None:
        """Activate the language of the request, and set its `LANGUAGE_CODE`."""
        translation.activate(language_of(request))
        cast("Any", request).LANGUAGE_CODE = translation.get_language()


@cache
def _cookie_pattern(*codes: str) -> re.Pattern[str]:
    """Return the pattern of a `Cookie` header that chooses one of these languages; group 1 is its code."""
    known = "|".join(map(re.escape, codes))
    return re.compile(rf"(?:^|;)[ \t]*{settings.LANGUAGE_COOKIE_NAME}=({known})[ \t]*(?:;|\Z)")


def _accepted_language(header: str) -> str:
    """Return the language by `Accept-Language` alone, as Django chooses it."""
    asks = SimpleNamespace(COOKIES={}, META={"HTTP_ACCEPT_LANGUAGE": header})
    return translation.get_language_from_request(cast("HttpRequest", asks))
