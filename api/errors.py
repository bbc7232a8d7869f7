"""Refusals as JSON, rendered once for every route."""

from typing import Any

from rest_framework.response import Response
from rest_framework.views import exception_handler


def answer_exception(error: Exception, context: dict[str, Any]) -> Response | None:
    """Leave everything to REST framework, until the API lands."""
    return exception_handler(error, context)
