"""A write that the database itself asks to try again: after a deadlock, or a serialization failure."""

from collections.abc import Callable
from typing import TypeVar

from django.db import OperationalError

T = TypeVar("T")
TIMES = 3
TRY_AGAIN = {"40001", "40P01"}  # serialization_failure, deadlock_detected


def always() -> bool:
    """Work that is one transaction may be done again in any case: it was rolled back as a whole."""
    return True


def retry_on_conflict(work: Callable[[], T], *, while_: Callable[[], bool] = always) -> T:
    """Do the work; up to three times more where it was rolled back for others, `while_` that may be."""
    for _ in range(TIMES):
        try:
            return work()
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", None) not in TRY_AGAIN or not while_():
                raise
    return work()
