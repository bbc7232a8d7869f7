"""What an operator reads when something is wrong: who came in, who tried, who got which right.

One line an event in the logger `security`, its values as JSON, so that no name can forge another line. No
password, no key and no address of a table's card stands there.
"""

import logging

from django.http import HttpRequest

from core import logs
from core.http.callers import origin_of

log = logging.getLogger("security")


def note(event: str, *, failed: bool = False, **facts: object) -> None:
    """Write an event: a refusal as a warning, everything else as information."""
    logs.note(log, event, facts, level=logging.WARNING if failed else logging.INFO)


def note_request(event: str, request: HttpRequest, *, failed: bool = False, **facts: object) -> None:
    """The same with who asks, from where, for what."""
    user = getattr(request, "user", None)
    who = user.get_username() if user is not None and user.is_authenticated else None
    note(event, failed=failed, who=who, origin=origin_of(request), path=request.path, **facts)
