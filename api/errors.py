"""Refusals as JSON, rendered in one place for every route.

| what | status |
|---|---|
| malformed body or header, unknown or badly typed field | 400 |
| no account where one is needed | 401 |
| `Forbidden` | 403, 404 if existence is private, 410 if it was taken down |
| `Stale` | 409 with the present state; 412 if `If-Match` named an older version |
| request too large | 413 |
| `Refused` | 422 with every violation |
| `TooMany` | 429 |
| the database is unavailable or read-only | 503 |
"""

import logging
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import DatabaseError, InterfaceError, OperationalError
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from api.base_view import ApiView
from api.conditions import is_conditional
from api.messages import detail_for
from api.parsers import MalformedJSON
from api.problems import Problem, flatten_errors, limit_violations, problems_of, violation_of_code
from core.db.storage import takes_no_changes
from core.errors import Forbidden, Refused, Stale, TooMany
from core.http.callers import note_request
from core.messages import limit_sentence

log = logging.getLogger(__name__)

CHANGED = "stale"
RETRY_SECONDS = "5"
CHALLENGE = {"WWW-Authenticate": "Token"}


def answer_exception(error: Exception, context: dict[str, object]) -> Response | None:
    """Return the problem document for an exception of a view; None, which means 500, if it is no refusal.

    Django REST Framework calls it (`EXCEPTION_HANDLER`); `context` has the `view` and the `request`.
    """
    problem = _problem_of_refusal(error, context) or _problem_of_framework(error, context)
    return problem.response() if problem else None


def _problem_of_refusal(error: Exception, context: dict[str, object]) -> Problem | None:
    """Return the problem of a refusal of ours (422, 409, 403 …), or of a database away or read-only (503).

    None for any other error, those of Django REST Framework included.
    """
    problem: Problem | None = None
    match error:
        case Refused():
            problem = Problem(422, _code_of(error), problems_of(error.violations))
        case Stale():
            problem = _stale_problem(error, context)
        case Forbidden():
            problem = _forbidden_problem(error, context)
        case TooMany():
            problem = _throttled_problem(error)
        case RequestDataTooBig():
            most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
            problem = Problem(
                413, "body_too_large", [violation_of_code("body_too_large", facts={"most": most})]
            )
        case DatabaseError() | InterfaceError():
            problem = _problem_of_database(error)
    return problem


def _problem_of_database(error: DatabaseError | InterfaceError) -> Problem | None:
    """Return 503 and log it if the database is unavailable or read-only; None for a bug of ours."""
    full = takes_no_changes(error)
    if not full and not isinstance(error, OperationalError | InterfaceError):
        return None
    code = "database_takes_no_changes" if full else "database_unavailable"
    log.error("%s: %s", code, error)
    return Problem(503, code, [violation_of_code(code)], headers={"Retry-After": RETRY_SECONDS})


def _code_of(refused: Refused) -> str:
    """Return the code that all violations share, or `refused` if they have several codes."""
    codes = {violation.code for violation in refused.violations}
    return codes.pop() if len(codes) == 1 else "refused"


def _stale_problem(error: Stale, context: dict[str, object]) -> Problem:
    """Return 412 if `If-Match` failed, else 409, with the present state of the route's object.

    The state is read now; it is empty if the view names none. Facts of the error that it has are left out.
    """
    view = context.get("view")
    state = (view.present_state() if isinstance(view, ApiView) else None) or {}
    facts = {name: fact for name, fact in error.facts.items() if name not in state}
    return Problem(
        _status_of_stale(error, view), error.code, [violation_of_code(error.code, facts=facts)], state
    )


def _status_of_stale(error: Stale, view: object) -> int:
    """Return 412 if `If-Match` named a stale version; 409 for other codes, or a number in the body."""
    is_given = isinstance(view, ApiView) and is_conditional(view.request)
    return 412 if is_given and error.code == CHANGED else 409


def _forbidden_problem(error: Forbidden, context: dict[str, Any]) -> Problem:
    """Return 404 `not_found`, 410 `taken_down`, or 401 for an anonymous call and code `forbidden`.

    Any other refusal is 403 with its own code. Writes 401 and 403 to the security log.
    """
    if error.code == "not_found":
        return Problem(404, "not_found", [violation_of_code("not_found")])
    if error.code == "taken_down":
        return Problem(410, "taken_down", [violation_of_code("taken_down")])
    request = context.get("request")
    if request is not None:
        note_request("right_refused", request, failed=True, code=error.code)
    if request is None or request.user.is_authenticated or error.code != "forbidden":
        return Problem(403, error.code, [violation_of_code(error.code, facts=error.facts)])
    return Problem(401, "not_authenticated", [violation_of_code("not_authenticated")], headers=CHALLENGE)


def _throttled_problem(error: TooMany) -> Problem:
    """Return 429 with `Retry-After` in seconds.

    `RateLimit` (an IETF draft) has the calls left (`r`, always 0) and the seconds to wait (`t`).
    """
    headers = {"Retry-After": str(error.seconds), "RateLimit": f'"{error.what}";r=0;t={error.seconds}'}
    facts = {"per": error.per, "seconds": error.seconds}
    said = violation_of_code(error.code, limit_sentence(error), facts)
    return Problem(429, error.code, [said], headers=headers)


def _problem_of_framework(error: Exception, context: dict[str, Any]) -> Problem | None:
    """Return the problem of an exception of Django REST Framework, with its status and headers.

    `ValidationError` and `ParseError` are 400 with all errors. None for an error that the framework does not
    handle.
    """
    response = exception_handler(error, context)
    if response is None:
        return None
    headers = {name: str(value) for name, value in response.headers.items()}
    headers.pop("Content-Type", None)
    if isinstance(error, exceptions.ValidationError):
        return Problem(400, "invalid", limit_violations(flatten_errors(error.detail)), headers=headers)
    if isinstance(error, exceptions.ParseError):
        wild = error if isinstance(error, MalformedJSON) else MalformedJSON("malformed_json")
        return Problem(400, wild.code, [violation_of_code(wild.code, facts=wild.facts)], headers=headers)
    detail = response.data.get("detail", "") if isinstance(response.data, dict) else ""
    code = str(getattr(detail, "code", "error"))
    return Problem(
        response.status_code,
        code,
        [violation_of_code(code, str(detail) or detail_for(code, {}))],
        headers=headers,
    )
