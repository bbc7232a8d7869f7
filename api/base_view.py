"""What every route stands on: who calls, reading with a version, writing once.

A view parses its input, calls one service or selector, and shows the outcome. This module does the
rest: the account behind the call, 304, `ETag`, `If-Match`, `Idempotency-Key`, and the stored answer.
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
from api.conditions import etag, is_known, key_in, seen_in
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
from tournaments.finding import find
from tournaments.match_views.versioned_cache import VersionedCache, record_version
from tournaments.models import Tournament
from tournaments.policies import Need, require
from tournaments.setup.second_factor_due import owes_second_factor

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
    """One write: who does it, when, what they had seen (`seq`), and under which key ("" for none)."""

    by: Player | None
    now: datetime
    seen: int | None
    key: str

    @property
    def actor(self) -> Player:
        """Who does it, on routes that need an account."""
        if self.by is None:
            raise NotAuthenticated
        return self.by


@dataclass(frozen=True, slots=True)
class Done:
    """What a write shows, the number of its thing after it (None where it has none), and headers beside."""

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
        """The player of the calling account, who reaches as far as the key does; None without an account."""
        player = player_of(self.request.user) if self.request.user.is_authenticated else None
        if player is not None:
            player.is_narrowed = is_narrow(self.request.auth)
        return player

    def right(self, method: str) -> Right:
        """Whose a call by this method is; those that only read say themselves what they need."""
        return self.rights.get(method, "manage")

    def check_permissions(self, request: Request) -> None:
        """Require HTTPS where the site has it, and a token whose scope allows the call."""
        if settings.SECURE_SSL_REDIRECT and not request.is_secure():
            raise Forbidden("https_only")
        super().check_permissions(request)
        method = str(request.method)
        require_scope(request.auth, scope_for(method, self.right(method), self.reads))
        if method not in SAFE_METHODS and isinstance(request.user, User) and owes_second_factor(request.user):
            raise Forbidden("second_factor_needed")

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Refuse writes without an account, except where anybody may write."""
        super().initial(request, *args, **kwargs)
        if request.method not in SAFE_METHODS:
            ApiView.require_right(self, self.right(str(request.method)))

    def handle_exception(self, exc: Exception) -> Response:
        """Whose a write is comes before what it says: strangers are not told what is wrong with it.

        The act asks under the lock; here it is asked once more only where something else is wrong.
        """
        if self.request.method not in SAFE_METHODS and isinstance(exc, ABOUT_WHAT_IS_SAID):
            try:
                self.require_right(self.right(str(self.request.method)))
            except (Forbidden, NotAuthenticated) as refusal:
                exc = refusal
        return super().handle_exception(exc)

    def require_right(self, right: Right) -> None:
        """Pass where the caller may write here at all, else raise; routes of one thing know more of it."""
        if right != "anybody" and self.player is None:
            raise NotAuthenticated

    @property
    def caller(self) -> Caller:
        """Whose attempts are counted."""
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
        """What is shown depends on who asks, and is asked for again each time."""
        final = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(final, ["Authorization", "Cookie", "Accept-Language"])
        final.headers.setdefault("Cache-Control", "private, no-cache")
        return final

    def present_state(self) -> Present:
        """What a 409 or 412 shows of the present; nothing here."""
        return None

    def do(self, act: Callable[[WriteRequest], Done], *, status: int = 200) -> Response:
        """Run a write once for its key and answer with what it shows, and its `ETag`."""
        doing = WriteRequest(self.player, timezone.now(), seen_in(self.request), key_in(self.request))

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
        """Answer with this, or 304 where the caller has it."""
        return self._respond_with(JSONRenderer().render(shown), version)

    def _respond_with(self, content: bytes, version: Version | int) -> HttpResponse:
        tag = etag(version, content)
        if is_known(self.request, tag):
            return HttpResponse(status=304, headers={"ETag": tag})
        return HttpResponse(content, content_type="application/json", headers={"ETag": tag})

    def _key(self, doing: WriteRequest) -> IdempotencyKey:
        request = self.request
        said = json.dumps([request.method, request.get_full_path(), request.data], sort_keys=True)
        owner = f"user {request.user.pk}" if request.user.is_authenticated else ANYBODY
        return IdempotencyKey(owner, doing.key, fingerprint_of(said))


def _response(answer: SentAnswer) -> Response:
    headers = dict(answer.headers)
    if answer.is_replayed:
        headers["Idempotency-Replayed"] = "true"
    return Response(json.loads(answer.body or "null"), status=answer.status, headers=headers)


