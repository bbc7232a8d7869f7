"""What an operator gives in secret: in a variable, or in a file that a variable names.

Variables of a process are shown by more tools than anybody thinks of. So `SECRET_KEY_FILE=/run/secrets/key`
stands for `SECRET_KEY=…`: a file as containers (the secrets of docker and kubernetes) and systemd
(`LoadCredential=`) put it there.
"""

import re
import sys
from pathlib import Path
from urllib.parse import quote, urlsplit

import environ

_env = environ.Env()


def env_secret(name: str) -> str:
    """The secret of this name; "" where neither it nor its file is given. Ends the program where both are."""
    given, file = str(_env.str(name, default="")), str(_env.str(f"{name}_FILE", default=""))
    if not file:
        return given
    if given:
        sys.exit(f"{name} and {name}_FILE are both set: say it once.")
    try:
        found = Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        sys.exit(f"{name}_FILE names no file that can be read: {file}")
    return found or sys.exit(f"{name}_FILE names an empty file: {file}")


def given_if(required: bool, url: str) -> str:
    """The address of the database; ends the program if it is required and missing."""
    if url or not required:
        return url
    sys.exit("DATABASE_URL is not set: a container keeps no data. Give postgres://… or DATABASE_URL_FILE.")


def not_given(*names: str) -> list[str]:
    """Those of the secrets that neither a variable nor a file gives."""
    return [name for name in names if not env_secret(name)]


def list_of(text: str) -> list[str]:
    """What stands between commas, or on lines of its own."""
    return [part.strip() for part in re.split(r"[,\n]", text) if part.strip()]


def with_password(url: str, password: str) -> str:
    """The address with this password, where it names none itself."""
    parts = urlsplit(url)
    if not password or not parts.hostname or parts.password is not None:
        return url
    place = parts.netloc.rpartition("@")[2]
    return parts._replace(netloc=f"{parts.username or ''}:{quote(password, safe='')}@{place}").geturl()
