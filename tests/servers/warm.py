"""Settings of gunicorn for tests: each of them gets new processes, which find all templates compiled.

In production a process lives for weeks, and what a page needs is compiled when it is first asked for.
"""

from django.template.loader import get_template

from tests.servers.process import ROOT

TEMPLATES = ROOT / "templates"


def when_ready(server: object) -> None:
    """Gunicorn's hook: everything is loaded, no process is forked yet."""
    for path in TEMPLATES.rglob("*.html"):
        get_template(str(path.relative_to(TEMPLATES)))
