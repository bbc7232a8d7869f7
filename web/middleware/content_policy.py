"""What a page may load: the policy of the settings, put together once and not for each answer."""

from functools import cache

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class ContentPolicy(CSPMiddleware):
    """The package's own; an answer that has a policy or a nonce for itself alone gets it from there."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The answer with the policy, unless it bears one."""
        own = any(name.startswith("_csp") for part in (request, response) for name in part.__dict__)
        if own or settings.DEBUG:
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, everybodys())
        return response


@cache
def everybodys() -> str:
    """The policy as a header writes it."""
    return build_policy()
