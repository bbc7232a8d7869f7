"""Where a program begins."""

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import ApiView


class RootSerializer(serializers.Serializer[dict[str, object]]):
    """Where everything begins; all addresses are whole."""

    version = serializers.CharField()
    software = serializers.CharField()
    description = serializers.URLField()
    docs = serializers.URLField()
    accounts = serializers.URLField()
    token = serializers.URLField()
    me = serializers.URLField()
    catalogue = serializers.URLField()
    types = serializers.URLField()
    tournaments = serializers.URLField()
    seasons = serializers.URLField()
    heads = serializers.URLField()


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
    """The API itself."""

    @extend_schema(operation_id="root", responses=RootSerializer)
    def get(self, request: Request) -> Response:
        """Which version this is, where it is described, and where everything begins."""
        ways = {name: request.build_absolute_uri(reverse(route)) for name, route in WAYS.items()}
        return Response(RootSerializer({"version": "1", "software": settings.VERSION, **ways}).data)
