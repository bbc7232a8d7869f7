"""Base of every route: caller, rights, conditional reads, and writes that run once per key.

A view parses its input, calls one service or selector, and shows the result. This module does the rest:
the calling account, 304, `ETag`, `If-Match`, `Idempotency-Key`, and the stored answer.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime

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
from rest_framework.views import APIView

from accounts.models import Player, Scope, User
from accounts.selectors import get_or_create_player
from api.conditions import etag, expected_seq, idempotency_key_in, is_known
from api.parsers import PlainJSON
from api.scopes import NEEDS, Right, is_narrow, require_scope, scope_for
from core.cache.response_cache import source_digest
from core.db.fair_lock import serialized
from core.db.transactions import read_snapshot, retry_on_conflict
from core.errors import Forbidden, Refused, Stale
from core.failpoints import reached
from core.http import rate_limit
from core.http.callers import Caller, caller_of
from core.http.idempotency import IdempotencyKey, SentAnswer, fingerprint_of, run_once
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
_contents = VersionedCache(24)  # answers of a quarter of a megabyte or more each
INPUT_ERRORS = (Refused, Stale, RequestDataTooBig, ParseError, UnsupportedMediaType, ValidationError)
"""Errors that tell a caller something about the thing called; see `ApiView.handle_exception`."""
PresentState = Mapping[str, object] | None
"""What a 409 or 412 shows of the thing that changed; None shows nothing."""
JSONBody = PresentState | Sequence[object]
"""The body of a response, to be rendered as JSON; None for an empty one."""


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """One call that writes, as its view passes it on.

    `by` is the caller, None without an account. `seen` is the `seq` in `If-Match`, None without one. `key` is
    the `Idempotency-Key`, "" without one.
    """

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
    """The result of a write: the response's body and extra headers.

    `seq` is the number of the record's latest line after the write, from which the `ETag` is made; None for
    a response without `ETag`.
    """

    body: JSONBody
    seq: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


class ApiView(APIView):
    """Base of every route; its class attributes declare who may call it, and how often.

    `is_repeatable`: writes obey `Idempotency-Key`; false for routes that store nothing. `limited` maps an
    HTTP method to the rate limit of its calls; with `counts_itself` the route counts only what comes of a
    call. `reads` is the narrowest token scope that may read. `rights` maps an HTTP method to who may write.
    """

    parser_classes = [PlainJSON]
    is_repeatable = True
    limited: Mapping[str, Purpose] = {}
    counts_itself = False
    reads = Scope.READ
    rights: Mapping[str, Right] = {}

    @property
    def player(self) -> Player | None:
        """Return the player of the calling account; None for an anonymous call.

        `is_narrowed` is set on it if the token's scope is not `organize`. Creates and stores the player of an
        account that has none yet.
        """
        player = get_or_create_player(self.request.user) if self.request.user.is_authenticated else None
        if player is not None:
            player.is_narrowed = is_narrow(self.request.auth)
        return player

    def create_missing_player(self) -> None:
        """Create the player of an account that has none; call it before a snapshot, which cannot write."""
        _ = self.player

    def right(self, method: str) -> Right:
        """Return who may write by this HTTP method: as `rights` says, else organizers (`manage`)."""
        return self.rights.get(method, "manage")

    def check_permissions(self, request: Request) -> None:
        """Require HTTPS if the site has it, enough token scope, and for writes owed two-step verification.

        Raise `Forbidden`: `https_only`, `token_scope`, `second_factor_needed`; `NotAuthenticated` (401) if
        the view's `permission_classes` ask for an account.
        """
        if settings.SECURE_SSL_REDIRECT and not request.is_secure():
            raise Forbidden("https_only")
        super().check_permissions(request)
        method = str(request.method)
        require_scope(request.auth, scope_for(method, self.right(method), self.reads))
        if method not in SAFE_METHODS and isinstance(request.user, User) and owes_second_factor(request.user):
            raise Forbidden("second_factor_needed")

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Authenticate, check permissions and throttles, as Django REST Framework does before each call.

        Raise `NotAuthenticated` (401) for a write without an account, unless its right is `anybody`.
        """
        super().initial(request, *args, **kwargs)
        if request.method not in SAFE_METHODS:
            ApiView.require_right(self, self.right(str(request.method)))

    def handle_exception(self, exc: Exception) -> Response:
        """Return the response to an exception of the view; for a caller without the right, the refusal of it.

        So strangers do not learn what is wrong with their input, or what state a thing is in. The act checks
        rights under the lock; here they are checked only if a write ended with one of `INPUT_ERRORS`.
        """
        if self.request.method not in SAFE_METHODS and isinstance(exc, INPUT_ERRORS):
            try:
                self.require_right(self.right(str(self.request.method)))
            except (Forbidden, NotAuthenticated) as refusal:
                exc = refusal
        return super().handle_exception(exc)

    def require_right(self, right: Right) -> None:
        """Raise `NotAuthenticated` (401) if the right needs an account and the call has none.

        Routes of one object extend it: they also raise if the caller lacks the right to this object.
        """
        if right != "anybody" and self.player is None:
            raise NotAuthenticated

    @property
    def caller(self) -> Caller:
        """Return address and account of the call, by which rate limits count."""
        return caller_of(self.request._request)

    def check_throttles(self, request: Request) -> None:
        """Count the call if `limited` has a limit for its method; raise `TooMany` (429) beyond the limit.

        If the route counts itself, only a write without an `Idempotency-Key` is checked here, and none is
        counted.
        """
        purpose = self.limited.get(str(request.method))
        if purpose and not self.counts_itself:
            rate_limit.hit(purpose, self.caller)
        elif (
            purpose and request.method not in SAFE_METHODS and not idempotency_key_in(request)
        ):  # with a key, the stored answer may be sent again
            rate_limit.check(purpose, self.caller)

    def finalize_response(
        self, request: Request, response: Response, *args: object, **kwargs: object
    ) -> Response:
        """Add `Vary`, and `Cache-Control` unless it is set: caches must revalidate the response."""
        final = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(final, ["Authorization", "Cookie", "Accept-Language"])
        final.headers.setdefault("Cache-Control", "private, no-cache")
        return final

    def present_state(self) -> PresentState:
        """Return what a 409 or 412 shows of the thing that changed. By default nothing: None."""
        return None

    def run_write(self, act: Callable[[WriteRequest], WriteResult], *, status: int = 200) -> Response:
        """Run `act` and respond with its body, its headers and its `ETag`; again if a transaction conflicts.

        With an `Idempotency-Key` the answer is stored in the act's transaction for 24 hours. A call with the
        same key and input gets the stored answer and does not run `act`; it must still have the right.
        """
        write = WriteRequest(
            self.player, timezone.now(), expected_seq(self.request), idempotency_key_in(self.request)
        )

        def run_and_render() -> SentAnswer:
            done = act(write)
            content = JSONRenderer().render(done.body)
            tag = {} if done.seq is None else {"ETag": etag(done.seq, content)}
            return SentAnswer(status, content.decode(), {**done.headers, **tag})

        if write.key:  # one transaction with the answer
            answer = retry_on_conflict(
                lambda: run_once(self._idempotency_key(write), run_and_render, now=write.now)
            )
        else:
            answer = retry_on_conflict(run_and_render, may_retry=no_act_since())
        reached("answer.committed")
        if answer.is_replayed:  # a role may have been taken away since
            self.require_right(self.right(str(self.request.method)))
        return _response(answer)

    def respond(self, body: object, version: Version | int) -> HttpResponse:
        """Respond with the body as JSON, or with 304 if `If-None-Match` names this content and version."""
        return self._respond_with_content(JSONRenderer().render(body), version)

    def _respond_with_content(self, content: bytes, version: Version | int) -> HttpResponse:
        """Respond with rendered JSON, or with 304 if `If-None-Match` names this content and version."""
        tag = etag(version, content)
        if is_known(self.request, tag):
            return HttpResponse(status=304, headers={"ETag": tag})
        return HttpResponse(content, content_type="application/json", headers={"ETag": tag})

    def _idempotency_key(self, write: WriteRequest) -> IdempotencyKey:
        """Return the call's key with its owner (an account) and a fingerprint of method, address and body."""
        request = self.request
        said = json.dumps([request.method, request.get_full_path(), request.data], sort_keys=True)
        owner = f"user {request.user.pk}" if request.user.is_authenticated else ANYBODY
        return IdempotencyKey(owner, write.key, fingerprint_of(said))


