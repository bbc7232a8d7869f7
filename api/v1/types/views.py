"""Types that people compose: drafts, proposals to the editors, their decisions."""

from collections.abc import Sequence
from dataclasses import replace

from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player
from api.base_view import ApiView, PresentState, WriteRequest, WriteResult
from api.field_docs import example_body
from api.pagination import page_serializer, paginate
from api.scopes import Right
from api.serialization import JSONObject, parse_body, parse_query, serialize_all
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
    """Routes to list types and to compose one."""

    limited = {"POST": Purpose.CREATE}
    counts_itself = True
    rights = {"POST": "own"}

    @extend_schema(
        operation_id="list_types",
        parameters=[TypeQuerySerializer],
        responses=page_serializer(TypeShownSerializer),
    )
    def get(self, request: Request) -> Response:
        """List types: accepted ones, the caller's own, or those that wait for the editors.

        Those that wait are for editors only: 403 `not_an_editor`.
        """
        wanted = parse_query(TypeQuerySerializer, request).get("of", "accepted")
        return Response(paginate(request, self._proposals_of_list(wanted), _type_rows))

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
        """Compose a type: usable immediately in the author's unranked tournaments, not yet in others'.

        With the name of the author's own accepted type it is the next version of that. 422 `type_taken` for
        another name in use, `type_keeps_its_name`, `type_too_many`, and all that is wrong with it.
        """
        facts = TypeFacts(**parse_body(TypeInSerializer, request))

        def draft_and_show_type(write: WriteRequest) -> WriteResult:
            with count_success(Purpose.CREATE, self.caller):
                made = services.draft_type(facts, by=write.actor, now=write.now)
            where = f"{request.path}{made.game}/{made.key}/{made.version}/"
            return WriteResult(_type_fields_with_history(made), made.seq, {"Location": where})

        return self.run_write(draft_and_show_type, status=201)

    def _proposals_of_list(self, of: str) -> QuerySet[Proposal]:
        """Return the proposals of one list: `accepted`, `mine` or `waiting`.

        Raise `NotAuthenticated` (401) without an account except for accepted ones, and `Forbidden`
        `not_an_editor` for waiting ones.
        """
        if of == "accepted":
            return selectors.accepted_proposals()
        if self.player is None:
            raise NotAuthenticated
        if of == "mine":
            return selectors.own_proposals(self.player)
        require_editor(self.player)
        return selectors.waiting_proposals()


class TypeApiView(ApiView):
    """Base of the routes of one version of a type; 404 if the caller may not see it."""

    def proposal(self) -> Proposal:
        """Return the version of the address.

        Raise `Forbidden` `not_found` if there is none, or the caller may not see it.
        """
        found = self.kwargs
        return selectors.find(str(found["game"]), str(found["key"]), int(found["version"]), self.player)

    def require_right(self, right: Right) -> None:
        """Raise `Forbidden` unless the caller may write about the version.

        `not_found` if they may not see it.
        """
        super().require_right(right)
        self.require_may_write(self.proposal(), self.player)

    def require_may_write(self, proposal: Proposal, player: Player | None) -> None:
        """Raise `Forbidden` unless this person may write about the proposal; here only its author may."""
        require_author(proposal, player)

    def act_on_type(self, work: Act) -> Response:
        """Respond as `run_write` does, with the version that `work` returns and its number as `ETag`."""

        def run_and_show_type(write: WriteRequest) -> WriteResult:
            done = work(self.proposal(), write)
            return WriteResult(_type_fields_with_history(done), done.seq)

        return self.run_write(run_and_show_type)

    def present_state(self) -> PresentState:
        """Return the present number of the version's steps, for a caller who saw an older one."""
        return {"seq": self.proposal().seq}


class OneTypeApiView(TypeApiView):
    """Routes to read one version of a type and to change it."""

    rights = {"PATCH": "own"}

    @extend_schema(operation_id="retrieve_type", responses=TypeDetailSerializer)
    def get(self, request: Request, game: str, key: str, version: int) -> HttpResponse:
        """Read a type: everything about this version, and what was done to it."""
        found = self.proposal()
        return self.respond(_type_fields_with_history(found), found.seq)

    @extend_schema(
        operation_id="change_type",
        request=TypeChangeSerializer,
        responses=TypeDetailSerializer,
        examples=example_body({"needs": {"intact": 5}}),
    )
    def patch(self, request: Request, game: str, key: str, version: int) -> Response:
        """Change a type while it is open; tournaments that are drawn keep what they pinned.

        409 `type_closed` once it is accepted, refused or withdrawn; 422 `type_unchanged`, and as for a new
        one.
        """
        given = parse_body(TypeChangeSerializer, request)

        def change_sent_facts(proposal: Proposal, write: WriteRequest) -> Proposal:
            facts = replace(_facts_of(proposal), **given)
            seen = proposal.seq if write.seen is None else write.seen
            return services.change_type(proposal, facts=facts, by=write.actor, now=write.now, seen=seen)

        return self.act_on_type(change_sent_facts)


