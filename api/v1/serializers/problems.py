"""Refusals as the schema describes them; `api.problems` makes them."""

from collections.abc import Mapping

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from api.problems import problem_of
from core.errors import Violation


class ViolationShownSerializer(serializers.Serializer[Violation]):
    """One broken rule, with a sentence in the caller's language."""

    code = serializers.CharField()
    message = serializers.CharField()
    field = serializers.CharField()
    rule = serializers.CharField()
    facts = serializers.DictField()

    def to_representation(self, instance: Violation) -> dict[str, object]:
        """The violation with its sentence."""
        return problem_of(instance)


@extend_schema_serializer(component_name="Problem")
class ProblemShownSerializer(serializers.Serializer[Mapping[str, object]]):
    """The one body of every refusal, as RFC 9457 has it; `error`, `violations` and `state` are our own."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    error = serializers.CharField()
    violations = ViolationShownSerializer(many=True)
    state = serializers.DictField(allow_null=True)
