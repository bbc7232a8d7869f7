"""Base of every route: caller, rights, conditional reads, and writes that run once per key.

A view parses its input, calls one service or selector, and shows the result. This module does the rest:
the calling account, 304, `ETag`, `If-Match`, `Idempotency-Key`, and the stored answer.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any, TypeVar

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from rest_framework.exceptions import NotAuthenticated, ParseError, UnsupportedMediaType, ValidationError
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import ListField, Serializer
from rest_framework.views import APIView

from accounts.models import Player, Scope, User
from accounts.selectors import player_of
from api.conditions import etag, expected_seq, is_known, key_in
from api.parsers import PlainJSON
from api.scopes import NEEDS, Right, is_narrow, require_scope, scope_for
from core.cache.response_cache import source_digest
from core.db.fair_lock import serialized
from core.db.transactions import read_snapshot, retry_on_conflict
from core.errors import Forbidden, Refused, Stale
from core.failpoints import reached
from core.http import rate_limit
from core.http.callers import Caller, caller_of
from core.http.idempotency import IdempotencyKey, SentAnswer, fingerprint_of, once
from core.http.rate_limit import Purpose
from core.models import Ledger
from core.record.act import no_act_since
from core.versions import Version
from tournaments.finding import find_tournament
from tournaments.match_views.versioned_cache import VersionedCache, record_version
from tournaments.models import Tournament
from tournaments.policies import Need, require
from tournaments.setup.staff import owes_second_factor

ANYBODY = "anonymous"
CONTENTS = 24  # whole answers that are cached, of a quarter of a megabyte or more each
_contents = VersionedCache(CONTENTS)
ABOUT_WHAT_IS_SAID = (Refused, Stale, RequestDataTooBig, ParseError, UnsupportedMediaType, ValidationError)
"""What is wrong with a call itself."""
Present = Mapping[str, object] | None
Shown = Present | Sequence[object]
Shape = TypeVar("Shape", bound=Serializer[Any])
Thing = TypeVar("Thing")
Plain = dict[str, object]  # an object of an answer


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """A write: its caller and time, the version they had seen (`seq`), and its key ("" without one)."""

    by: Player | None
    now: datetime
    seen: int | None
    key: str

    @property
    def actor(self) -> Player:
        """Return the caller. Raise `NotAuthenticated` (401) if there is none."""
        if self.by is None:
            raise NotAuthenticated
        return self.by


@dataclass(frozen=True, slots=True)
class WriteResult:
    """The result of a write: what it shows, the version after it (None without one), and extra headers."""

    shown: Shown
    seq: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


class ApiView(APIView):
    """Base of every route."""

    parser_classes = [PlainJSON]
    is_repeatable = True  # whether a write obeys Idempotency-Key; routes that store nothing do not
    limited: Mapping[str, Purpose] = {}  # what a method's calls are counted as
    counts_itself = False  # whether the route counts not each call, but what comes of it
    reads = Scope.READ  # the narrowest key that may read
    rights: Mapping[str, Right] = {}  # method → whose the write is; one that is not named is the organizer's

    @property
    def player(self) -> Player | None:
        """Return the player of the calling account, limited by its key; None without an account."""
        player = player_of(self.request.user) if self.request.user.is_authenticated else None
        if player is not None:
            player.is_narrowed = is_narrow(self.request.auth)
        return player

    def right(self, method: str) -> Right:
        """Return who may call this method; routes that only read name their own requirement."""
        return self.rights.get(method, "manage")

    def check_permissions(self, request: Request) -> None:
        """Require HTTPS if the site has it, and a token whose scope allows the call."""
        if settings.SECURE_SSL_REDIRECT and not request.is_secure():
            raise Forbidden("https_only")
        super().check_permissions(request)
        method = str(request.method)
        require_scope(request.auth, scope_for(method, self.right(method), self.reads))
        if method not in SAFE_METHODS and isinstance(request.user, User) and owes_second_factor(request.user):
            raise Forbidden("second_factor_needed")

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Refuse writes without an account, except on routes that are open to everyone."""
        super().initial(request, *args, **kwargs)
        if request.method not in SAFE_METHODS:
            ApiView.require_right(self, self.right(str(request.method)))

    def handle_exception(self, exc: Exception) -> Response:
        """Check rights before reporting errors in the input: strangers do not learn what is wrong with it.

        The act checks rights under the lock; here they are checked again only if something else is wrong.
        """
        if self.request.method not in SAFE_METHODS and isinstance(exc, ABOUT_WHAT_IS_SAID):
            try:
                self.require_right(self.right(str(self.request.method)))
            except (Forbidden, NotAuthenticated) as refusal:
                exc = refusal
        return super().handle_exception(exc)

    def require_right(self, right: Right) -> None:
        """Raise if the caller may not write here; routes of one object check more."""
        if right != "anybody" and self.player is None:
            raise NotAuthenticated

    @property
    def caller(self) -> Caller:
        """Return the caller whose attempts are counted."""
        return caller_of(self.request._request)

    def check_throttles(self, request: Request) -> None:
        """Count the call if its method is limited. Raise `TooMany` if it exceeds a limit."""
        purpose = self.limited.get(str(request.method))
        if purpose and not self.counts_itself:
            rate_limit.hit(purpose, self.caller)
        elif purpose and request.method not in SAFE_METHODS and not key_in(request):  # else it may be kept
            rate_limit.check(purpose, self.caller)

    def finalize_response(
        self, request: Request, response: Response, *args: object, **kwargs: object
    ) -> Response:
        """Forbid caches to reuse the response: it depends on the caller."""
        final = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(final, ["Authorization", "Cookie", "Accept-Language"])
        final.headers.setdefault("Cache-Control", "private, no-cache")
        return final

    def present_state(self) -> Present:
        """Return the present state for a 409 or 412; nothing by default."""
        return None

    def do(self, act: Callable[[WriteRequest], WriteResult], *, status: int = 200) -> Response:
        """Run a write once for its key; respond with what it shows and its `ETag`."""
        doing = WriteRequest(self.player, timezone.now(), expected_seq(self.request), key_in(self.request))

        def work() -> SentAnswer:
            done = act(doing)
            content = JSONRenderer().render(done.shown)
            tag = {} if done.seq is None else {"ETag": etag(done.seq, content)}
            return SentAnswer(status, content.decode(), {**done.headers, **tag})

        if doing.key:  # one transaction with the answer
            answer = retry_on_conflict(lambda: once(self._key(doing), work, now=doing.now))
        else:
            answer = retry_on_conflict(work, while_=no_act_since())
        reached("answer.committed")
        if answer.is_replayed:  # a role may have been taken away since
            self.require_right(self.right(str(self.request.method)))
        return _response(answer)

    def respond(self, shown: object, version: Version | int) -> HttpResponse:
        """Respond with this, or 304 if the caller has it."""
        return self._respond_with(JSONRenderer().render(shown), version)

    def _respond_with(self, content: bytes, version: Version | int) -> HttpResponse:
        tag = etag(version, content)
        if is_known(self.request, tag):
            return HttpResponse(status=304, headers={"ETag": tag})
        return HttpResponse(content, content_type="application/json", headers={"ETag": tag})

    def _key(self, doing: WriteRequest) -> IdempotencyKey:
        """Return the idempotency key of the request, with a fingerprint of what it sends."""
        request = self.request
        said = json.dumps([request.method, request.get_full_path(), request.data], sort_keys=True)
        owner = f"user {request.user.pk}" if request.user.is_authenticated else ANYBODY
        return IdempotencyKey(owner, doing.key, fingerprint_of(said))


