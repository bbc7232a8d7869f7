"""Checks of `manage.py check`: Django's version, and with `--deploy` settings that only a server needs."""

from typing import Any

import django
from django.conf import settings
from django.core import checks
from django.db import DatabaseError, connection

WITHOUT = {
    "SECRET_KEY": "This host made one of its own in DATA_DIR, which no dump has, and no other host.",
    "SIGNING_KEY": "Heads of records are not signed, so no one can prove later what a record was.",
    "DATABASE_URL": "All data go to an SQLite in DATA_DIR.",
    "CELERY_BROKER_URL": "No worker is notified of a job: it waits until a sweep finds it.",
    "ALLOWED_HOSTS": "The product answers by any name.",
}
ENCODING = "UTF8"
TESTED = ((5, 2), (6, 1))
"""First and last Django with which `core.db` was tested, which uses names that are private to Django."""


@checks.register(checks.Tags.compatibility)
def check_django_version(**_kwargs: Any) -> list[checks.CheckMessage]:
    """Return an error if Django is older or newer than those with which `core.db` was tested."""
    if TESTED[0] <= django.VERSION[:2] <= TESTED[1]:
        return []
    first, last = (".".join(map(str, version)) for version in TESTED)
    sentence = (
        f"Django {django.get_version()} is installed, but this product was tested with {first} to {last}."
    )
    return [checks.Error(sentence, hint="Install requirements.txt.", id="chama.E002")]


@checks.register(checks.Tags.security, deploy=True)
def check_server_settings(**_kwargs: Any) -> list[checks.CheckMessage]:
    """Return a warning for each missing setting of a server; the product runs without it, with no error."""
    forgotten = [*settings.NOT_GIVEN, *(["ALLOWED_HOSTS"] if "*" in settings.ALLOWED_HOSTS else [])]
    return [checks.Warning(f"{name} is not set.", hint=WITHOUT[name], id="chama.W001") for name in forgotten]


@checks.register(checks.Tags.security, deploy=True)
def check_database_encoding(**_kwargs: Any) -> list[checks.CheckMessage]:
    """Return an error if PostgreSQL's encoding is not UTF-8: migrations pass, and pages fail at the first
    accent.
    """
    found = _encoding() if connection.vendor == "postgresql" else ENCODING
    if found in (ENCODING, ""):
        return []
    hint = "Dump it, then: createdb --owner chama --encoding UTF8 --template template0 chama"
    return [checks.Error(f"The database's encoding is {found}, not {ENCODING}.", hint=hint, id="chama.E001")]


def _encoding() -> str:
    """Return the database's encoding; empty if it does not answer, which other commands report."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SHOW server_encoding")
            return str(cursor.fetchone()[0])
    except DatabaseError:
        return ""
