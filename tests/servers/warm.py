"""Settings of gunicorn for tests: each of them gets new processes, which find all templates compiled.

In production a process lives for weeks, and what a page needs is compiled when it is first asked for.
Passwords are hashed as in the process of the tests, whose accounts sign in here.
"""

from django.conf import settings
from django.template.loader import get_template

from tests.hashing import QUICK_FIRST
from tests.servers.process import ROOT

TEMPLATES = ROOT / "templates"


def when_ready(server: object) -> None:
    """Gunicorn's hook: everything is loaded, no process is forked yet."""
    settings.PASSWORD_HASHERS = [QUICK_FIRST, *settings.PASSWORD_HASHERS]
    for path in TEMPLATES.rglob("*.html"):
        get_template(str(path.relative_to(TEMPLATES)))