def _response(answer: SentAnswer) -> Response:
    """Send a stored answer, marked if it is replayed."""
    headers = dict(answer.headers)
    if answer.is_replayed:
        headers["Idempotency-Replayed"] = "true"
    return Response(json.loads(answer.body or "null"), status=answer.status, headers=headers)


class TournamentApiView(ApiView):
    """Base of the routes of a tournament; 404 if the caller may not see it."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Serialize the writes to a tournament, once the whole body has arrived."""
        if request.method in SAFE_METHODS:
            return super().dispatch(request, *args, **kwargs)
        with suppress(RequestDataTooBig):  # raised again where it is parsed
            _ = request.body
        with serialized(str(kwargs["slug"])):
            return super().dispatch(request, *args, **kwargs)

    def require_right(self, right: Right) -> None:
        """Raise unless the caller may see the tournament and has the right; also if the answer is stored."""
        super().require_right(right)
        self.tournament(NEEDS.get(right, "see"))

    def tournament(self, need: Need = "see") -> Tournament:
        """Return the tournament of the address, for a caller with the right `need`."""
        found = find_tournament(str(self.kwargs["slug"]), self.player)
        if need != "see":
            require(found, self.player, need)
        return found

    def seq(self, tournament: Tournament) -> int:
        """Return the present number of the record's latest line."""
        return Ledger.objects.values_list("head_seq", flat=True).get(pk=tournament.ledger_id)

    def show(
        self, build: Callable[[Tournament], object], *, need: Need = "see", is_all_recorded: bool = True
    ) -> HttpResponse:
        """Respond with what `build` returns, or 304 if the caller has it.

        `is_all_recorded` false: the response has data that change without a line in the record (physical
        tables, the venue). Then an equal version does not prove that nothing changed, and the response is
        always built.
        """
        if not is_all_recorded:
            tournament = self.tournament(need)
            return self.respond(build(tournament), tournament.ledger.version)
        _ = self.player  # which may be made now, and is no look
        with read_snapshot():
            return self._versioned_response(self.tournament(need), build)

    def _versioned_response(
        self, tournament: Tournament, build: Callable[[Tournament], object]
    ) -> HttpResponse:
        """Respond with 304, without building anything, if the caller has this version."""
        tag = etag(tournament.ledger.version, self._etag_seed())
        if is_known(self.request, tag):
            return Response(status=304, headers={"ETag": tag})
        return Response(build(tournament), headers={"ETag": tag})

    def _etag_seed(self) -> bytes:
        """Return what distinguishes representations of one version: our code, the language, the reader."""
        reader = self.player
        who = (reader.pk, reader.is_narrowed) if reader else None
        return repr((source_digest(), get_language(), who)).encode()

    def show_shared(self, build: Callable[[Tournament], object]) -> HttpResponse:
        """`show` a response that is equal for all callers; for a public tournament cache it."""
        _ = self.player  # which may be made now, and is no look
        with read_snapshot():
            tournament = self.tournament()
            if not tournament.is_public:
                return self._versioned_response(tournament, build)
            record, key = record_version(tournament), (self.request.build_absolute_uri(),)
            content = _contents.get(record, key, lambda: JSONRenderer().render(build(tournament)))
        return self._respond_with(content, record.version)

    def act(self, work: Callable[[Tournament, WriteRequest], Shown], *, status: int = 200) -> Response:
        """Run a write on the tournament once for its key; the response has the version after it."""

        def on_tournament(doing: WriteRequest) -> WriteResult:
            tournament = self.tournament()
            shown = work(tournament, doing)
            return WriteResult(shown, self.seq(tournament))

        return self.do(on_tournament, status=status)

    def present_state(self) -> Present:
        """Return the present version, for a caller with an older one."""
        return {"seq": self.seq(self.tournament())}


