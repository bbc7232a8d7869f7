"""Types that people compose: proposing, changing, deciding."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player
from api.base_view import ApiView, Done, Plain, Present, WriteRequest, asked, parsed, shaped_all
from api.pagination import PageQuery, page_of, paged
from api.scopes import Right
from api.strict import Flag, SmallNumber, Strict, Text
from api.v1.catalogue import LEVELS, SheetFieldSerializer, TableSizesSerializer
from catalogue import selectors
from catalogue.facts import LONGEST_TEXT, TypeFacts
from catalogue.models import Proposal, Step, StepKind, TypeState
from catalogue.policies import require_author, require_editor, require_judgement
from catalogue.services import proposing
from catalogue.services.reviewing import DECISIONS
from core.http.rate_limit import Purpose, count_success
from rulesets.registry import GAMES, composes
from rulesets.sentences_composed import how_one_wins
from tournaments.setup.approve_type import decide_type

COMPOSED = [key for key in GAMES if composes(key)]
KINDS = [kind for key in COMPOSED for kind in GAMES[key].kinds]
PEOPLE = (min(kind.team_size for kind in KINDS), max(kind.team_size for kind in KINDS))
TABLE = (min(kind.tables.low for kind in KINDS), max(kind.tables.high for kind in KINDS))


class TypeInSerializer(Strict):
    """A type; `needs` are the blocks of its win condition: `intact`, `razed_in_battle`, `laid`.

    `counted` instead of them where the judge's word says who has won: what the sheet counts besides, at most
    `razed_in_battle`. Such a type is played unranked.
    """

    game = Text(required=False, max_length=30, known=COMPOSED)
    title_word = Text(max_length=400)
    level = Text(required=False, max_length=30, known=LEVELS)
    team_size = SmallNumber(required=False, between=PEOPLE)
    table_low = SmallNumber(required=False, between=TABLE)
    table_high = SmallNumber(required=False, between=TABLE)
    needs = serializers.DictField(child=SmallNumber(between=(1, None)), required=False)
    at_once = Flag(required=False)
    counted = serializers.ListField(child=Text(max_length=40), required=False, allow_null=True, max_length=8)
    text_pt = Text(max_length=20_000, longest=LONGEST_TEXT)
    text_en = Text(required=False, max_length=20_000, longest=LONGEST_TEXT)


class TypeChangeSerializer(TypeInSerializer):
    """What to change; the rest stays as it is."""

    title_word = Text(required=False, max_length=400)
    needs = serializers.DictField(child=SmallNumber(between=(1, None)), required=False)
    text_pt = Text(required=False, max_length=20_000, longest=LONGEST_TEXT)


class WithdrawalInSerializer(Strict):
    """Why, if there is something to say."""

    reason = Text(required=False, max_length=2_000)


class TypeDecisionSerializer(Strict):
    """What an editor decides, and why: `accept`, `ask_changes` or `refuse`."""

    decision = serializers.ChoiceField(choices=list(DECISIONS))
    reason = Text(max_length=2_000)


class TypeQuerySerializer(PageQuery):
    """Which types: `accepted` (everybody's), `mine`, or `waiting` for the editors."""

    of = serializers.ChoiceField(choices=["accepted", "mine", "waiting"], required=False)


class TypeShownSerializer(serializers.Serializer[Mapping[str, object]]):
    """One version of a type; `how` says how one wins, in the language of the request."""

    game = serializers.CharField()
    key = serializers.CharField()
    version = serializers.IntegerField()
    title_word = serializers.CharField()
    state = serializers.ChoiceField(choices=TypeState.choices)
    author = serializers.CharField(source="author.name")
    level = serializers.ChoiceField(choices=LEVELS)
    team_size = serializers.IntegerField()
    tables = TableSizesSerializer()
    needs = serializers.DictField(child=serializers.IntegerField())
    at_once = serializers.BooleanField()
    counted = serializers.ListField(child=serializers.CharField(), allow_null=True)
    how = serializers.CharField()
    fields_of_line = SheetFieldSerializer(many=True)
    text_pt = serializers.CharField()
    text_en = serializers.CharField(allow_blank=True)
    sha256 = serializers.CharField()
    seq = serializers.IntegerField()


class StepShownSerializer(serializers.Serializer[Step]):
    """One act on a type; `revision` counts what it said."""

    act = serializers.ChoiceField(choices=StepKind.choices)
    by = serializers.CharField(source="by.name")
    at = serializers.DateTimeField()
    reason = serializers.CharField(allow_blank=True)
    revision = serializers.IntegerField(source="revision.number")


class TypeDetailSerializer(TypeShownSerializer):
    """A version with all that was done to it."""

    history = StepShownSerializer(many=True)


Act = Callable[[Proposal, WriteRequest], Proposal]


class TypesApiView(ApiView):
    """All that somebody may look at."""

    limited = {"POST": Purpose.CREATE}
    counts_itself = True
    rights = {"POST": "own"}

    @extend_schema(
        operation_id="list_types",
        parameters=[TypeQuerySerializer],
        responses=page_of(TypeShownSerializer),
    )
    def get(self, request: Request) -> Response:
        """Accepted types, one's own, or those that wait for the editors."""
        wanted = asked(TypeQuerySerializer, request).get("of", "accepted")
        return Response(paged(request, self._wanted(wanted), _rows))

    @extend_schema(
        operation_id="propose_type_draft",
        request=TypeInSerializer,
        responses={201: TypeDetailSerializer},
    )
    def post(self, request: Request) -> Response:
        """Write a type down: usable at once in one's own unranked tournaments, for nobody else yet."""
        facts = TypeFacts(**parsed(TypeInSerializer, request))

        def act(doing: WriteRequest) -> Done:
            with count_success(Purpose.CREATE, self.caller):
                made = proposing.draft_type(facts, by=doing.actor, now=doing.now)
            where = f"{request.path}{made.game}/{made.key}/{made.version}/"
            return Done(_detail(made), made.seq, {"Location": where})

        return self.do(act, status=201)

    def _wanted(self, of: str) -> QuerySet[Proposal]:
        if of == "accepted":
            return selectors.accepted()
        if self.player is None:
            raise NotAuthenticated
        if of == "mine":
            return selectors.own_proposals(self.player)
        require_editor(self.player)
        return selectors.waiting()


class TypeApiView(ApiView):
    """Base of the routes of one version; 404 where it is not the caller's to see."""

    def proposal(self) -> Proposal:
        """The version of the address."""
        found = self.kwargs
        return selectors.find(str(found["game"]), str(found["key"]), int(found["version"]), self.player)

    def require_right(self, right: Right) -> None:
        """Its author; another's may not be theirs to see."""
        super().require_right(right)
        self.require_theirs(self.proposal(), self.player)

    def require_theirs(self, proposal: Proposal, player: Player | None) -> None:
        """Pass where this person may write about it at all."""
        require_author(proposal, player)

    def act(self, work: Act) -> Response:
        """Run a write on the version once for its key; the answer bears its number after it."""

        def on_proposal(doing: WriteRequest) -> Done:
            done = work(self.proposal(), doing)
            return Done(_detail(done), done.seq)

        return self.do(on_proposal)

    def present_state(self) -> Present:
        """The number now, for a caller whose own is old."""
        return {"seq": self.proposal().seq}


class OneTypeApiView(TypeApiView):
    """One version."""

    rights = {"PATCH": "own"}

    @extend_schema(operation_id="retrieve_type", responses=TypeDetailSerializer)
    def get(self, request: Request, game: str, key: str, version: int) -> HttpResponse:
        """Everything about it, and what was done to it."""
        found = self.proposal()
        return self.tell(_detail(found), found.seq)

    @extend_schema(operation_id="change_type", request=TypeChangeSerializer, responses=TypeDetailSerializer)
    def patch(self, request: Request, game: str, key: str, version: int) -> Response:
        """Say it anew, while it is open; tournaments that are drawn keep what they pinned."""
        given = parsed(TypeChangeSerializer, request)

        def change(proposal: Proposal, doing: WriteRequest) -> Proposal:
            facts = replace(_facts(proposal), **given)
            seen = proposal.seq if doing.seen is None else doing.seen
            return proposing.change_type(proposal, facts=facts, by=doing.actor, now=doing.now, seen=seen)

        return self.act(change)


class ProposeApiView(TypeApiView):
    """To the editors."""

    limited = {"POST": Purpose.CREATE}
    rights = {"POST": "own"}

    @extend_schema(operation_id="propose_type", request=None, responses=TypeDetailSerializer)
    def post(self, request: Request, game: str, key: str, version: int) -> Response:
        """Ask the editors to take it into the catalogue."""
        return self.act(
            lambda proposal, doing: proposing.propose_type(
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
    )
    def post(self, request: Request, game: str, key: str, version: int) -> Response:
        """Take it back; tournaments that use it go on."""
        reason = parsed(WithdrawalInSerializer, request).get("reason", "")
        return self.act(
            lambda proposal, doing: proposing.withdraw_type(
                proposal, reason=reason, by=doing.actor, now=doing.now, seen=doing.seen
            )
        )


class DecideApiView(TypeApiView):
    """By an editor."""

    rights = {"POST": "own"}

    def require_theirs(self, proposal: Proposal, player: Player | None) -> None:
        """An editor, and not of their own."""
        require_judgement(proposal, player)

    @extend_schema(
        operation_id="decide_type",
        request=TypeDecisionSerializer,
        responses=TypeDetailSerializer,
    )
    def post(self, request: Request, game: str, key: str, version: int) -> Response:
        """Accept, ask for changes, or refuse, with a reason; 409 where another editor was faster.

        422 `title_clashes` names titles that would read back as this type once it is accepted.
        """
        given = parsed(TypeDecisionSerializer, request)
        return self.act(
            lambda proposal, doing: decide_type(
                proposal, **given, by=doing.actor, now=doing.now, seen=doing.seen
            )
        )


def _rows(proposals: Sequence[Proposal]) -> list[Plain]:
    return shaped_all(TypeShownSerializer, [_shown(proposal) for proposal in proposals])


def _shown(proposal: Proposal) -> dict[str, object]:
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
    shown = {**_shown(proposal), "history": selectors.history(proposal)}
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
