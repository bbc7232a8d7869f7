"""Responses of the laptop's server itself, before the product sees a request; translated if possible."""

import json
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from http import HTTPStatus

from django.conf import settings
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import override
from waitress.utilities import Error

from api.problems import MEDIA_TYPE, Problem, violation_of_code
from core.http.language import language_in

Words = Callable[[], str]
"""Returns a sentence in the active language."""
RETRY_SECONDS = 5
AGAIN = f'<meta http-equiv="refresh" content="{RETRY_SECONDS}">'
API = "/api/"
TOURNAMENT = re.compile(r"/torneios/[-a-zA-Z0-9_]+/")


def busy_sentence() -> str:
    """Return the sentence for a reader whom no thread could serve in time."""
    words = _("Many people are using the site right now. This page tries again in %(n)d seconds.")
    return words % {"n": RETRY_SECONDS}


def sign_in_sentence() -> str:
    """Return the sentence for a large upload without an account."""
    return _("Uploads of this size need an account. Sign in first, then send it again.")


def too_large_sentence() -> str:
    """Return the sentence for a body larger than this server accepts."""
    return _("This is too large to send. Go back and choose a smaller file.")


def unreadable_sentence() -> str:
    """Return the sentence for a request that the server cannot parse."""
    return _("This request could not be read, and nothing was saved. Please try again.")


@lru_cache(maxsize=100)
def page(words: Words, language: str = "", way_back: str = "/") -> bytes:
    """Return an HTML page with these words and a link to the path `way_back`; for "" in each language.

    With `busy_sentence` the page reloads itself.
    """
    languages = [language] if language else [code for code, _name in settings.LANGUAGES]
    said = "\n".join(_paragraph(code, words, way_back) for code in languages)
    head = f"""<!doctype html><html lang="{languages[0]}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Chama</title>
"""
    return f"{head}{AGAIN if words is busy_sentence else ''}{said}</html>".encode()


def _paragraph(code: str, words: Words, way_back: str) -> str:
    """Return words and link as HTML in the language of this code."""
    with override(code):
        there = _("To the tournaments") if way_back == "/" else _("To the tournament")
        return format_html('<p lang="{}">{} <a href="{}">{}</a>', code, words(), way_back, there)


class ServerAnswer(Error):  # type: ignore[misc]  # waitress has no types
    """A response of the server itself, as an error of waitress: a page, or for the API a problem."""

    problem: str
    words: Words
    headers: tuple[tuple[str, str], ...]
    path, language = "", ""

    def set_request(self, path: str, headers: Mapping[str, str]) -> None:
        """Take the path and the reader's language from a request; `headers` as in waitress, in capitals."""
        cookie, accepted = headers.get("COOKIE", ""), headers.get("ACCEPT_LANGUAGE", "")
        self.path = path
        self.language = language_in(cookie, accepted) if cookie or accepted else ""

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        """Return status line, headers and body, as waitress expects them; they leave `ident` out."""
        is_api = self.path.startswith(API)
        kind = MEDIA_TYPE if is_api else "text/html; charset=utf-8"
        headers = [("Content-Type", kind), ("Cache-Control", "no-store"), *self.headers]
        return (
            f"{self.code} {self.reason}",
            headers,
            self._problem_document() if is_api else self._html_page(),
        )

    def _problem_document(self) -> bytes:
        """Return the refusal as JSON for the API (RFC 9457), in the reader's language."""
        with override(self.language or settings.LANGUAGE_CODE):
            violation = violation_of_code(self.problem, self.words())
        return json.dumps(Problem(self.code, self.problem, [violation]).body).encode()

    def _html_page(self) -> bytes:
        """Return the refusal as a page that leads back to the tournament, if the request was about one."""
        tournament = TOURNAMENT.match(self.path)
        return page(self.words, self.language, tournament[0] if tournament else "/")


class Busy(ServerAnswer):
    """503 for a reader whom no thread could serve in time; the page reloads itself."""

    code, reason, problem, words = 503, "Service Unavailable", "unavailable", staticmethod(busy_sentence)
    headers = (("Retry-After", str(RETRY_SECONDS)),)


class AnonymousUpload(ServerAnswer):
    """413 for a large body without an account; the connection is closed."""

    code, reason, problem, words = (
        413,
        "Content Too Large",
        "not_authenticated",
        staticmethod(sign_in_sentence),
    )
    headers = (("Connection", "close"),)


class RequestRefusal(ServerAnswer):
    """Refuses an unreadable or too large request with `status`, and closes the connection.

    The start of the next request would be unknown.
    """

    headers = (("Connection", "close"),)

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__("")
        self.code, self.reason = status.value, status.phrase
        is_large = status is HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        self.problem = "body_too_large" if is_large else "malformed"
        self.words = too_large_sentence if is_large else unreadable_sentence
