"""What a table's card holds: the link's code, and a signature that only this server can make.

120 bits that nobody guesses, computed anew for each print and stored nowhere. Another `SECRET_KEY` makes
every printed card worthless.
"""

import base64

from django.utils.crypto import constant_time_compare, salted_hmac

CODE, SIGNATURE = 9, 24
SALT = "matches.table_link"


def token_of(code: str) -> str:
    """The secret part of a card's address."""
    return code + _signature(code)


def code_in(token: str) -> str | None:
    """The code of a link where the signature is ours, else None. Costs no query."""
    code, given = token[:CODE], token[CODE:]
    return code if constant_time_compare(given, _signature(code)) else None


def _signature(code: str) -> str:
    digest = salted_hmac(SALT, code, algorithm="sha256").digest()
    return base64.b32encode(digest).decode().lower()[:SIGNATURE]
