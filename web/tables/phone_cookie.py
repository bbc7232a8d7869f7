"""The signed cookie of a phone at a table: which card let it in, and a random name of its own."""

import secrets
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from matches.models import TableLink
from tournaments.tables.cards import Phone, pass_of, read_pass

NAME = "mesa"


def phone_of(request: HttpRequest) -> Phone | None:
    """The phone behind the request; None where it has no cookie of ours."""
    found = read_pass(request.COOKIES.get(NAME, ""))
    return Phone(*found) if found else None


def give_cookie(request: HttpRequest, response: HttpResponse, link: TableLink) -> HttpResponse:
    """The phone keeps its name from card to card, so that it never has two at one table."""
    known = phone_of(request)
    name = known.name if known else secrets.token_urlsafe(24)
    left: timedelta = link.expires_at - timezone.now()
    response.set_cookie(
        NAME,
        pass_of(link.code, name),
        max_age=int(left.total_seconds()),
        path=reverse("table_phone"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response