def _response(answer: SentAnswer) -> Response:
    """Return the HTTP response of an answer; one from the store gets `Idempotency-Replayed: true`."""
    headers = dict(answer.headers)
    if answer.is_replayed:
        headers["Idempotency-Replayed"] = "true"
    return Response(json.loads(answer.body or "null"), status=answer.status, headers=headers)


class TournamentApiView(ApiView):
    """Base of the routes of a tournament; 404 if the caller may not see it."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Handle the call; writes to one tournament in this process take turns, once their bodies arrived."""
        if request.method in SAFE_METHODS:
            return super().dispatch(request, *args, **kwargs)
        with suppress(RequestDataTooBig):  # raised again where it is parsed
            _ = request.body
        with serialized(str(kwargs["slug"])):
            return super().dispatch(request, *args, **kwargs)

    def require_right(self, right: Right) -> None:
        """Raise `Forbidden` or `NotAuthenticated` unless the caller may see the tournament and has the right.

        It is also checked before a stored answer is sent again.
        """
        super().require_right(right)
        self.tournament(NEEDS.get(right, "see"))

    def tournament(self, need: Need = "see") -> Tournament:
        """Return the tournament of the address, read again at each call, for a caller with the right `need`.

        Raise `Forbidden`: `not_found` if it does not exist or is private, `forbidden` without the right.
        """
        found = find_tournament(str(self.kwargs["slug"]), self.player)
        if need != "see":
            require(found, self.player, need)
        return found

    def latest_seq(self, tournament: Tournament) -> int:
        """Read the number of the record's latest line from the database; the instance may be older."""
        return Ledger.objects.values_list("head_seq", flat=True).get(pk=tournament.ledger_id)

    def show(
        self, build: Callable[[Tournament], JSONBody], *, need: Need = "see", is_all_recorded: bool = True
    ) -> HttpResponse:
        """Respond with the body that `build` returns; 304 if the caller has it already.

        `need` is the right that the caller must have. By default the body is read in one snapshot, and only
        if the version changed. `is_all_recorded` false: it has data that change without a line in the record
        (physical tables, the venue). Then it is always built, without a snapshot, and compared for 304.
        """
        if not is_all_recorded:
            tournament = self.tournament(need)
            return self.respond(build(tournament), tournament.ledger.version)
        self.create_missing_player()
        with read_snapshot():
            return self._versioned_response(self.tournament(need), build)

    def _versioned_response(
        self, tournament: Tournament, build: Callable[[Tournament], JSONBody]
    ) -> HttpResponse:
        """Respond with the built body, or with 304, without building it, if the caller has this version."""
        tag = etag(tournament.ledger.version, self._etag_seed())
        if is_known(self.request, tag):
            return Response(status=304, headers={"ETag": tag})
        return Response(build(tournament), headers={"ETag": tag})

    def _etag_seed(self) -> bytes:
        """Return what else the body depends on beside the version: our source code, language, reader."""
        reader = self.player
        who = (reader.pk, reader.is_narrowed) if reader else None
        return repr((source_digest(), get_language(), who)).encode()

    def show_shared(self, build: Callable[[Tournament], JSONBody]) -> HttpResponse:
        """Respond as `show` does with a body that is equal for all callers of one address and language.

        For a public tournament the rendered body is cached in this process until the version changes.
        """
        self.create_missing_player()
        with read_snapshot():
            tournament = self.tournament()
            if not tournament.is_public:
                return self._versioned_response(tournament, build)
            record, key = record_version(tournament), (self.request.build_absolute_uri(),)
            content = _contents.get(record, key, lambda: JSONRenderer().render(build(tournament)))
        return self._respond_with_content(content, record.version)

    def act_on_tournament(
        self, work: Callable[[Tournament, WriteRequest], JSONBody], *, status: int = 200
    ) -> Response:
        """Respond as `run_write` does, with the body that `work` returns and the version after it as `ETag`.

        `work` gets the tournament of the address, which the caller may see, and must check further
        rights.
        """

        def run_and_read_seq(write: WriteRequest) -> WriteResult:
            tournament = self.tournament()
            body = work(tournament, write)
            return WriteResult(body, self.latest_seq(tournament))

        return self.run_write(run_and_read_seq, status=status)

    def present_state(self) -> PresentState:
        """Return the number of the record's latest line as `seq`, for a caller who has seen an older one."""
        return {"seq": self.latest_seq(self.tournament())}
