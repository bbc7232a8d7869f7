"""A middleware for benchmarks: processor time and statements of each answer, in the header Server-Timing."""

import time
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse

Handler = Callable[[HttpRequest], HttpResponse]


def measure(get_response: Handler) -> Handler:
    """Wrap the whole of Django; what is answered before it, or by the proxy, bears no header."""

    def handler(request: HttpRequest) -> HttpResponse:
        counted, began = Statements(), time.thread_time()
        with connection.execute_wrapper(counted):
            response = get_response(request)
        spent = (time.thread_time() - began) * 1000
        response["Server-Timing"] = f"cpu;dur={spent:.2f}, sql;desc={counted.number}"
        return response

    return handler


class Statements:
    """Count what one connection executes."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self, execute: Callable[..., Any], *arguments: Any) -> Any:
        """Execute, and count."""
        self.number += 1
        return execute(*arguments)
