"""What programs are told of limits: `RateLimit-Policy`, `RateLimit` (an IETF draft) and `Retry-After`."""

from collections.abc import Mapping

from django.conf import settings

from core.errors import TooMany
from core.http.rate_limit import Budget


def left(budget: Budget) -> Mapping[str, str]:
    """How many calls pass in a span (`q` in `w` seconds), how many are left (`r`), until when (`t`)."""
    limit = budget.limit
    return {
        "RateLimit-Policy": f'"{limit.purpose}";q={limit.allowed(settings.LIMITS)};w={limit.seconds}',
        "RateLimit": f'"{limit.purpose}";r={budget.left};t={budget.seconds}',
    }


def exhausted(error: TooMany) -> Mapping[str, str]:
    """None is left, and in how many seconds to come back."""
    return {"Retry-After": str(error.seconds), "RateLimit": f'"{error.what}";r=0;t={error.seconds}'}
