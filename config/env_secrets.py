"""Secrets from environment variables, or from files that variables name.

Many tools show a process's variables. So `SECRET_KEY_FILE=/run/secrets/key` may replace `SECRET_KEY=…`, with
a file from containers (secrets of docker and kubernetes) or systemd (`LoadCredential=`).
"""

import re
import sys
from pathlib import Path
from urllib.parse import quote, urlsplit

import environ

_env = environ.Env()


def env_secret(name: str) -> str:
    """Return the secret of this name, from the variable or from the file that `NAME_FILE` names.

    "" if neither is set. Exit if both are, or if the file cannot be read or is empty.
    """
    given, file = str(_env.str(name, default="")), str(_env.str(f"{name}_FILE", default=""))
    if not file:
        return given
    if given:
        sys.exit(f"{name} and {name}_FILE are both set: set only one.")
    try:
        found = Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        sys.exit(f"{name}_FILE does not name a readable file: {file}")
    return found or sys.exit(f"{name}_FILE names an empty file: {file}")


def require_database_url(required: bool, url: str) -> str:
    """Return the database's address unchanged; exit if one is required (in a container) and it is empty."""
    if url or not required:
        return url
    sys.exit("DATABASE_URL is not set: a container stores no data. Set postgres://… or DATABASE_URL_FILE.")


def missing_secrets(*names: str) -> list[str]:
    """Return those of these names that neither a variable nor a file sets. Exit as `env_secret`."""
    return [name for name in names if not env_secret(name)]


def split_list(text: str) -> list[str]:
    """Return the parts of a text between commas and line ends, without blanks and empty ones."""
    return [part.strip() for part in re.split(r"[,\n]", text) if part.strip()]


def with_password(url: str, password: str) -> str:
    """Return the address with this password, unless it has one already, or no host; "" adds none."""
    parts = urlsplit(url)
    if not password or not parts.hostname or parts.password is not None:
        return url
    place = parts.netloc.rpartition("@")[2]
    return parts._replace(netloc=f"{parts.username or ''}:{quote(password, safe='')}@{place}").geturl()
