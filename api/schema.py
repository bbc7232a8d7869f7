"""What the description says about every route: headers, refusals, tags."""

import re
from typing import Any, Literal

from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import build_bearer_security_scheme_object
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import AllowAny

from api.field_docs import path_doc
from api.problems import MEDIA_TYPE, ProblemShownSerializer
from api.scopes import scope_for
from api.strict import StrictFields

ENTRANCES = ("/v1/accounts/", "/v1/token/", "/v1/table/")  # they act on nothing that others change
WRITES = ("POST", "PUT", "PATCH", "DELETE")
READING = [
    OpenApiParameter(
        "If-None-Match",
        str,
        OpenApiParameter.HEADER,
        description='The `ETag` of an earlier answer, `"123-5f0c81d2a9b3e764"`: 304 if it is still valid.',
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
    description='The `ETag` that the caller had seen, or only the number that it begins with, `"123"`: 412 '
    "with the present state if it has changed since.",
)
REFUSALS = {
    "400": "The body, the query or a header cannot be read; unknown fields are named.",
    "401": "This needs an account: `Authorization: Token …`.",
    "403": "The caller may not do this here.",
    "404": "There is nothing here, or nothing that the caller may know of.",
    "409": "Another caller's content is in the way: `state` is the present one.",
    "410": "The administration of the site has taken this tournament down.",
    "412": "The thing acted on changed after the number in `If-Match`: `state` is the present one.",
    "413": "More than fits in one request: `facts.most` says how many bytes do.",
    "422": "At least one rule is broken; `violations` names all of them.",
    "429": "This was done too often; `Retry-After` says when to come back.",
}
KNOWN = {"description": "Nothing new since the version in `If-None-Match`."}
VERSION = {
    "schema": {"type": "string", "example": '"123-5f0c81d2a9b3e764"'},
    "description": "The number of the thing's latest change, and what tells this representation apart.",
}
BUDGET = {
    "schema": {"type": "string", "example": '"create";r=0;t=42'},
    "description": "Which limit it was, that none is left (`r`), and in how many seconds (`t`) to retry.",
}
WAIT = {
    "schema": {"type": "integer", "example": 42},
    "description": "In how many seconds to come back.",
}
FIRST_CLAUSE = re.compile(r"[.;:](?:\s|$)")
ALL_AT_ONCE = "All of them at once: this list has no pages."
SUCCESSES = {
    "200": "What was asked for, or the thing as it is after the act.",
    "201": "What was made.",
    "202": "Accepted: a worker computes it. The thing as it is until then.",
    "204": "Done; there is nothing to show.",
}


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describes the authentication by token (`api.tokens`) as `tokenAuth`."""

    target_class = "api.tokens.PlayersToken"
    name = "tokenAuth"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """Return the security scheme: the header `Authorization: Token …`."""
        return build_bearer_security_scheme_object("Authorization", "Token")


def _default_schema(target: object, schema: AutoSchema, direction: str) -> dict[str, object]:
    """Return the field's schema as drf-spectacular makes it without our extensions."""
    found: dict[str, object] = schema._map_serializer_field(  # type: ignore[no-untyped-call]  # it has no types
        target, direction, bypass_extensions=True
    )
    return found


class RuleBoundsExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """Adds the bounds of the rules (`between`) to the schemas of `WholeNumber` fields."""

    target_class = "api.strict.WholeNumber"
    match_subclasses = True

    def map_serializer_field(self, auto_schema: AutoSchema, direction: str) -> dict[str, object]:
        """Return the number's schema; a bound of the rules replaces that of the column."""
        found = _default_schema(self.target, auto_schema, direction)
        low, high = self.target.between
        bounds = {"minimum": low, "maximum": high}
        return {**found, **{name: bound for name, bound in bounds.items() if bound is not None}}


class RuleTextExtension(RuleBoundsExtension):  # type: ignore[no-untyped-call]
    """Adds listed values (`known`) and the greatest length (`longest`) to the schemas of `Text` fields."""

    target_class = "api.strict.Text"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: str) -> dict[str, object]:
        """Return the text's schema with `enum` if its values are listed, and `maxLength` if it has one."""
        found = _default_schema(self.target, auto_schema, direction)
        known = {"enum": list(self.target.known)} if self.target.known else {}
        longest = {"maxLength": self.target.longest} if self.target.longest else {}
        return {**found, **longest, **known}


