"""What a table's card holds: the link's code, and a signature that only this server can make.

130 bits that cannot be guessed, computed again for each print and stored nowhere. Another `SECRET_KEY` makes
every printed card worthless, unless the old one stays among `SECRET_KEY_FALLBACKS`.
"""

import base64

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.utils.crypto import constant_time_compare, salted_hmac

CODE, SIGNATURE = 9, 26  # letters, of five bits each
SALT = "matches.table_link"


def token_of(code: str) -> str:
    """The secret part of a card's address."""
    return code + _signature(code, settings.SECRET_KEY)


def code_in(token: str) -> str | None:
    """The code of a link where the signature is ours, else None. Costs no query."""
    code, given = token[:CODE], token[CODE:]
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return code if any(constant_time_compare(given, _signature(code, key)) for key in keys) else None


def pass_of(code: str, name: str) -> str:
    """What a phone that came through a link shows from then on: the link's code and its own random name."""
    return Signer(salt=SALT).sign(f"{code}.{name}")


def read_pass(shown: str) -> tuple[str, str] | None:
    """The link's code and the phone's name, where the pass is ours."""
    try:
        code, _dot, name = Signer(salt=SALT).unsign(shown).partition(".")
    except BadSignature:
        return None
    return code, name


def _signature(code: str, key: str) -> str:
    digest = salted_hmac(SALT, code, secret=key, algorithm="sha256").digest()
    return base64.b32encode(digest).decode().lower()[:SIGNATURE]
