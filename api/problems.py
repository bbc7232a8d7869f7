"""The body of every refusal: `application/problem+json` (RFC 9457).

`{"type", "title", "status", "detail", "error", "violations": [{"code", "message", "field", "rule", "facts"}],
"state": {…} or null}`

Programs branch on `error`, which is also the end of `type`. `violations` lists all problems at once, each
with a sentence in the caller's language. `state` is the present state if another caller was faster.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import islice

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.response import Response
from rest_framework.settings import api_settings

from api.field_docs import doc
from api.messages import detail_for
from core.errors import Violation

MEDIA_TYPE = "application/problem+json"
TYPE = "urn:problem-type:chama:"
MAX_SHOWN = 200
MAX_TOLD = 3
WHOLE = str(api_settings.NON_FIELD_ERRORS_KEY)


@dataclass(frozen=True, slots=True)
class Problem:
    """A refusal, ready to be rendered: HTTP status, code (`error`), violations as JSON, state and headers."""

    status: int
    error: str
    violations: Sequence[Mapping[str, object]]
    state: Mapping[str, object] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def body(self) -> dict[str, object]:
        """Return the problem document as JSON values; `detail` joins the first three messages."""
        return {
            "type": f"{TYPE}{self.error}",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": " ".join(str(said["message"]) for said in self.violations[:MAX_TOLD]),
            "error": self.error,
            "violations": list(self.violations),
            "state": self.state,
        }

    def response(self) -> Response:
        """Return the HTTP response with the problem document as `application/problem+json`."""
        return Response(self.body, self.status, headers=dict(self.headers), content_type=MEDIA_TYPE)


def problem_of(violation: Violation) -> dict[str, object]:
    """Return a violation as JSON values, with its sentence in the language of the request."""
    return {
        "code": violation.code,
        "message": detail_for(violation.code, violation.facts),
        "field": violation.field,
        "rule": violation.rule,
        "facts": dict(violation.facts),
    }


def problems_of(violations: Iterable[Violation]) -> list[dict[str, object]]:
    """Return violations as `problem_of` does, in their order."""
    return [problem_of(violation) for violation in violations]


def violation_of_code(
    code: str, message: str = "", facts: Mapping[str, object] | None = None
) -> dict[str, object]:
    """Return a violation as JSON values that is about no field: the one of a refusal with a single reason.

    Its message is by default the sentence of the code.
    """
    facts = facts or {}
    return {
        "code": code,
        "message": message or detail_for(code, facts),
        "field": "",
        "rule": "",
        "facts": facts,
    }


def limit_violations(violations: Iterable[dict[str, object]]) -> list[dict[str, object]]:
    """Return the first 200 violations; of more, then also a `more_violations` with the number of the rest."""
    shown = list(islice(violations := iter(violations), MAX_SHOWN))
    more = sum(1 for _ in violations)
    return [*shown, violation_of_code("more_violations", facts={"more": more})] if more else shown


def flatten_errors(detail: object, path: str = "") -> Iterator[dict[str, object]]:
    """Yield the nested errors of a REST framework `ValidationError` as flat violations, as JSON values.

    Their `field` is a path such as `lines.2.out`, "" for an error of the whole; `path` is that of `detail`.
    """
    if isinstance(detail, Mapping):
        for key, inner in detail.items():
            yield from flatten_errors(inner, path if key == WHOLE else f"{path}.{key}".strip("."))
    elif isinstance(detail, list | tuple):
        yield from _flatten_list(detail, path)
    else:
        code = str(detail.code) if isinstance(detail, ErrorDetail) else "invalid"
        yield {**violation_of_code(code, str(detail)), "field": path}


def _flatten_list(details: Sequence[object], path: str) -> Iterator[dict[str, object]]:
    """Yield violations of a list of errors: of messages about the field `path`, or of the items of a list."""
    for index, inner in enumerate(details):
        is_item = isinstance(inner, Mapping | list | tuple)
        yield from flatten_errors(inner, f"{path}.{index}".strip(".") if is_item else path)


class ViolationShownSerializer(serializers.Serializer[Violation]):
    """One broken rule, with a sentence in the caller's language."""

    code = serializers.CharField(**doc("The word that programs branch on.", "players_wrong_number"))
    message = serializers.CharField(
        **doc("A sentence for people, in the language of the request.", "An entry has 2 names here, not 1.")
    )
    field = serializers.CharField(
        **doc("What it is about, as a path (`lines.2.intact`); empty for the whole.", "names")
    )
    rule = serializers.CharField(
        **doc(
            "Where the rules say so: a number of the rulebook, or `house:…`; empty for a rule of "
            "the product.",
            "4.7.1",
        )
    )
    facts = serializers.DictField(**doc("What the sentence is made of, by name.", {"needed": 2, "given": 1}))

    def to_representation(self, instance: Violation) -> dict[str, object]:
        """Return the violation as JSON values, with its sentence in the language of the request."""
        return problem_of(instance)


@extend_schema_serializer(component_name="Problem")
class ProblemShownSerializer(serializers.Serializer[Mapping[str, object]]):
    """The one body of every refusal, as RFC 9457 has it; `error`, `violations` and `state` are our own."""

    type = serializers.CharField(
        **doc(
            "A URI of the kind of problem; it ends with `error`, and there is no page at it.",
            "urn:problem-type:chama:stale",
        )
    )
    title = serializers.CharField(**doc("The status in words.", "Precondition Failed"))
    status = serializers.IntegerField(**doc("The HTTP status.", 412))
    detail = serializers.CharField(
        **doc(
            "The first sentences of `violations`, for people.",
            "This changed since you opened the page. Look at the present state and try again.",
        )
    )
    error = serializers.CharField(
        **doc("The code of the only problem, `refused` if there are several.", "stale")
    )
    violations = ViolationShownSerializer(many=True, **doc("All problems, at once."))
    state = serializers.DictField(
        allow_null=True,
        **doc(
            "With 409 and 412 the present state, with the record's number `seq`; null with every "
            "other status.",
            {"seq": 75},
        ),
    )
