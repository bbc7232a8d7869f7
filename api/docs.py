"""The API's description, the page that explains it, and the answer to addresses that do not exist."""

import functools

from django.http import HttpResponse
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.request import Request

from api.base_view import ApiView
from core.errors import Forbidden


class DescriptionApiView(ApiView):
    """The OpenAPI 3 description as JSON, with the same content as `docs/openapi.yaml`."""

    schema = None

    def get(self, request: Request) -> HttpResponse:
        """Return the description; the first call in a process takes about a second."""
        return HttpResponse(_openapi_json(), content_type="application/vnd.oai.openapi+json")


class Docs(SpectacularSwaggerSplitView):
    """Swagger's page about the API; its script and style come from this site, nothing is inline."""

    template_name = "api/docs.html"
    url_name = "schema"


class NotFoundApiView(ApiView):
    """Any other address under `/api/`: 404 with a problem document."""

    schema = None

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Raise `Forbidden` `not_found` (404) for every method."""
        raise Forbidden("not_found")


@functools.cache
def _openapi_json() -> bytes:
    """Return the description as JSON, built once per process because it takes a second."""
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    rendered: bytes = OpenApiJsonRenderer().render(schema, renderer_context={})
    return rendered