class ProposeApiView(TypeApiView):
    """Route to propose a type to the editors."""

    limited = {"POST": Purpose.CREATE}
    rights = {"POST": "own"}

    @extend_schema(operation_id="propose_type", request=None, responses=TypeDetailSerializer)
    def post(self, request: Request, game: str, key: str, version: int) -> Response:
        """Propose a type to the editors for the catalogue, also again after they asked for changes.

        409 `type_not_draft` in any other state.
        """
        return self.act_on_type(
            lambda proposal, write: services.propose_type(
                proposal, by=write.actor, now=write.now, seen=write.seen
            )
        )


class WithdrawTypeApiView(TypeApiView):
    """Route to withdraw a type, a draft or a proposed one."""

    rights = {"POST": "own"}

    @extend_schema(
        operation_id="withdraw_type",
        request=WithdrawalInSerializer,
        responses=TypeDetailSerializer,
        examples=example_body({"reason": "Not ready."}),
    )
    def post(self, request: Request, game: str, key: str, version: int) -> Response:
        """Withdraw a type while it is open; tournaments that use it go on. 409 `type_closed`."""
        reason = parse_body(WithdrawalInSerializer, request).get("reason", "")
        return self.act_on_type(
            lambda proposal, write: services.withdraw_type(
                proposal, reason=reason, by=write.actor, now=write.now, seen=write.seen
            )
        )


class DecideApiView(TypeApiView):
    """Route by which an editor decides about a proposed type."""

    rights = {"POST": "own"}

    def require_may_write(self, proposal: Proposal, player: Player | None) -> None:
        """Raise `Forbidden` unless the person is an editor (`not_an_editor`), not the author (`own_type`)."""
        require_judgement(proposal, player)

    @extend_schema(
        operation_id="decide_type",
        request=TypeDecisionSerializer,
        responses=TypeDetailSerializer,
        examples=example_body({"decision": "accept", "reason": "Clear and playable."}),
    )
    def post(self, request: Request, game: str, key: str, version: int) -> Response:
        """Decide about a proposed type: accept, ask for changes, or refuse, with a reason.

        For editors, but not for one's own type: 403 `not_an_editor`, `own_type`. 409 `type_not_proposed` if
        another editor was faster, or it is none. 422 `reason_missing`; `title_clashes` names titles that
        would read back as this type once it is accepted.
        """
        given = parse_body(TypeDecisionSerializer, request)
        return self.act_on_type(
            lambda proposal, write: decide_type(
                proposal, **given, by=write.actor, now=write.now, seen=write.seen
            )
        )


def _type_rows(proposals: Sequence[Proposal]) -> list[JSONObject]:
    """Return these versions as JSON, without their history."""
    return serialize_all(TypeShownSerializer, [_type_fields(proposal) for proposal in proposals])


def _type_fields(proposal: Proposal) -> dict[str, object]:
    """Return the values of a version as `TypeShownSerializer` takes them."""
    kind, said = selectors.kind_of(proposal), proposal.definition
    plain = ("game", "key", "version", "title_word", "state", "author", "text_pt", "text_en", "seq")
    return {
        **{name: getattr(proposal, name) for name in plain},
        **{name: said[name] for name in ("level", "team_size", "needs", "at_once", "sha256")},
        "counted": said.get("counted"),
        "stages": kind.stages,
        "tables": kind.tables,
        "how": how_one_wins(kind),
        "fields_of_line": kind.fields,
    }


def _type_fields_with_history(proposal: Proposal) -> dict[str, object]:
    """Return a version as JSON, with its history, the oldest step first."""
    shown = {**_type_fields(proposal), "history": selectors.history(proposal)}
    return dict(TypeDetailSerializer(shown).data)


def _facts_of(proposal: Proposal) -> TypeFacts:
    """Return a version's content as facts, such as a change starts from."""
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
        stages=tuple(said.get("stages", ())),
        text_pt=proposal.text_pt,
        text_en=proposal.text_en,
    )
