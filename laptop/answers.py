"""What the server itself answers, before the product is asked: in each language, as nobody knows whose."""

from collections.abc import Callable
from functools import cache
from http import HTTPStatus

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override
from waitress.utilities import Error

RETRY_SECONDS = 5
AGAIN = f'<meta http-equiv="refresh" content="{RETRY_SECONDS}">'
PAGE = f"""<!doctype html><html lang="{settings.LANGUAGE_CODE}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Chama</title>
"""


@cache
def busy_page() -> bytes:
    """What a reader is told for whom there is no thread."""
    return f"{PAGE}{AGAIN}{_in_each(_busy)}</html>".encode()


@cache
def sign_in_page() -> bytes:
    """What somebody is told who sends much and has not signed in."""
    return f"{PAGE}{_in_each(_sign_in)}</html>".encode()


def _busy() -> str:
    words = _("Many people are looking at once. This page tries again in %(n)d seconds.")
    return words % {"n": RETRY_SECONDS}


def _sign_in() -> str:
    return _(
        "Something so large is taken only from somebody who is signed in. Sign in first, then send it again."
    )


@cache
def too_large_page() -> bytes:
    """What a reader sees who sent more than this server takes."""
    return f"{PAGE}{_in_each(_too_large)}</html>".encode()


@cache
def not_taken_page() -> bytes:
    """What a reader sees whose request this server cannot read."""
    return f"{PAGE}{_in_each(_not_taken)}</html>".encode()


def _too_large() -> str:
    return _("This is too large to send. Go back and choose a smaller file.")


def _not_taken() -> str:
    words = _('This request could not be read. <a href="%(home)s">Go to the start page</a> and try again.')
    return words % {"home": "/"}


def _in_each(words: Callable[[], str]) -> str:
    return "\n".join(_told_in(code, words) for code, _name in settings.LANGUAGES)


def _told_in(code: str, words: Callable[[], str]) -> str:
    with override(code):
        return f'<p lang="{code}">{words()}'


class OwnAnswer(Error):  # type: ignore[misc]  # waitress has no types
    """An answer instead of the product's; `page` makes its body."""

    page: Callable[[], bytes]
    headers: tuple[tuple[str, str], ...]

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        """The status, the headers, the page."""
        headers = [("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store")]
        return f"{self.code} {self.reason}", [*headers, *self.headers], self.page()


class Busy(OwnAnswer):
    """503 for a reader, who tries again later."""

    code, reason, page = 503, "Service Unavailable", staticmethod(busy_page)
    headers = (("Retry-After", str(RETRY_SECONDS)),)


class FromNobody(OwnAnswer):
    """413 for a large body from somebody without an account."""

    code, reason, page = 413, "Content Too Large", staticmethod(sign_in_page)
    headers = (("Connection", "close"),)


class NotTaken(OwnAnswer):
    """Refuses a request by a status, and hangs up: where the next one would begin is unknown."""

    headers = (("Connection", "close"),)

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__("")
        self.code, self.reason = status.value, status.phrase
        is_large = status is HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        self.page = too_large_page if is_large else not_taken_page
