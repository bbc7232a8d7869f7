"""The API itself."""

from rest_framework import serializers


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
