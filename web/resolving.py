"""Which view an address leads to, remembered: the pages have many routes, and they are tried in order."""

from functools import lru_cache

from django.urls import ResolverMatch, URLResolver
from django.urls.resolvers import RoutePattern

MOST = 1024  # addresses, the ones that were asked for last


class RememberingResolver(URLResolver):
    """As `path("", include(…))`; where an address led nowhere, nothing is remembered."""

    def __init__(self, module: str) -> None:
        super().__init__(RoutePattern("", is_endpoint=False), module)
        self.known = lru_cache(MOST)(self._looked_up)

    def resolve(self, path: str) -> ResolverMatch:
        """Where it leads; what the resolver above makes of it is each request's own."""
        return self.known(str(path))

    def _looked_up(self, path: str) -> ResolverMatch:
        found = super().resolve(path)
        found.tried = None  # of use for the page of a 404 under DEBUG; here as long as the list of routes
        return found
