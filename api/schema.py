"""What the description says of every route: headers, refusals, tags."""

from typing import Any, Literal

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter

from api.v1.serializers.problems import ProblemShown

WRITES = ("POST", "PUT", "PATCH", "DELETE")
READING = [
    OpenApiParameter(
        "If-None-Match",
        str,
        OpenApiParameter.HEADER,
        description='The `ETag` of an earlier answer, `"123"`: 304 where the record has no newer line.',
    )
]
WRITING = [
    OpenApiParameter(
        "Idempotency-Key",
        str,
        OpenApiParameter.HEADER,
        description="1 to 80 visible ASCII characters. The same key again within 24 hours gives the same "
        "answer with `Idempotency-Replayed: true` and no second effect.",
    ),
    OpenApiParameter(
        "If-Match",
        str,
        OpenApiParameter.HEADER,
        description='The record\'s number that the caller had seen, `"123"`: 409 with the present state '
        "where the thing acted on changed after it.",
    ),
]
REFUSALS = ("400", "401", "403", "404", "409", "422")


class Described(AutoSchema):
    """Adds to each operation what `api.doors` does for all of them."""

    def get_override_parameters(self) -> list[Any]:
        """The headers of conditional and of repeated requests."""
        if "tournaments/{slug}/" not in self.path and self.method not in WRITES:
            return []
        return WRITING if self.method in WRITES else READING

    def get_tags(self) -> list[str]:
        """The first word after the version, or after the tournament."""
        words = self.path.strip("/").split("/")[2:]
        return [words[2] if len(words) > 2 and words[0] == "tournaments" else words[0]]

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> dict[str, Any]:
        """Every refusal has one shape."""
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        refused = self._get_response_for_code(  # type: ignore[no-untyped-call]
            ProblemShown, "400", direction=direction
        )
        return {**bodies, **dict.fromkeys(self._refusals(), refused)}

    def _refusals(self) -> tuple[str, ...]:
        return REFUSALS if self.method in WRITES else ("400", "404")
