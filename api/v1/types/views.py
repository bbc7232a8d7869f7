"""Composed types: drafts, proposals, reviews."""

from collections.abc import Sequence
from dataclasses import replace

from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player
from api.base_view import (
    ApiView,
    Plain,
    Present,
    WriteRequest,
    WriteResult,
    parsed_body,
    parsed_query,
    serialize_all,
)
from api.field_docs import example_body
from api.pagination import page_of, paged
from api.scopes import Right
from api.v1.types.serializers import (
    Act,
    TypeChangeSerializer,
    TypeDecisionSerializer,
    TypeDetailSerializer,
    TypeInSerializer,
    TypeQuerySerializer,
    TypeShownSerializer,
    WithdrawalInSerializer,
)
from catalogue import selectors, services
from catalogue.facts import TypeFacts
from catalogue.models import Proposal
from catalogue.policies import require_author, require_editor, require_judgement
from core.http.rate_limit import Purpose, count_success
from rulesets.sentences_composed import how_one_wins
from tournaments.setup.type_choice import decide_type


class TypesApiView(ApiView):
    """All types that the caller may read."""

    limited = {"POST": Purpose.CREATE}
    counts_itself = True
    rights = {"POST": "own"}

    @extend_schema(
        operation_id="list_types",
        parameters=[TypeQuerySerializer],
        responses=page_of(TypeShownSerializer),
    )
    def get(self, request: Request) -> Response:
        """List accepted types, one's own, or those that wait for the editors."""
        wanted = parsed_query(TypeQuerySerializer, request).get("of", "accepted")
        return Response(paged(request, self._requested(wanted), _rows))

    @extend_schema(
        operation_id="propose_type_draft",
        request=TypeInSerializer,
        responses={201: TypeDetailSerializer},
        examples=example_body(
            {
                "title_word": "Fortaleza",
                "needs": {"intact": 4, "laid": 6},
                "text_pt": "Vence quem tiver 4 reinos intactos e 6 na mesa.",
            }
        ),
    )
    def post(self, request: Request) -> Response:
        """Compose a type: usable immediately in the author's unranked tournaments, not yet in others'."""
        facts = TypeFacts(**parsed_body(TypeInSerializer, request))

        def act(doing: WriteRequest) -> WriteResult:
            with count_success(Purpose.CREATE, self.caller):
                made = services.draft_type(facts, by=doing.actor, now=doing.now)
            where = f"{request.path}{made.game}/{made.key}/{made.version}/"
            return WriteResult(_detail(made), made.seq, {"Location": where})

        return self.do(act, status=201)

    def _requested(self, of: str) -> QuerySet[Proposal]:
        """Return the proposals of one list: accepted, own or waiting ones."""
        if of == "accepted":
            return selectors.accepted_proposals()
        if self.player is None:
            raise NotAuthenticated
        if of == "mine":
            return selectors.own_proposals(self.player)
        require_editor(self.player)
        return selectors.waiting_proposals()


class TypeApiView(ApiView):
    """Base of the routes of one version; 404 if the caller may not see it."""

    def proposal(self) -> Proposal:
        """Return the version of the address."""
        found = self.kwargs
        return selectors.find(str(found["game"]), str(found["key"]), int(found["version"]), self.player)

    def require_right(self, right: Right) -> None:
        """Require its author; 404 if the caller may not see it."""
        super().require_right(right)
        self.require_theirs(self.proposal(), self.player)

    def require_theirs(self, proposal: Proposal, player: Player | None) -> None:
        """Raise if this person may not write about it."""
        require_author(proposal, player)

    def act(self, work: Act) -> Response:
        """Run a write on the version once for its key; the response has its number after it."""

        def on_proposal(doing: WriteRequest) -> WriteResult:
            done = work(self.proposal(), doing)
            return WriteResult(_detail(done), done.seq)

        return self.do(on_proposal)

    def present_state(self) -> Present:
        """Return the present number, for a caller with an older one."""
        return {"seq": self.proposal().seq}


