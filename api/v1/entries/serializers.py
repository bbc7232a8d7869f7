"""Entries: who plays, one by one and many at once."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from api.mirror import Mirror
from api.pagination import PageQuery
from api.problems import ViolationShownSerializer
from api.strict import Flag, Strict, Text, WholeNumber
from matches.models import EntryState
from tournaments.entries.known_players import Candidate
from tournaments.entries.lists.reading import MOST_ROWS
from tournaments.entries.lists.values import MOST_COLUMNS, Column, ListLine, Meaning
from tournaments.entries.selectors import EntryView, PersonView, PreviewRow
from tournaments.entries.undo_import import EntryImport
from tournaments.uploads import MOST_BYTES, TextReading


class NewEntrySerializer(Strict):
    """One entry: one name, or two in Duplas.

    `players` says by position who a name is: the code of a known player, "new" for a new person, or "" if
    that is not known. Where a known player may be meant, 422 `person_unclear` names the
    candidates in its facts: repeat the call with `players`. `namesake` is "new" for every name
    without an answer; `insists` that a name or club which looks like a contact becomes public.
    """

    names = serializers.ListField(child=Text(max_length=300), max_length=8)
    club = Text(required=False, max_length=300)
    seed = WholeNumber(required=False, allow_null=True, between=(1, None))
    players = serializers.ListField(child=Text(max_length=12), required=False, max_length=8)
    namesake = Flag(required=False)
    insists = Flag(required=False)


class EntryChangeSerializer(Strict):
    """What the entry is to be; a field that is left out stays as it is.

    `seed` changes before the draw only. `players`, `namesake` and `insists` as in a new entry. `reason` is
    needed after the draw.
    """

    names = serializers.ListField(child=Text(max_length=300), max_length=8, required=False)
    club = Text(required=False, max_length=300)
    seed = WholeNumber(required=False, allow_null=True, between=(1, None))
    players = serializers.ListField(child=Text(max_length=12), required=False, max_length=8)
    namesake = Flag(required=False)
    insists = Flag(required=False)
    reason = Text(required=False, max_length=500)


class EntryImportSerializer(Mirror[EntryImport]):
    """An import that can be undone, until the first check-in."""

    shows = ("number", "at", "entries")


class SelfEntrySerializer(Strict):
    """Enter oneself; in Duplas with the partner's name. `namesake` as in `NewEntry`."""

    partner_name = Text(required=False, max_length=300)
    namesake = Flag(required=False)


class ImportSerializer(Strict):
    """Many entries at once, all or none: `csv` (text as pasted) or `rows`, not both.

    With `preview` nothing is stored: the answer shows what every row was read as. `columns` says what each
    column of `csv` holds, `headings` whether its first row are headings, `encoding` which of the preview's
    `readings` is right; without them the reader finds out, or asks.
    """

    csv = Text(required=False, max_length=MOST_BYTES, trim_whitespace=False)
    rows = serializers.ListField(
        child=NewEntrySerializer(), required=False, max_length=MOST_ROWS, allow_empty=False
    )
    columns = serializers.ListField(
        child=serializers.ChoiceField(choices=[meaning.value for meaning in Meaning]),
        required=False,
        max_length=MOST_COLUMNS,
    )
    headings = Flag(required=False, allow_null=True, default=None)
    encoding = Text(required=False, max_length=40)
    preview = Flag(required=False, default=False)

    default_error_messages = {"one_source": _("Give either csv or rows.")}

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        """One source of rows."""
        if ("csv" in attrs) == ("rows" in attrs):
            self.fail("one_source")
        return attrs


class WithdrawalSerializer(Strict):
    """Why an entry leaves; may be empty."""

    reason = Text(required=False, max_length=500)


class PresenceSerializer(Strict):
    """Codes of the people who brought a pineapple, where that variant is on."""

    pineapples = serializers.ListField(child=Text(max_length=12), required=False, max_length=8)


class PersonSerializer(Mirror[PersonView]):
    """Somebody of an entry: `code` in this record, `player` in the whole house."""

    shows = ("code", "player", "name", "pineapple")
    code = serializers.CharField(source="persona_code")
    player = serializers.CharField(source="player_code")


class EntrySerializer(Mirror[EntryView]):
    """An entry; `seq` is the record's number at its latest change."""

    shows = ("code", "number", "people", "club", "seed", "state", "seq")
    people = PersonSerializer(many=True)
    state = serializers.ChoiceField(choices=EntryState.choices)


class EntryQuerySerializer(PageQuery):
    """Which entries; `search` looks for every word in names, clubs and numbers."""

    state = serializers.ChoiceField(choices=EntryState.choices, required=False)
    search = serializers.CharField(required=False, allow_blank=True, max_length=100)


class ImportedSerializer(serializers.Serializer[Mapping[str, object]]):
    """What was stored."""

    added = serializers.IntegerField()
    entries = EntrySerializer(many=True)


class CandidateSerializer(Mirror[Candidate]):
    """A known player who may be meant by a name."""

    shows = ("player", "name", "club", "event")


class PreviewRowSerializer(Mirror[PreviewRow]):
    """One row as it was read; `known` says for each name whether the person was met before."""

    shows = ("line", "names", "known", "club", "seed", "violations", "candidates", "notes")
    candidates = serializers.ListField(child=CandidateSerializer(many=True))
    violations = ViolationShownSerializer(many=True)
    notes = ViolationShownSerializer(many=True)


class ListColumnSerializer(Mirror[Column]):
    """A column of a list: its heading, what it is read as, and the first values in it."""

    shows = ("heading", "meaning", "samples")
    meaning = serializers.CharField()


class ListLineSerializer(Mirror[ListLine]):
    """A line that names nobody, such as a title."""

    shows = ("number", "text")


class ListReadingSerializer(Mirror[TextReading]):
    """The first odd line as one encoding has it."""

    shows = ("encoding", "text")


class PreviewSerializer(serializers.Serializer[dict[str, object]]):
    """A list as it was read, before anything is stored."""

    is_sound = serializers.BooleanField()
    rows = PreviewRowSerializer(many=True)
    violations = ViolationShownSerializer(many=True)
    encoding = serializers.CharField(allow_blank=True)
    delimiter = serializers.CharField(allow_blank=True, trim_whitespace=False)
    ignored = serializers.ListField(child=serializers.CharField())
    columns = ListColumnSerializer(many=True)
    has_headings = serializers.BooleanField()
    left_out = ListLineSerializer(many=True)
    readings = ListReadingSerializer(many=True)
    free_places = serializers.IntegerField(allow_null=True)


class CheckedInSerializer(serializers.Serializer[Mapping[str, object]]):
    """How many entries were not checked in before."""

    checked_in = serializers.IntegerField()
