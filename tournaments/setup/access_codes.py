"""The code of an access link: six characters that only this site can compute, from a seed.

Another `SECRET_KEY` ends all links, unless the old one stays among `SECRET_KEY_FALLBACKS`.
"""

from collections.abc import Iterator

from django.conf import settings
from django.utils.crypto import salted_hmac

from core.record.codes import ALPHABET
from tournaments.models import AccessLink

LENGTH = 6
CODE, DIGEST = "tournaments.access_code", "tournaments.access_digest"


def _keys() -> Iterator[str]:
    yield settings.SECRET_KEY
    yield from settings.SECRET_KEY_FALLBACKS


def code_from(seed: str, key: str | None = None) -> str:
    """The code of this seed: 31⁶ possibilities, without look-alikes."""
    digest = salted_hmac(CODE, seed, secret=key, algorithm="sha256").digest()
    number = int.from_bytes(digest, "big")
    signs = []
    for _place in range(LENGTH):
        number, sign = divmod(number, len(ALPHABET))
        signs.append(ALPHABET[sign])
    return "".join(signs)


def digest_of(code: str, key: str | None = None) -> str:
    """What the database knows a code by."""
    return salted_hmac(DIGEST, code, secret=key, algorithm="sha256").hexdigest()


def digests_of(code: str) -> list[str]:
    """The same by each key that this site accepts."""
    return [digest_of(code, key) for key in _keys()]


def code_of(link: AccessLink) -> str:
    """The link's code, computed again; "" if the key that it came from is gone."""
    codes = ((key, code_from(link.seed, key)) for key in _keys())
    return next((code for key, code in codes if digest_of(code, key) == link.digest), "")


def normal_code(typed: str) -> str:
    """A code as it was typed: any case, with blanks or hyphens; "" if it cannot be one."""
    signs = "".join(sign for sign in typed[:40].lower() if sign not in " -\t")
    return signs if len(signs) == LENGTH and set(signs) <= set(ALPHABET) else ""
