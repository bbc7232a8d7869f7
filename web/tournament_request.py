"""A request to a tournament's pages: caller, tournament and the caller's role, each read once.

A phone at a table has no account. Its signed cookie contains the code of its card and a random name.
"""

import secrets
from dataclasses import dataclass, replace
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from accounts.selectors import get_or_create_player
from matches.models import TableLink
from tournaments import finding
from tournaments.models import Role, Tournament
from tournaments.policies import Need, allows, require_role, role_of
from tournaments.tables.cards import Phone, pass_of, read_pass
from web.http.errors import SignInFirst


@dataclass(frozen=True, slots=True)
class TournamentRequest:
    """A request to a tournament's pages; `player` is None for a visitor, `role` None without a staff role.

    `http` is Django's request.
    """

    http: HttpRequest
    tournament: Tournament
    player: Player | None
    role: Role | None

    @property
    def actor(self) -> Player:
        """Return the acting player. Raise `SignInFirst` for a visitor, who is sent to sign in."""
        if self.player is None:
            raise SignInFirst
        return self.player

    def may(self, need: Need) -> bool:
        """Return whether the caller has the right `need`."""
        return allows(self.role, self.tournament, need)

    def require(self, need: Need) -> "TournamentRequest":
        """Return this request if the caller has the right `need`.

        Else raise `Forbidden` (404 if the tournament is private, else 403), or `SignInFirst` for a visitor.
        """
        require_role(self.role, self.tournament, "see")
        if need != "see":
            _ = self.actor
            require_role(self.role, self.tournament, need)
        return self

    def reload(self) -> "TournamentRequest":
        """Return this request with the tournament read again, after an act of this or another request.

        Raise `Forbidden` if the caller may no longer see it.
        """
        return replace(self, tournament=finding.tournament_by_slug(self.tournament.slug)).require("see")

    def context(self, here: str) -> dict[str, object]:
        """Return the context that `tournament/base.html` needs; `here` is the URL name of the page.

        `seq` is the record's number, which forms send back as `seen`.
        """
        return {
            "tournament": self.tournament,
            "player": self.player,
            "role": self.role,
            "here": here,
            "seq": self.tournament.ledger.head_seq,
            "shown_version": self.tournament.ledger.version,
        }


def open_tournament(request: HttpRequest, slug: str, need: Need = "see") -> TournamentRequest:
    """Return a request to a tournament, found by its slug, for a caller with the right `need`.

    Raise `Forbidden` (404 if the tournament is private, else 403), or `SignInFirst` for a visitor.
    """
    player = current_player(request)
    if player is None:
        return TournamentRequest(request, finding.tournament_by_slug(slug), None, None).require(need)
    tournament, role = finding.tournament_with_role(slug, player)
    return TournamentRequest(request, tournament, player, role).require(need)


def at_tournament(request: HttpRequest, tournament: Tournament) -> TournamentRequest:
    """Return a request to a tournament found by other means than its slug, such as a table's card.

    No right is checked.
    """
    player = current_player(request)
    return TournamentRequest(request, tournament, player, role_of(tournament, player))


def current_player(request: HttpRequest) -> Player | None:
    """Return the player of the signed-in account; None for a visitor.

    Store the player of a superuser from the command line: call it before a read snapshot opens.
    """
    return get_or_create_player(request.user)


def signed_in(request: HttpRequest) -> Player:
    """Return the player of the signed-in account. Raise `SignInFirst` for a visitor."""
    player = current_player(request)
    if player is None:
        raise SignInFirst
    return player


PHONE_COOKIE = "mesa"


def phone_of(request: HttpRequest) -> Phone | None:
    """Return the phone at a table that the request's cookie names; None without a validly signed cookie."""
    found = read_pass(request.COOKIES.get(PHONE_COOKIE, ""))
    return Phone(*found) if found else None


def set_phone_cookie(request: HttpRequest, response: HttpResponse, link: TableLink) -> HttpResponse:
    """Set the cookie that names this card and the phone, until the card expires; return the response.

    A new card keeps the phone's random name, so one phone never counts as two at a table.
    """
    known = phone_of(request)
    name = known.name if known else secrets.token_urlsafe(24)
    left: timedelta = link.expires_at - timezone.now()
    response.set_cookie(
        PHONE_COOKIE,
        pass_of(link.code, name),
        max_age=int(left.total_seconds()),
        path=reverse("table_phone"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response
