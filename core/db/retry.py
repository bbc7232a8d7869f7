"""A write that the database itself asks to try again: after a deadlock, or a serialization failure."""

from collections.abc import Callable
from typing import TypeVar

from django.db import OperationalError

T = TypeVar("T")
TIMES = 3
TRY_AGAIN = {"40001", "40P01"}  # serialization_failure, deadlock_detected


def retry_on_conflict(work: Callable[[], T]) -> T:
    """Do the work, which is one transaction; up to three times more where it was rolled back for others."""
    for _ in range(TIMES):
        try:
            return work()
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", None) not in TRY_AGAIN:
                raise
    return work()
