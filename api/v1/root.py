"""The entry point of the API."""

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import ApiView
from api.field_docs import doc


class RootSerializer(serializers.Serializer[dict[str, object]]):
    """The first addresses of the API; all are absolute."""

    version = serializers.CharField(**doc("The version of the API.", "1"))
    software = serializers.CharField(**doc("The version of the product that answers.", "0.1.0"))
    description = serializers.URLField(
        **doc("The address of this description.", "https://example.org/api/schema/")
    )
    docs = serializers.URLField(**doc("Where it is explained to people.", "https://example.org/api/docs/"))
    accounts = serializers.URLField(**doc("Where one signs up.", "https://example.org/api/v1/accounts/"))
    token = serializers.URLField(**doc("Where one gets a token.", "https://example.org/api/v1/token/"))
    me = serializers.URLField(**doc("Who is calling.", "https://example.org/api/v1/me/"))
    catalogue = serializers.URLField(**doc("What can be chosen.", "https://example.org/api/v1/catalogue/"))
    types = serializers.URLField(**doc("Types that people composed.", "https://example.org/api/v1/types/"))
    tournaments = serializers.URLField(
        **doc("All tournaments that one may see.", "https://example.org/api/v1/tournaments/")
    )
    seasons = serializers.URLField(**doc("All seasons.", "https://example.org/api/v1/seasons/"))
    heads = serializers.URLField(
        **doc("The heads of all public records.", "https://example.org/api/v1/heads/")
    )


WAYS = {
    "description": "schema",
    "docs": "api_docs",
    "accounts": "api_accounts",
    "token": "api_token",
    "me": "api_me",
    "catalogue": "api_catalogue",
    "types": "api_types",
    "tournaments": "api_tournaments",
    "seasons": "api_seasons",
    "heads": "api_heads",
}


class RootApiView(ApiView):
    """Route to find the other routes."""

    @extend_schema(operation_id="root", responses=RootSerializer)
    def get(self, request: Request) -> Response:
        """Find the version of the API, its description, and the first addresses."""
        ways = {name: request.build_absolute_uri(reverse(route)) for name, route in WAYS.items()}
        return Response(RootSerializer({"version": "1", "software": settings.VERSION, **ways}).data)
