"""What the description says of every route: headers, refusals, tags."""

from typing import Any, Literal

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import build_bearer_security_scheme_object
from drf_spectacular.utils import OpenApiParameter

from api.scopes import scope_for
from api.v1.serializers.problems import ProblemShown

ENTRANCES = ("/v1/accounts/", "/v1/token/", "/v1/table/")  # they act on nothing that others change
WRITES = ("POST", "PUT", "PATCH", "DELETE")
READING = [
    OpenApiParameter(
        "If-None-Match",
        str,
        OpenApiParameter.HEADER,
        description='The `ETag` of an earlier answer, `"123"`: 304 where the record has no newer line.',
    )
]
REPEATING = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="1 to 80 visible ASCII characters. The same key again within 24 hours gives the same "
    "answer with `Idempotency-Replayed: true` and no second effect.",
)
SEEING = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description='The record\'s number that the caller had seen, `"123"`: 409 with the present state '
    "where the thing acted on changed after it.",
)
REFUSALS = {
    "400": "The body, the query or a header cannot be read; unknown fields are named.",
    "401": "This needs an account: `Authorization: Token …`.",
    "403": "The caller may not do this here.",
    "404": "There is nothing here, or nothing that the caller may know of.",
    "409": "Somebody was faster: `state` is the present one.",
    "410": "The administration of the site has taken this tournament down.",
    "413": "More than fits in one request: `facts.most` says how many bytes do.",
    "422": "At least one rule is broken; `violations` names all of them.",
    "429": "This was done too often; `Retry-After` says when to come back.",
}
KNOWN = {"description": "Nothing new since the version in `If-None-Match`."}
VERSION = {"schema": {"type": "string"}, "description": "The record's number, in quotes."}


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How a program says who calls."""

    target_class = "api.tokens.PlayersToken"
    name = "tokenAuth"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """A header, with the word `Token` before the token."""
        return build_bearer_security_scheme_object("Authorization", "Token")


class Described(AutoSchema):
    """Adds to each operation what `api.doors` does for all of them."""

    def get_override_parameters(self) -> list[Any]:
        """The headers of conditional and of repeated requests."""
        if self.method not in WRITES:
            return READING if self._is_versioned else []
        if not getattr(self.view, "is_repeatable", False):
            return []
        return [REPEATING, SEEING] if self._is_versioned else [REPEATING]

    def get_extensions(self) -> dict[str, Any]:
        """The narrowest token that may make the call."""
        right = self.view.right(self.method)  # type: ignore[attr-defined]  # every route is a Door
        return {"x-token-scope": scope_for(self.method, right).value}

    def get_tags(self) -> list[str]:
        """The first word after the version, or after the tournament."""
        words = self.path.strip("/").split("/")[2:]
        return [words[2] if len(words) > 2 and words[0] == "tournaments" else words[0]]

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> dict[str, Any]:
        """Successes bear the version, refusals have one shape."""
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        if self._is_versioned:
            bodies = {code: {**body, "headers": {"ETag": VERSION}} for code, body in bodies.items()}
            bodies |= {} if self.method in WRITES else {"304": KNOWN}
        refused = self._get_response_for_code(  # type: ignore[no-untyped-call]
            ProblemShown, "400", direction=direction
        )
        refusals = {code: {**refused, "description": REFUSALS[code]} for code in self._refusals()}
        return {**bodies, **refusals}

    @property
    def _is_versioned(self) -> bool:
        return "tournaments/{slug}/" in self.path

    def _refusals(self) -> tuple[str, ...]:
        """Which refusals a route can give."""
        large = ("413",) if self.method in ("POST", "PUT", "PATCH") else ()
        limited = ("429",) if self.method in getattr(self.view, "limited", ()) else ()
        if self.path.endswith(ENTRANCES):
            refused = ("403", "404") if "/table/" in self.path else ()
            return ("400", "401", *refused, *large, "422", *limited)
        gone = ("410",) if self._is_versioned else ()
        if self.method in WRITES:
            return ("400", "401", "403", "404", "409", *gone, *large, "422", *limited)
        return ("400", "401", "403", "404", *gone, *limited)
