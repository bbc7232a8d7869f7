"""Serializers of entries, single ones and lists."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from api.field_docs import MOMENT, doc
from api.mirror import Mirror, MirrorField
from api.pagination import PageQuery
from api.problems import ViolationShownSerializer
from api.strict import Flag, StrictFields, Text, WholeNumber
from matches.models import EntryState
from tournaments.entries.known_players import Candidate
from tournaments.entries.lists.reading import MAX_ROWS
from tournaments.entries.lists.values import MAX_COLUMNS, Column, ListLine, Meaning
from tournaments.entries.selectors import EntryView, PersonView, PreviewRow
from tournaments.entries.undo_import import EntryImport
from tournaments.uploads import MAX_BYTES, TextReading


class NewEntrySerializer(StrictFields):
    """One entry: one name, or two in Duplas.

    `players` has one item per name: the code of a known player, "new" for a new person, or "" if
    unknown. If a known player may be meant, 422 `person_unclear` names the
    candidates in its facts: repeat the call with `players`. `namesake` is "new" for every name
    without an answer; `insists` that a name or club which looks like a contact becomes public.
    """

    names = serializers.ListField(
        child=Text(max_length=300),
        max_length=8,
        **doc("Who they are: one name, or two in Duplas.", ["Lia Prado"]),
    )
    club = Text(
        required=False, max_length=300, **doc("The club that they play for; empty for none.", "Niterói")
    )
    seed = WholeNumber(
        required=False,
        allow_null=True,
        between=(1, None),
        **doc("The number by which a draw by hand orders entries, 1 for the strongest; null for none.", 1),
    )
    players = serializers.ListField(
        child=Text(max_length=12),
        required=False,
        max_length=8,
        **doc(
            "For each name the code of a known player, “new” for a new person, empty if unknown.",
            ["pk7m2x9qd"],
        ),
    )
    namesake = Flag(
        required=False, **doc("Whether known or entered people of the same name are other people.", False)
    )
    insists = Flag(
        required=False,
        **doc("Whether a name or club that looks like a contact becomes public all the same.", False),
    )


class EntryChangeSerializer(NewEntrySerializer):
    """What the entry is to be; a field that is left out stays as it is.

    `seed` changes before the draw only. `players`, `namesake` and `insists` as in a new entry. `reason` is
    needed after the draw.
    """

    names = serializers.ListField(
        child=Text(max_length=300),
        max_length=8,
        required=False,
        **doc("The names that its people are to have, by position.", ["Lia Prado"]),
    )
    reason = Text(
        required=False, max_length=500, **doc("Why; needed after the draw.", "Misspelled on the list.")
    )


class EntryImportSerializer(Mirror[EntryImport]):
    """An import that can be undone, until the first check-in."""

    number = MirrorField("The number of the first line that the import wrote in the record.", 9)
    at = MirrorField("When the list was imported.", MOMENT)
    entries = MirrorField("How many entries it brought.", 24)


class SelfEntrySerializer(StrictFields):
    """Enter oneself; in Duplas with the partner's name, who is always a new person.

    `namesake`: entries under one of these names are other people's.
    """

    partner_name = Text(
        required=False,
        max_length=300,
        **doc("In Duplas the partner's name; to be left out elsewhere.", "Zeca Nunes"),
    )
    namesake = Flag(
        required=False, **doc("Whether known or entered people of the same name are other people.", False)
    )


class ImportSerializer(StrictFields):
    """Many entries at once, all or none: `csv` (text as pasted) or `rows`, not both.

    With `preview` nothing is stored: the answer shows what every row was read as. `columns` says what each
    column of `csv` holds, `headings` whether its first row are headings, `encoding` which of the preview's
    `readings` is right; without them the server guesses, or asks.
    """

    csv = Text(
        required=False,
        max_length=MAX_BYTES,
        trim_whitespace=False,
        **doc("A table as text: a header, then an entry a line.", "nome,clube\nLia Prado,Niterói\n"),
    )
    rows = serializers.ListField(
        child=NewEntrySerializer(),
        required=False,
        max_length=MAX_ROWS,
        allow_empty=False,
        **doc("The entries."),
    )
    columns = serializers.ListField(
        child=serializers.ChoiceField(choices=[meaning.value for meaning in Meaning]),
        required=False,
        max_length=MAX_COLUMNS,
        **doc("What each column of `csv` holds; left out, the reader finds out.", ["name", "club"]),
    )
    headings = Flag(
        required=False,
        allow_null=True,
        default=None,
        **doc("Whether the first row are headings; null lets the reader find out.", True),
    )
    encoding = Text(
        required=False,
        max_length=40,
        **doc("Which of the `readings` in the preview is right.", "utf-8 as cp1252"),
    )
    preview = Flag(
        required=False,
        default=False,
        **doc("Whether to store nothing and only return what was parsed; false by default.", True),
    )

    default_error_messages = {"one_source": _("Send either csv or rows.")}

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        """Return the values. Raise `ValidationError` `one_source` for both `csv` and `rows`, or neither."""
        if ("csv" in attrs) == ("rows" in attrs):
            self.fail("one_source")
        return attrs


class WithdrawalSerializer(StrictFields):
    """Why an entry is withdrawn; may be empty. It is public."""

    reason = Text(required=False, max_length=500, **doc("Why, if there is something to say.", "Ill."))


class PresenceSerializer(StrictFields):
    """Codes of the entry's people who brought a pineapple, if that variant is on."""

    pineapples = serializers.ListField(
        child=Text(max_length=12),
        required=False,
        max_length=8,
        **doc("Codes of the people who brought a pineapple, if that variant is on.", ["pwr5fkbzz"]),
    )