@cache
def _shared_serializer(serializer: type[Shape]) -> Shape:
    """Return one shared instance, because its fields are slow to build; it holds no data of a request."""
    return serializer()


def parsed_body(serializer: type[Serializer[Any]], request: Request) -> dict[str, Any]:
    """Return the validated body; raise `ValidationError` (400) with all errors."""
    return _validated(serializer, request.data)


def parsed_query(serializer: type[Serializer[Any]], request: Request) -> dict[str, Any]:
    """Return the validated query; 400 for an unknown filter. Repeated parameters make a list."""
    query = request.query_params
    lists = [
        name for name, one in _shared_serializer(serializer).fields.items() if isinstance(one, ListField)
    ]
    return _validated(
        serializer, query.dict() | {name: query.getlist(name) for name in lists if name in query}
    )


def _validated(serializer: type[Serializer[Any]], data: Any) -> dict[str, Any]:
    """Validate the data by the serializer; raise its `ValidationError`."""
    checked: dict[str, object] = _shared_serializer(serializer).run_validation(data)
    return checked


def serialize(serializer: type[Serializer[Thing]], thing: Thing) -> Plain:
    """Return the object as the serializer shows it."""
    shown: Plain = _shared_serializer(serializer).to_representation(thing)
    return shown


def serialize_all(serializer: type[Serializer[Thing]], things: Iterable[Thing]) -> list[Plain]:
    """Return each object as the serializer shows it."""
    return [serialize(serializer, thing) for thing in things]
