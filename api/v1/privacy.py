"""Personal data: read and erase one's own, and the mark for people under 18."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.erasing import anonymise
from accounts.models import Player, User
from accounts.signing_in import attempts
from api.base_view import ApiView, WriteRequest
from api.field_docs import MOMENT, SLUG, doc, example_body
from api.serialization import parse_body
from api.strict import Flag, StrictFields, Text
from api.v1.entries.serializers import EntrySerializer
from api.v1.entries.views import EntryApiView
from core.errors import Forbidden, Refused, Violation
from core.http.callers import address_of
from core.http.rate_limit import Purpose
from matches.models import Entry
from tournaments.models import Tournament
from tournaments.privacy import mark_entrant, own_data


class ForgetSerializer(StrictFields):
    """The caller's password, typed again to confirm."""

    password = Text(
        max_length=500,
        trim_whitespace=False,
        write_only=True,
        **doc("The password; the site's rules say what is too weak.", "seis reinos intactos"),
    )


class MinorSerializer(StrictFields):
    """Which person of the entry, and whether they are under 18.

    `namesakes` also marks every other record of that name in that club that has no account; a mark is removed
    from this person only.
    """

    person = Text(max_length=12, **doc("The person's code in this tournament's record.", "pwr5fkbzz"))
    is_minor = serializers.BooleanField(
        **doc("Whether they are under 18, and so shown by first name and initial.", False)
    )
    namesakes = Flag(
        required=False, **doc("Whether every other record of that name in that club is marked too.", False)
    )


class OwnDataSerializer(serializers.Serializer[dict[str, Any]]):
    """All data stored about the caller."""

    format = serializers.CharField(**doc("Which form the data have.", "chama-own-data/1"))
    at = serializers.DateTimeField(**doc("When they were gathered.", MOMENT))
    person = serializers.DictField(
        **doc("Name, code, club and what is shown of the person.", {"name": "Ana Mariapaulista"})
    )
    account = serializers.DictField(
        allow_null=True,
        **doc(
            "User name, since when, last sign-in, two-step verification; null without an account.",
            {"username": "ana"},
        ),
    )
    keys = serializers.ListField(
        child=serializers.DictField(),
        **doc("The keys of the account; none is shown itself.", [{"id": "t4k9", "scope": "judge"}]),
    )
    passkeys = serializers.ListField(
        child=serializers.DictField(),
        **doc(
            "The passkeys of the account, by the names that it gave them; none is shown itself.",
            [{"name": "My phone", "site": "chama.example", "made_at": MOMENT, "last_used_at": None}],
        ),
    )
    sessions = serializers.ListField(
        child=serializers.DictField(),
        **doc("Where the account is signed in.", [{"device": "Firefox, Android", "since": MOMENT}]),
    )
    mail_addresses = serializers.ListField(
        child=serializers.DictField(),
        **doc(
            "The e-mail addresses of the account; one that waits for its link has no `confirmed_at`.",
            [{"address": "ana@chama.example", "language": "pt-br", "since": MOMENT, "confirmed_at": MOMENT}],
        ),
    )
    calendars = serializers.ListField(
        child=serializers.DictField(),
        **doc(
            "Which secret calendars there are, and since when; no address is shown.",
            [{"kind": "player", "made_at": MOMENT}],
        ),
    )
    notices = serializers.DictField(
        allow_null=True,
        **doc(
            "The notices that the account chose, its devices, and what was sent; null without an account.",
            {"by_mail": ["called"], "by_push": [], "language": "pt-br", "devices": [], "sent": []},
        ),
    )
    webhooks = serializers.ListField(
        child=serializers.DictField(),
        **doc(
            "Addresses that the person added to tournaments, without secrets.",
            [{"url": "https://hooks.example.org/chama", "tournament": SLUG, "added_at": MOMENT}],
        ),
    )
    tournaments = serializers.ListField(
        child=serializers.DictField(),
        **doc(
            "Roles, entries, decks, reports of each tournament, and the code in its record.",
            [{"slug": SLUG, "code_in_record": "pwr5fkbzz"}],
        ),
    )
    types = serializers.ListField(
        child=serializers.DictField(),
        **doc("Types that the person composed.", [{"game": "chama", "key": "fortaleza"}]),
    )


class OwnDataApiView(ApiView):
    """Route to read all data stored about the caller."""

    permission_classes = [IsAuthenticated]
    limited = {"GET": Purpose.COSTLY}

    @extend_schema(operation_id="own_data", responses=OwnDataSerializer)
    def get(self, request: Request) -> Response:
        """Read everything that is stored about the caller, without secrets.

        Account, keys, and of each tournament what the caller was, handed in and said there. 403
        `token_scope` for a token whose scope is not `organize`.
        """
        return Response(
            own_data(_require_full_access(self.player), timezone.now()), headers={"Cache-Control": "no-store"}
        )


class ForgetApiView(ApiView):
    """Route to erase the caller's account and name."""

    is_repeatable = False
    permission_classes = [IsAuthenticated]
    rights = {"POST": "own"}

    @extend_schema(
        operation_id="forget_me",
        request=ForgetSerializer,
        responses={204: None},
        examples=example_body({"password": "seis reinos intactos"}),
    )
    def post(self, request: Request) -> Response:
        """Erase the caller's account and name for good, with the password typed again.

        What was played stays under a pseudonym. 422 `password_wrong`; `sole_organizer` if a
        tournament would be left without an organizer. 429 after too many wrong passwords.
        """
        password = parse_body(ForgetSerializer, request)["password"]
        user, address = request.user, address_of(request._request)
        if not isinstance(user, User):
            raise NotAuthenticated
        attempts.count_attempt(user.username, address)
        if not user.check_password(password):
            raise Refused([Violation("password_wrong", field="password")])
        attempts.refund_attempt(user.username, address)
        anonymise(user.player)
        return Response(status=204)


class MinorApiView(EntryApiView):
    """Route to mark a person of an entry as under 18, or to remove the mark."""

    rights = {"POST": "coordinate"}

    @extend_schema(
        operation_id="mark_minor",
        request=MinorSerializer,
        responses=EntrySerializer,
        examples=example_body({"person": "pwr5fkbzz", "is_minor": True}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Mark a person of an entry as under 18, or remove the mark.

        A marked person is shown by first name and initial, here and elsewhere; the whole name is
        deleted for good. 422 `not_of_this_entry`; `minor_is_own` if only they may remove it, since they have
        an account.
        """
        given = parse_body(MinorSerializer, request)

        def store_minor_mark(tournament: Tournament, entry: Entry, write: WriteRequest) -> None:
            mark_entrant(
                tournament,
                entry,
                person=given["person"],
                is_minor=given["is_minor"],
                namesakes=given.get("namesakes", False),
                by=write.actor,
            )

        return self.act_on_entry(store_minor_mark)


def _require_full_access(player: Player | None) -> Player:
    """Return the caller's player; the call must have a session or a token of scope `organize`.

    Raise `NotAuthenticated` (401) without an account, `Forbidden` `token_scope` for a narrower token.
    """
    if player is None:
        raise NotAuthenticated
    if player.is_narrowed:
        raise Forbidden("token_scope", {"needed": "organize"})
    return player