class RouteSchema(AutoSchema):
    """Describes each operation; adds what `api.base_view` does for all: headers, versions, refusals, scopes.

    It overrides hooks of drf-spectacular, which calls them with `self.view`, `self.path` and `self.method`.
    """

    def _get_serializer_field_meta(self, field: Any, direction: str) -> dict[str, object]:
        """Return the field's metadata, with the example of `api.field_docs.doc` if it has one."""
        meta: dict[str, object] = super()._get_serializer_field_meta(field, direction)  # type: ignore[no-untyped-call]
        example = getattr(field, "style", {}).get("example")
        return meta if example is None else {**meta, "example": example}

    def _get_parameters(self) -> list[dict[str, Any]]:
        """Return the parameters; those of the path as `api.field_docs.path_doc` describes them."""
        found: list[dict[str, Any]] = super()._get_parameters()
        return [{**one, **path_doc(self.path, one["name"])} if one["in"] == "path" else one for one in found]

    def get_override_parameters(self) -> list[Any]:
        """Return the request headers that the operation takes: conditional ones, and `Idempotency-Key`."""
        if self.method not in WRITES:
            return READING if self._is_versioned else []
        if not getattr(self.view, "is_repeatable", False):
            return []
        return [REPEATING, SEEING] if self._is_versioned else [REPEATING]

    def get_summary(self) -> str:
        """Return the view method's docstring up to the first `.`, `;` or `:`."""
        return FIRST_CLAUSE.split(" ".join(str(self.get_description()).split()), maxsplit=1)[0]

    def _map_basic_serializer(self, serializer: Any, direction: str) -> dict[str, Any]:
        """Return the serializer's component; `additionalProperties: false` if unknown fields are refused."""
        schema: dict[str, Any] = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]
        is_closed = isinstance(serializer, StrictFields) and "properties" in schema
        return {**schema, "additionalProperties": False} if is_closed else schema

    def get_auth(self) -> list[dict[str, object]]:
        """Return the authentication by token; empty for routes open to everyone: sign-up, or at a table.

        Operations that revoke need a token, although their view is open.
        """
        is_open = AllowAny in self.view.permission_classes and "revoke" not in self.get_operation_id()
        return [] if is_open else super().get_auth()

    def get_extensions(self) -> dict[str, object]:
        """Return `x-token-scope`: the narrowest token scope that allows the call."""
        view: Any = self.view  # every route is an ApiView
        return {"x-token-scope": scope_for(self.method, view.right(self.method), view.reads).value}

    def get_tags(self) -> list[str]:
        """Return one tag: the first word of the path after `/v1/`, or after the tournament's slug."""
        words = self.path.strip("/").split("/")[2:] or ["root"]
        return [words[2] if len(words) > 2 and words[0] == "tournaments" else words[0]]

    def _get_response_bodies(
        self, direction: Literal["request", "response"] = "response"
    ) -> dict[str, object]:
        """Return the responses by status: success with its `ETag`, 304, and all refusals as `Problem`."""
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        done = {code: self._success_response(code, body) for code, body in bodies.items() if code[0] != "4"}
        refused = self._get_response_for_code(  # type: ignore[no-untyped-call]
            ProblemShownSerializer, "400", media_types=[MEDIA_TYPE], direction=direction
        )
        codes = sorted({*self._refusals(), *(code for code in bodies if code[0] == "4")})
        refusals = {code: {**refused, "description": REFUSALS[code]} for code in codes}
        if "429" in refusals:
            refusals["429"] = {**refusals["429"], "headers": {"Retry-After": WAIT, "RateLimit": BUDGET}}
        known = {"304": KNOWN} if self._is_versioned and self.method not in WRITES else {}
        return {**done, **known, **refusals}

    def _success_response(self, code: str, body: dict[str, Any]) -> dict[str, Any]:
        """Return the response with its `ETag` and, if it has none, a description: that of its status.

        A list without pages is described as complete.
        """
        headers = {"ETag": VERSION} if self._is_versioned else {}
        schemas = [said.get("schema", {}) for said in body.get("content", {}).values()]
        is_list = any(schema.get("type") == "array" for schema in schemas)
        description = body["description"] or (ALL_AT_ONCE if is_list else SUCCESSES[code])
        return {**body, "description": description, **({"headers": headers} if headers else {})}

    @property
    def _is_versioned(self) -> bool:
        """Return whether the route is of one tournament or one composed type: its answers have an `ETag`."""
        return "tournaments/{slug}/" in self.path or "types/{game}/" in self.path

    def _refusals(self) -> tuple[str, ...]:
        """Return the 4xx status codes that the operation may answer, as text."""
        gone = ("410",) if self._is_versioned else ()
        if self.method not in WRITES:
            limited = ("429",) if self.method in getattr(self.view, "limited", ()) else ()
            return ("400", "401", "403", "404", *gone, *limited)
        large = () if self.method == "DELETE" else ("413",)
        changed = ("412",) if self._is_versioned else ()
        if self.path.endswith(ENTRANCES):
            refused = ("403", "404") if "/table/" in self.path else ()
            return ("400", "401", *refused, *large, "422", "429")
        return ("400", "401", "403", "404", "409", *gone, *changed, *large, "422", "429")