class TournamentApiView(ApiView):
    """Base of the routes under one tournament; 404 where it is not the caller's to see."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Writers of one tournament go one after the other, once all that they say is here."""
        if request.method in SAFE_METHODS:
            return super().dispatch(request, *args, **kwargs)
        with suppress(RequestDataTooBig):  # raised again where it is parsed
            _ = request.body
        with serialized(str(kwargs["slug"])):
            return super().dispatch(request, *args, **kwargs)

    def require_right(self, right: Right) -> None:
        """Theirs to see, and where a policy names the right, to do; also where the answer is stored."""
        super().require_right(right)
        self.tournament(NEEDS.get(right, "see"))

    def tournament(self, need: Need = "see") -> Tournament:
        """The tournament of the address, for a caller who may do what `need` names."""
        found = find(str(self.kwargs["slug"]), self.player)
        if need != "see":
            require(found, self.player, need)
        return found

    def seq(self, tournament: Tournament) -> int:
        """The number of the record's latest line right now."""
        return Ledger.objects.values_list("head_seq", flat=True).get(pk=tournament.ledger_id)

    def show(
        self, build: Callable[[Tournament], object], *, need: Need = "see", is_all_recorded: bool = True
    ) -> HttpResponse:
        """Answer with what `build` makes, or 304 where the caller has that.

        `is_all_recorded` false: it shows things that change without a line in the record (physical
        tables, the venue), so an equal version does not prove that nothing is new, and it is made first.
        """
        if not is_all_recorded:
            tournament = self.tournament(need)
            return self.respond(build(tournament), tournament.ledger.version)
        _ = self.player  # which may be made now, and is no look
        with read_snapshot():
            return self._recorded(self.tournament(need), build)

    def _recorded(self, tournament: Tournament, build: Callable[[Tournament], object]) -> HttpResponse:
        """Nothing is made where the caller has this version, as such readers see it."""
        tag = etag(tournament.ledger.version, self._depends_on())
        if is_known(self.request, tag):
            return Response(status=304, headers={"ETag": tag})
        return Response(build(tournament), headers={"ETag": tag})

    def _depends_on(self) -> bytes:
        """What makes representations of one version differ: our code, the language, who reads."""
        reader = self.player
        who = (reader.pk, reader.is_narrowed) if reader else None
        return repr((source_digest(), get_language(), who)).encode()

    def show_everybody(self, build: Callable[[Tournament], object]) -> HttpResponse:
        """`show` what is the same for every caller: of a public tournament it is rendered once a version."""
        _ = self.player  # which may be made now, and is no look
        with read_snapshot():
            tournament = self.tournament()
            if not tournament.is_public:
                return self._recorded(tournament, build)
            record, key = record_version(tournament), (self.request.build_absolute_uri(),)
            content = _contents.get(record, key, lambda: JSONRenderer().render(build(tournament)))
        return self._respond_with(content, record.version)

    def act(self, work: Callable[[Tournament, WriteRequest], Shown], *, status: int = 200) -> Response:
        """Run a write on the tournament once for its key; the answer bears the version after it."""

        def on_tournament(doing: WriteRequest) -> Done:
            tournament = self.tournament()
            shown = work(tournament, doing)
            return Done(shown, self.seq(tournament))

        return self.do(on_tournament, status=status)

    def present_state(self) -> Present:
        """The version now, for a caller whose own is old."""
        return {"seq": self.seq(self.tournament())}


@cache
def _kept(serializer: type[Shape]) -> Shape:
    """One of them for all calls, since its fields are costly to make; it holds no data of a call."""
    return serializer()


def parsed(serializer: type[Serializer[Any]], request: Request) -> dict[str, Any]:
    """The checked body of the request; `ValidationError` (400) with everything that is wrong."""
    return _checked(serializer, request.data)


def asked(serializer: type[Serializer[Any]], request: Request) -> dict[str, Any]:
    """The checked query of the request; 400 for a filter that does not exist. A list is said item by item."""
    query = request.query_params
    lists = [name for name, one in _kept(serializer).fields.items() if isinstance(one, ListField)]
    return _checked(serializer, query.dict() | {name: query.getlist(name) for name in lists if name in query})


def _checked(serializer: type[Serializer[Any]], data: Any) -> dict[str, Any]:
    checked: dict[str, object] = _kept(serializer).run_validation(data)
    return checked


def shaped(serializer: type[Serializer[Thing]], thing: Thing) -> Plain:
    """The thing as the serializer shows it."""
    shown: Plain = _kept(serializer).to_representation(thing)
    return shown


def shaped_all(serializer: type[Serializer[Thing]], things: Iterable[Thing]) -> list[Plain]:
    """Each of the things as the serializer shows it."""
    return [shaped(serializer, thing) for thing in things]
