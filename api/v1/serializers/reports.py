"""What the sides of a match report, and the cards on the tables."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from api.mirror import Mirror
from api.strict import SmallNumber, Strict, Text
from api.v1.serializers.corrections import OtherSheetSerializer
from api.v1.serializers.matches import MatchDetailSerializer, MatchSerializer, SheetInSerializer
from tournaments.reports.selectors import Reading
from tournaments.tables.cards import Card


class ReadingShownSerializer(Mirror[Reading]):
    """What one side says; `by` is who said it, empty for a phone at the table without an account."""

    shows = ("seq", "side", "sheet", "by", "at")
    sheet = OtherSheetSerializer()
    by = serializers.CharField(source="name", allow_blank=True)


class ReportsShownSerializer(serializers.Serializer[dict[str, object]]):
    """What is said of a match so far. `silent`: sides that say nothing yet; `needed`: how many must say the
    same; `differ`: a dispute that the judge settles by recording the sheet; `mine`: the caller's side."""

    match = serializers.CharField()
    readings = ReadingShownSerializer(many=True)
    silent = serializers.ListField(child=serializers.IntegerField())
    needed = serializers.IntegerField()
    differ = serializers.BooleanField()
    mine = serializers.IntegerField(allow_null=True)


class ReportAnswerSerializer(serializers.Serializer[Mapping[str, object]]):
    """What came of a report. `recorded`: the sides agree, and the sheet counts; `repeated`: known already."""

    recorded = serializers.BooleanField()
    repeated = serializers.BooleanField()
    reports = ReportsShownSerializer()
    match = MatchDetailSerializer()


class FlagInSerializer(Strict):
    """What is wrong with the recorded sheet, for the staff."""

    note = Text(required=False, max_length=1000)


class FlagShownSerializer(serializers.Serializer[Mapping[str, object]]):
    """The review that it opened, or that was open: `seq` is the record's line."""

    seq = serializers.IntegerField()


class CardShownSerializer(Mirror[Card]):
    """A table's card. `token` opens the table's match at `/mesa/<token>/`; null where no card stands."""

    shows = ("table", "is_open", "token", "expires_at")


class CardsInSerializer(Strict):
    """`issue` makes missing cards; `renew` and `revoke` end those that stand, of one `table` too."""

    act = serializers.ChoiceField(choices=["issue", "renew", "revoke"])
    table = Text(required=False, max_length=20)


class TokenInSerializer(Strict):
    """The token of a card."""

    token = Text(max_length=80)


class PassShownSerializer(serializers.Serializer[dict[str, object]]):
    """What lets a phone in at a table: `pass` goes into the header `Table-Pass`."""

    tournament = serializers.CharField()
    table = serializers.CharField()
    expires_at = serializers.DateTimeField()

    def get_fields(self) -> dict[str, Any]:
        """With `pass`, which is no name in Python."""
        return {"pass": serializers.CharField(), **super().get_fields()}


class TableMatchSerializer(serializers.Serializer[Mapping[str, object]]):
    """What is on at the table: the match, its reports, the side that is `mine`, those `claimed`."""

    tournament = serializers.CharField()
    table = serializers.CharField()
    match = MatchSerializer(allow_null=True)
    reports = ReportsShownSerializer(allow_null=True)
    mine = serializers.IntegerField(allow_null=True)
    claimed = serializers.ListField(child=serializers.IntegerField())


class SeatInSerializer(Strict):
    """The side that the phone sits on, at the match that it saw."""

    match = Text(max_length=12)
    side = SmallNumber()


class TableReportInSerializer(Strict):
    """A report of the match that the phone saw."""

    match = Text(max_length=12)
    sheet = SheetInSerializer()


class TableFlagInSerializer(FlagInSerializer):
    """What is wrong with the sheet of the match that the phone saw."""

    match = Text(max_length=12)


class TableReportAnswerSerializer(TableMatchSerializer):
    """The table after a report: see `ReportAnswer`."""

    recorded = serializers.BooleanField()
    repeated = serializers.BooleanField()


def said(match: str, readings: Any, mine: int | None) -> Mapping[str, Any]:
    """`ReportsShown` of what a selector found."""
    facts = {
        "match": match,
        "readings": readings.readings,
        "silent": readings.silent,
        "needed": readings.needed,
        "differ": readings.differ,
        "mine": mine,
    }
    return dict(ReportsShownSerializer(facts).data)
