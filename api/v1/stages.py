"""The stage before the bracket (Swiss rounds or groups): its progress, the next round, and its end."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import JSONBody, TournamentApiView, WriteRequest
from api.field_docs import MOMENT, doc, example_body
from api.mirror import Mirror, MirrorField
from api.serialization import parse_body, serialize_all
from api.strict import StrictFields, Text
from api.v1.corrections.serializers import MAX_REASON
from api.v1.draw import MAX_ROUNDS, DrawnAloneSerializer, ReasonSerializer, RoundSizesField
from api.v1.entries.serializers import EntrySerializer as EntryShown
from api.v1.entries.serializers import NewEntrySerializer
from api.v1.entries.views import parse_entry
from api.v1.setup.stage_plans import StagePlanSerializer
from core.errors import Forbidden
from tournaments.departures.join_stage import join_between_rounds
from tournaments.draw.close_stage import close_stage, preview_advancing
from tournaments.draw.rounds import draw_round
from tournaments.draw.stage_progress import (
    StageEntry,
    StageProgress,
    round_draws,
    stage_progress,
    stage_table,
)
from tournaments.draw.withdraw_round import withdraw_round
from tournaments.entries.check_in_list import entry_view
from tournaments.models import Tournament
from tournaments.policies import require
from tournaments.stages.advancing import AdvancePreview

ACTS = ("draw_round", "close_stage")
MAX_NAMED = 256


class StageEntrySerializer(Mirror[StageEntry]):
    """One entry in the order of the stage.

    They are ordered by points, points of opponents, places at tables, table scores.
    """

    place = MirrorField(
        "The place so far, from 1, of groups within the group; equal ones share it, null for a disqualified "
        "entry.",
        1,
    )
    group = MirrorField("The number of its group, from 1; null without groups.", None)
    entry = serializers.CharField(source="code", **doc("The code of the entry.", "e4k2x9"))
    names = MirrorField("Who they are: one name, or two in Duplas.", ["Lia Prado"])
    points = serializers.CharField(
        **doc(
            "Its points, exact, in lowest terms (`9/2`): a win is 1, byes and walkovers too; with `points` "
            "`placement` of the plan they give 3.",
            "2",
        )
    )
    opponents = serializers.CharField(
        **doc("The points of its opponents, averaged over its games; exact, in lowest terms.", "4/3")
    )
    games = MirrorField("How many games it played in which two entries or more were present.", 2)
    has_left = MirrorField("Whether it plays no more.", False)
    goes_on = MirrorField("Whether it goes on to the bracket, once the stage is closed.", False)


class BorderSerializer(serializers.Serializer[object]):
    """Equal entries at the border of those who go on: they cut cards, and only some of them go on."""

    tied = serializers.ListField(
        child=serializers.CharField(), **doc("Codes of the entries that cut cards.", ["e4k2x9", "e8m3p7"])
    )
    free = serializers.IntegerField(**doc("How many of them go on.", 1))
    group = serializers.IntegerField(
        allow_null=True, **doc("The number of the group whose border it is; null without groups.", None)
    )


class AdvancingSerializer(serializers.Serializer[AdvancePreview]):
    """Who would go on to the bracket if the stage were closed now."""

    places = serializers.IntegerField(
        **doc("How many go on; fewer than planned if not so many are left, or have no bracket.", 8)
    )
    certain = serializers.ListField(
        child=serializers.CharField(),
        **doc("Codes of those who go on without a cut, best first.", ["e4k2x9"]),
    )
    border = BorderSerializer(
        allow_null=True,
        **doc("Who has to cut cards; null if the order decides. With groups the first of `borders`."),
    )
    borders = BorderSerializer(
        many=True, **doc("All borders where cards are cut: one at most, with groups one in each at most.")
    )


class StageSerializer(serializers.Serializer[dict[str, object]]):
    """The stage before the bracket: its plan, its order so far, and the draws of its rounds."""

    plan = StagePlanSerializer(**doc("What was planned."))
    planned_rounds = serializers.IntegerField(
        **doc("How many rounds it has at most; groups at tables of two end once all met all.", 3)
    )
    groups = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        allow_null=True,
        **doc(
            "Codes of the entries of each group, as dealt; null without groups, and before the draw.",
            None,
        ),
    )
    rounds = serializers.IntegerField(**doc("How many rounds are drawn; the bracket goes on counting.", 2))
    open_matches = serializers.IntegerField(**doc("How many matches of these have no sheet yet.", 0))
    next_act = serializers.ChoiceField(
        choices=ACTS,
        allow_null=True,
        **doc(
            "What is due now; null while matches are open, before the draw, and once the stage is closed. It "
            "may be closed before all rounds are drawn.",
            "draw_round",
        ),
    )
    closed_at = serializers.DateTimeField(
        allow_null=True, **doc("When it was closed; null while it is open.", MOMENT)
    )
    advanced = serializers.ListField(
        child=serializers.CharField(),
        **doc("Codes of those who went on, best first; empty before.", ["e4k2x9"]),
    )
    advancing = AdvancingSerializer(
        allow_null=True,
        **doc(
            "Who would go on if it were closed now; null before the draw, without a bracket, and once closed."
        ),
    )
    order = StageEntrySerializer(
        many=True,
        **doc("All who were drawn, best first, the disqualified last; with groups group by group."),
    )
    draws = DrawnAloneSerializer(many=True, **doc("The draws of its rounds, which anyone can repeat."))


class RoundInSerializer(StrictFields):
    """The word called at the venue, which goes into the draw of a round."""

    word = Text(
        required=False, max_length=200, **doc("The word called at the venue; empty for none.", "abacaxi")
    )


class StageJoinSerializer(NewEntrySerializer):
    """An entry that joins between Swiss rounds; groups take none in."""

    reason = Text(max_length=MAX_REASON, **doc("Why the entry comes late; it is public.", "The bus."))


class StageEndSerializer(StrictFields):
    """Who won the cut of cards, and the shape and the word for the draw of the bracket."""

    won = serializers.ListField(
        child=Text(max_length=12),
        required=False,
        max_length=MAX_NAMED,
        **doc("Codes of those at the borders who won the cut of cards; empty if none is needed.", []),
    )
    word = Text(
        required=False, max_length=200, **doc("The word called at the venue; empty for none.", "abacaxi")
    )
    shape = RoundSizesField(
        required=False,
        allow_null=True,
        max_length=MAX_ROUNDS,
        **doc(
            "Table sizes of every round of the bracket. Null for the shape that is proposed.", [[4, 4], [2]]
        ),
    )


class StageApiView(TournamentApiView):
    """Route to read the stage before the bracket."""

    @extend_schema(operation_id="retrieve_stage", responses=StageSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Read the rounds before the bracket: plan, groups, order so far, draws; 404 if it has none."""
        return self.show(_stage_fields)


