"""A list of entries on its way in: what was sent, and what the person decided about its rows."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.entries.import_list import MOST_BYTES, Parsed, ParsedRow, read_csv
from tournaments.entries.selectors import PreviewRow
from web.forms.base import ServiceForm
from web.forms.entries.identity import PREFIX, answer_in

DOUBLES = frozenset({"already_entered", "twice_on_list"})
PreviewOf = Callable[[Parsed], list[PreviewRow]]


def is_double(row: PreviewRow) -> bool:
    """Whether the row names somebody who is entered, or stands further up on the list."""
    return any(found.code in DOUBLES for found in row.violations)


class ImportForm(ServiceForm):
    """Text or file, and who its people are.

    `namesake` holds lines whose people are others than those of the same name; `who.3.0` says who the first
    name in line 3 is.
    """

    text = forms.CharField(label=_("Paste the list here"), required=False, strip=False, widget=forms.Textarea)
    file = forms.FileField(label=_("Or choose a file (CSV or text)"), required=False, allow_empty_file=True)
    skip_entered = forms.BooleanField(
        label=_("Leave out who is entered already, or stands further up on the list"), required=False
    )
    same_all = forms.BooleanField(
        label=_("If only one known player has the name, it is the same person"), required=False
    )
    previewed = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: object, pairs: bool, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.pairs = pairs
        self.fields["text"].validators = []  # the reading cleans what browsers would not send
        self.fields["text"].widget.attrs |= {"rows": 10, "spellcheck": "false", "autocomplete": "off"}

    def parsed(self) -> Parsed:
        """What was sent, read; lines marked as namesakes are somebody new."""
        parsed = read_csv(self._sent(), pairs=self.pairs)
        marked = set(self._namesakes())
        rows = (self._answered(_marked(row, marked)) for row in parsed.rows)
        return replace(parsed, rows=tuple(rows))

    def _answered(self, row: ParsedRow) -> ParsedRow:
        """The row with what was said of each of its names."""
        names = row.entry.names if row.entry else ()
        said = [
            answer_in(str(self.data.get(f"{PREFIX}{row.line}.{at}", "")), name)
            for at, name in enumerate(names)
        ]
        return _with_players(row, said) if any(said) else row

    def _same(self, parsed: Parsed, preview: PreviewOf) -> Parsed:
        """The list with the only candidate at each question without an answer, if the person wants that."""
        if not self.cleaned_data["same_all"]:
            return parsed
        rows = zip(parsed.rows, preview(parsed), strict=True)
        return replace(parsed, rows=tuple(_with_only_candidates(row, shown) for row, shown in rows))

    def _namesakes(self) -> list[str]:
        """The lines whose people are said to be somebody else."""
        return self.data.getlist("namesake") if isinstance(self.data, QueryDict) else []

    def _sent(self) -> bytes | str:
        upload = self.cleaned_data.get("file")
        if isinstance(upload, UploadedFile):
            return bytes(upload.read(MOST_BYTES + 1))
        return str(self.cleaned_data.get("text", ""))

    def left_in(self, parsed: Parsed, preview: PreviewOf) -> tuple[Parsed, list[PreviewRow], int]:
        """The list without the rows to leave out, its preview, and how many are left out."""
        parsed = self._same(parsed, preview)
        rows = preview(parsed)
        if not self.cleaned_data["skip_entered"]:
            return parsed, rows, 0
        out = {row.line for row in rows if is_double(row)}
        kept = replace(parsed, rows=tuple(row for row in parsed.rows if row.line not in out))
        return kept, preview(kept), len(out)

    def fingerprint(self, parsed: Parsed) -> str:
        """What the person has seen: only this list, decided in this way, is imported on confirmation."""
        decided = [
            parsed.text,
            str(self.cleaned_data["skip_entered"]),
            *sorted(self._namesakes()),
            *(",".join(entry.players) for entry in parsed.entries),
        ]
        return sha256("\0".join(decided).encode()).hexdigest()

    def is_confirmed(self, parsed: Parsed) -> bool:
        """Whether the person confirms what they saw."""
        return "confirm" in self.data and self.cleaned_data["previewed"] == self.fingerprint(parsed)


def _marked(row: ParsedRow, lines: set[str]) -> ParsedRow:
    if row.entry is None or str(row.line) not in lines:
        return row
    return replace(row, entry=replace(row.entry, namesake=True))


def _with_players(row: ParsedRow, players: Sequence[str]) -> ParsedRow:
    return replace(row, entry=row.entry and replace(row.entry, players=tuple(players)))


def _with_only_candidates(row: ParsedRow, shown: PreviewRow) -> ParsedRow:
    if row.entry is None:
        return row
    unclear = {found.field for found in shown.violations if found.code == "person_unclear"}
    only = (found[0].player if len(found) == 1 else "" for found in shown.candidates)
    said = [
        row.entry.answer(at) or (player if f"names.{at}" in unclear else "") for at, player in enumerate(only)
    ]
    return _with_players(row, said) if any(said) else row