class OneTypeApiView(TypeApiView):
    """One version."""

    rights = {"PATCH": "own"}

    @extend_schema(operation_id="retrieve_type", responses=TypeDetailSerializer)
    def get(self, request: Request, game: str, key: str, version: int) -> HttpResponse:
        """Read a type: everything about it, and what was done to it."""
        found = self.proposal()
        return self.respond(_detail(found), found.seq)

    @extend_schema(
        operation_id="change_type",
        request=TypeChangeSerializer,
        responses=TypeDetailSerializer,
        examples=example_body({"needs": {"intact": 5}}),
    )
    def patch(self, request: Request, game: str, key: str, version: int) -> Response:
        """Change a type while it is open; tournaments that are drawn keep what they pinned."""
        given = parsed_body(TypeChangeSerializer, request)

        def change(proposal: Proposal, doing: WriteRequest) -> Proposal:
            facts = replace(_facts(proposal), **given)
            seen = proposal.seq if doing.seen is None else doing.seen
            return services.change_type(proposal, facts=facts, by=doing.actor, now=doing.now, seen=seen)

        return self.act(change)


class ProposeApiView(TypeApiView):
    """To the editors."""

    limited = {"POST": Purpose.CREATE}
    rights = {"POST": "own"}

    @extend_schema(operation_id="propose_type", request=None, responses=TypeDetailSerializer)
    def post(self, request: Request, game: str, key: str, version: int) -> Response:
        """Propose a type to the editors for the catalogue."""
        return self.act(
            lambda proposal, doing: services.propose_type(
                proposal, by=doing.actor, now=doing.now, seen=doing.seen
            )
        )


class WithdrawTypeApiView(TypeApiView):
    """Back from the editors, or given up."""

    rights = {"POST": "own"}

    @extend_schema(
        operation_id="withdraw_type",
        request=WithdrawalInSerializer,
        responses=TypeDetailSerializer,
        examples=example_body({"reason": "Not ready."}),
    )
    def post(self, request: Request, game: str, key: str, version: int) -> Response:
        """Withdraw a type; tournaments that use it go on."""
        reason = parsed_body(WithdrawalInSerializer, request).get("reason", "")
        return self.act(
            lambda proposal, doing: services.withdraw_type(
                proposal, reason=reason, by=doing.actor, now=doing.now, seen=doing.seen
            )
        )


class DecideApiView(TypeApiView):
    """By an editor."""

    rights = {"POST": "own"}

    def require_theirs(self, proposal: Proposal, player: Player | None) -> None:
        """Require an editor who is not the author."""
        require_judgement(proposal, player)

    @extend_schema(
        operation_id="decide_type",
        request=TypeDecisionSerializer,
        responses=TypeDetailSerializer,
        examples=example_body({"decision": "accept", "reason": "Clear and playable."}),
    )
    def post(self, request: Request, game: str, key: str, version: int) -> Response:
        """Decide about a proposed type: accept, ask for changes, or refuse, with a reason.

        409 if another editor was faster.

        422 `title_clashes` names titles that would read back as this type once it is accepted.
        """
        given = parsed_body(TypeDecisionSerializer, request)
        return self.act(
            lambda proposal, doing: decide_type(
                proposal, **given, by=doing.actor, now=doing.now, seen=doing.seen
            )
        )


def _rows(proposals: Sequence[Proposal]) -> list[Plain]:
    return serialize_all(TypeShownSerializer, [_type_fields(proposal) for proposal in proposals])


def _type_fields(proposal: Proposal) -> dict[str, object]:
    kind, said = selectors.kind_of(proposal), proposal.definition
    plain = ("game", "key", "version", "title_word", "state", "author", "text_pt", "text_en", "seq")
    return {
        **{name: getattr(proposal, name) for name in plain},
        **{name: said[name] for name in ("level", "team_size", "needs", "at_once", "sha256")},
        "counted": said.get("counted"),
        "tables": kind.tables,
        "how": how_one_wins(kind),
        "fields_of_line": kind.fields,
    }


def _detail(proposal: Proposal) -> dict[str, object]:
    shown = {**_type_fields(proposal), "history": selectors.history(proposal)}
    return dict(TypeDetailSerializer(shown).data)


def _facts(proposal: Proposal) -> TypeFacts:
    said = proposal.definition
    return TypeFacts(
        game=proposal.game,
        title_word=proposal.title_word,
        level=said["level"],
        team_size=said["team_size"],
        table_low=said["table"]["min"],
        table_high=said["table"]["max"],
        needs=said["needs"],
        at_once=said["at_once"],
        counted=tuple(said["counted"]) if "counted" in said else None,
        text_pt=proposal.text_pt,
        text_en=proposal.text_en,
    )