class StageRoundsApiView(TournamentApiView):
    """Route to draw the next round of the stage."""

    rights = {"POST": "coordinate"}

    @extend_schema(
        operation_id="draw_round",
        request=RoundInSerializer,
        responses={201: StageSerializer},
        examples=example_body({"word": "abacaxi"}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Draw the next round, once every match has its sheet; 422 `matches_open`.

        The first round is drawn by `…/draw/`. 422 `word_too_long`, `word_unseen_signs`, and if no tables
        can be made of the entries that are left; 409 `no_open_stage`, `rounds_all_drawn`.
        """
        word = parse_body(RoundInSerializer, request).get("word", "")

        def draw_round_and_show_stage(tournament: Tournament, write: WriteRequest) -> JSONBody:
            draw_round(tournament, word=word, seen=write.seen, by=write.actor, now=write.now)
            return _stage_fields(tournament)

        return self.act_on_tournament(draw_round_and_show_stage, status=201)


class RoundWithdrawalApiView(TournamentApiView):
    """Route to withdraw the latest round."""

    rights = {"POST": "coordinate"}

    @extend_schema(
        operation_id="withdraw_round",
        request=ReasonSerializer,
        responses=StageSerializer,
        examples=example_body({"reason": "One was forgotten."}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Withdraw the latest round, as long as no match of it was started; it can be drawn again.

        409 `round_begun`, `no_open_stage`, or `no_later_round` if only the first is drawn:
        `…/draw/withdraw/` withdraws that one. 422 `reason_missing`.
        """
        reason = parse_body(ReasonSerializer, request)["reason"]

        def withdraw_round_and_show_stage(tournament: Tournament, write: WriteRequest) -> JSONBody:
            withdraw_round(tournament, reason=reason, seen=write.seen, by=write.actor, now=write.now)
            return _stage_fields(tournament)

        return self.act_on_tournament(withdraw_round_and_show_stage)


class StageEntriesApiView(TournamentApiView):
    """Route to enter between rounds."""

    rights = {"POST": "coordinate"}

    @extend_schema(
        operation_id="join_stage",
        request=StageJoinSerializer,
        responses={201: EntryShown},
        examples=example_body({"names": ["Lia Prado"], "reason": "The bus."}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter between Swiss rounds: drawn from the next one on, with no points for those it missed.

        The entry is checked in. 422 `groups_fixed` with groups, `reason_missing`, and as for new entries; 409
        `no_open_stage`, `rounds_all_drawn` if no round follows.
        """
        given = parse_body(StageJoinSerializer, request)
        reason = given.pop("reason")

        def join_and_show_entry(tournament: Tournament, write: WriteRequest) -> JSONBody:
            require(tournament, write.actor, "coordinate")
            late = join_between_rounds(
                tournament,
                entry=parse_entry(given),
                reason=reason,
                seen=write.seen,
                by=write.actor,
                now=write.now,
            )
            return dict(EntryShown(entry_view(late)).data)

        return self.act_on_tournament(join_and_show_entry, status=201)


class StageClosedApiView(TournamentApiView):
    """Route to close the stage."""

    rights = {"POST": "coordinate"}

    @extend_schema(
        operation_id="close_stage",
        request=StageEndSerializer,
        responses=StageSerializer,
        examples=example_body({"won": ["e4k2x9"], "word": "abacaxi"}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Close the stage and draw the bracket of those who go on, if one follows.

        Rounds that were not drawn are left out. 422 `matches_open`, `cut_needed` if equal entries must cut
        cards first, `cut_not_needed`, and what is wrong with word and shape; 409 `no_open_stage`.
        """
        given = parse_body(StageEndSerializer, request)

        def close_and_show_stage(tournament: Tournament, write: WriteRequest) -> JSONBody:
            close_stage(tournament, **given, seen=write.seen, by=write.actor, now=write.now)
            return _stage_fields(tournament)

        return self.act_on_tournament(close_and_show_stage)


def _stage_fields(tournament: Tournament) -> dict[str, object]:
    """Return the stage before the bracket as JSON. Raise `Forbidden` `not_found` if there is none."""
    progress = stage_progress(tournament)
    if progress is None:
        raise Forbidden("not_found")
    shown = {
        "plan": progress.plan,
        "planned_rounds": progress.planned,
        "groups": progress.groups,
        "rounds": progress.rounds,
        "open_matches": progress.open_matches,
        "next_act": progress.next_act or None,
        "closed_at": progress.closed_at,
        "advanced": progress.advanced,
        "advancing": _advance_preview(tournament, progress),
        "order": [],
        "draws": [],
    }
    order = serialize_all(StageEntrySerializer, stage_table(tournament))
    draws = serialize_all(DrawnAloneSerializer, round_draws(tournament))
    return {**StageSerializer(shown).data, "order": order, "draws": draws}


def _advance_preview(tournament: Tournament, progress: StageProgress) -> AdvancePreview | None:
    """Return who would go on if the stage were closed now.

    None if it has not begun, is closed, or no bracket follows.
    """
    if not progress.is_open or not progress.plan.going_on:
        return None
    return preview_advancing(tournament, progress.plan)