class PersonSerializer(Mirror[PersonView]):
    """A person of an entry: `code` in this record, `player` in the whole house."""

    code = serializers.CharField(
        source="persona_code", **doc("The person's code in this tournament's record.", "pwr5fkbzz")
    )
    player = serializers.CharField(
        source="player_code", **doc("The public code of the person in the whole house.", "k7m2x9qd")
    )
    name = MirrorField("How the person, or the thing, is called in public.", "Ana Mariapaulista")
    pineapple = MirrorField("Whether the person brought a pineapple.", False)


class EntrySerializer(Mirror[EntryView]):
    """An entry; `seq` is the record's number at its latest change."""

    code = MirrorField("The code of the entry.", "e4k2x9")
    number = MirrorField("In the order of entering, from 1.", 3)
    people = PersonSerializer(many=True, **doc("Who plays: one, or two in Duplas."))
    club = MirrorField("The club that they play for; empty for none.", "Niterói")
    seed = MirrorField(
        "The number by which a draw by hand orders entries, 1 for the strongest; null for none.", 1
    )
    state = serializers.ChoiceField(
        choices=EntryState.choices, **doc("Whether the entry is here, or left.", "checked_in")
    )
    seq = MirrorField("The number of the record's line that changed it last.", 12)


class EntryQuerySerializer(PageQuery):
    """Which entries; `search` looks for every word in names, clubs and numbers."""

    state = serializers.ChoiceField(
        choices=EntryState.choices, required=False, **doc("Only entries with this status.", "checked_in")
    )
    search = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=100,
        **doc("Words to look for, in any case and order.", "mariapaulista"),
    )


class ImportedSerializer(serializers.Serializer[Mapping[str, object]]):
    """The entries that an import stored."""

    added = serializers.IntegerField(**doc("How many were stored.", 8))
    entries = EntrySerializer(many=True, **doc("The entries."))


class CandidateSerializer(Mirror[Candidate]):
    """A known player whom a name of the list may mean."""

    player = MirrorField("The code of the known player.", "pk7m2x9qd")
    name = MirrorField("The player's name.", "Lia Prado")
    club = MirrorField("The club that the player was entered for; empty if none.", "Niterói")
    event = MirrorField(
        "The latest public tournament that the player entered; empty if none.",
        "Chama: Campeonato Mariapaulista 2026",
    )


class PreviewRowSerializer(Mirror[PreviewRow]):
    """One row of the list as it was read.

    `known` says for each name whether the person was met before.
    """

    line = MirrorField("The line of the text, or the number of the row from 1.", 2)
    names = MirrorField("Who they are: one name, or two in Duplas.", ["Lia Prado"])
    known = MirrorField("For each name whether the person was met before.", [False])
    club = MirrorField("The club that they play for; empty for none.", "Niterói")
    seed = MirrorField(
        "The number by which a draw by hand orders entries, 1 for the strongest; null for none.", 1
    )
    violations = ViolationShownSerializer(many=True, **doc("All problems, at once."))
    candidates = serializers.ListField(
        child=CandidateSerializer(many=True),
        **doc(
            "For each name the known players among whom a question has to be answered, or was.",
            [[{"player": "pk7m2x9qd", "name": "Lia Prado", "club": "Niterói", "event": ""}]],
        ),
    )
    notes = ViolationShownSerializer(
        many=True, **doc("What was left out of the row, such as a contact that would be public.")
    )


class ListColumnSerializer(Mirror[Column]):
    """A column of a list: its heading, what it is read as, and the first values in it."""

    heading = MirrorField("The heading of the column; empty without one.", "Nome do jogador")
    meaning = serializers.CharField(**doc("What the column is read as.", "name"))
    samples = MirrorField("The first values in it.", ["Lia Prado"])


class ListLineSerializer(Mirror[ListLine]):
    """A line of the list without a name, such as a title."""

    number = MirrorField("The number of the line, from 1.", 1)
    text = MirrorField("The text of the cell.", "Lista de sábado")


class ListReadingSerializer(Mirror[TextReading]):
    """An encoding that the list may have, and the first odd line as it reads in that encoding."""

    encoding = MirrorField("The encoding.", "cp850")
    text = MirrorField("The line.", "João Araújo")


class PreviewSerializer(serializers.Serializer[dict[str, object]]):
    """A list as it was read, before anything is stored."""

    is_sound = serializers.BooleanField(**doc("Whether the list can be stored as it is.", True))
    rows = PreviewRowSerializer(many=True, **doc("The entries."))
    violations = ViolationShownSerializer(many=True, **doc("All problems, at once."))
    encoding = serializers.CharField(
        allow_blank=True, **doc("The encoding of the bytes; empty if text was sent.", "")
    )
    delimiter = serializers.CharField(
        allow_blank=True, trim_whitespace=False, **doc("What parts the columns; empty for one column.", ",")
    )
    ignored = serializers.ListField(
        child=serializers.CharField(), **doc("Columns that mean nothing here.", ["telefone"])
    )
    columns = ListColumnSerializer(many=True, **doc("The columns of the list, in their order."))
    has_headings = serializers.BooleanField(**doc("Whether the first row was read as headings.", True))
    left_out = ListLineSerializer(many=True, **doc("Lines without a name, such as titles."))
    readings = ListReadingSerializer(
        many=True, **doc("How the first odd line reads in each encoding, if the list is held back.")
    )
    free_places = serializers.IntegerField(
        allow_null=True, **doc("How many places are free; null for no limit.", 12)
    )


class CheckedInSerializer(serializers.Serializer[Mapping[str, object]]):
    """How many entries this call checked in, without those that were before."""

    checked_in = serializers.IntegerField(**doc("How many entries were not checked in before.", 8))
