"""The form of an imported list: the text, its columns, and the decisions about its rows."""

import binascii
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import NamedTuple

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext_lazy as _

from core.text import number_in
from tournaments.entries.lists.reading import read_list
from tournaments.entries.lists.values import MAX_COLUMNS, ListAnswers, Meaning, ParsedList, ParsedRow
from tournaments.entries.selectors import PreviewRow
from tournaments.uploads import MAX_BYTES
from web.entries.forms import PREFIX, answer_in
from web.service_form import ServiceForm

DOUBLES = frozenset({"already_entered", "twice_on_list"})
PreviewOf = Callable[[ParsedList], list[PreviewRow]]
"""Returns a row for each row of a list, with what would be refused."""
Remembered = Mapping[str, tuple[Meaning, ...]]
"""Meanings of columns by their headings, as the account chose them for earlier lists."""
MEANINGS: Mapping[Meaning, Promise] = {
    Meaning.NAME: _("Name"),
    Meaning.SURNAME: _("Surname"),
    Meaning.SURNAME_FIRST: _("Surname, name"),
    Meaning.PARTNER: _("Partner"),
    Meaning.PARTNER_SURNAME: _("Partner’s surname"),
    Meaning.PAIR: _("Both people"),
    Meaning.CLUB: _("Club or city"),
    Meaning.SEED: _("Seed"),
    Meaning.IGNORED: _("Leave out"),
}
OF_PAIRS = frozenset({Meaning.PARTNER, Meaning.PARTNER_SURNAME, Meaning.PAIR})


class SelectedRows(NamedTuple):
    """A list without the rows that are left out, its preview, and how many were left out."""

    parsed: ParsedList
    rows: list[PreviewRow]
    left_out: int


def is_duplicate(row: PreviewRow) -> bool:
    """Return whether the row names a player who is already entered, or earlier on the list."""
    return any(found.code in DOUBLES for found in row.violations)


class ImportForm(ServiceForm):
    """A list as text or file, with answers: `column-0` …, `headings`, `encoding`, and lines of rows.

    `namesake` contains the lines whose people are others than those of the same name, `insist` the lines
    whose contacts become public. `who.3.0` says who the first name in line 3 is; `held` is a file sent
    before.
    """

    text = forms.CharField(label=_("Paste the list here"), required=False, strip=False, widget=forms.Textarea)
    file = forms.FileField(
        label=_("Or choose a file (spreadsheet, CSV, text or vCard)"), required=False, allow_empty_file=True
    )
    skip_entered = forms.BooleanField(
        label=_("Leave out people who are already entered or appear earlier on the list"), required=False
    )
    same_all = forms.BooleanField(
        label=_("If only one known player has the name, it is the same person"), required=False
    )
    previewed = forms.CharField(required=False, widget=forms.HiddenInput)
    encoding = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)
    held = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: object, pairs: bool, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.pairs = pairs
        self.fields["text"].validators = []  # the parser removes what browsers would not send
        self.fields["text"].widget.attrs |= {"rows": 10, "spellcheck": "false", "autocomplete": "off"}

    def parse_list(self, remembered: Remembered) -> ParsedList:
        """Return the sent list, parsed with the answers about columns and names; call it on a valid form.

        Names in lines that are ticked as `namesake` are new people.
        """
        parsed = read_list(self.submitted_list, pairs=self.pairs, answers=self._answers(remembered))
        marked = self._ticked_lines("namesake")
        rows = (self._apply_answers(_mark_namesake(row, marked)) for row in parsed.rows)
        return replace(parsed, rows=tuple(rows))

    def _apply_answers(self, row: ParsedRow) -> ParsedRow:
        """Return the row with the posted answers about its names (`who.<line>.<n>`)."""
        names = row.entry.names if row.entry else ()
        said = [
            answer_in(str(self.data.get(f"{PREFIX}{row.line}.{at}", "")), name)
            for at, name in enumerate(names)
        ]
        return _with_players(row, said) if any(said) else row

    def _apply_only_candidates(self, parsed: ParsedList, preview: PreviewOf) -> ParsedList:
        """Return the list with the only known player for each unanswered name, if `same_all` is ticked."""
        if not self.cleaned_data["same_all"]:
            return parsed
        rows = zip(parsed.rows, preview(parsed), strict=True)
        return replace(parsed, rows=tuple(_with_only_candidates(row, shown) for row, shown in rows))

    @property
    def meanings(self) -> list[tuple[str, Promise]]:
        """Return the meanings that a column can have, with labels; those of pairs only for pairs."""
        return [(key.value, label) for key, label in MEANINGS.items() if self.pairs or key not in OF_PAIRS]

    @property
    def has_columns(self) -> bool:
        """Return whether the person chose columns: changed those that the page showed (`columns_shown`).

        Also if an earlier post of the page chose them (`columns_said`). Otherwise another pasted list gets
        its own columns.
        """
        return "columns_said" in self.data or self._columns != self.data.get("columns_shown", "")

    @property
    def list_as_base64(self) -> str:
        """Return the submitted list in base64: the page sends it again (`held`) with its encoding."""
        sent = self.submitted_list
        return b64encode(sent if isinstance(sent, bytes) else sent.encode()).decode()

    @property
    def _columns(self) -> str:
        """Return the posted columns in one text: `+` or `-` for headings, then meanings; "" without any."""
        said = [self.data.get(f"column-{at}", "") for at in range(MAX_COLUMNS)]
        headings = "+" if "headings" in self.data else "-"
        return ",".join([headings, *filter(None, said)]) if said[0] else ""

    def _answers(self, remembered: Remembered) -> ListAnswers:
        """Return the posted answers about encoding, columns and contacts, with those to earlier lists."""
        headings, *said = self._columns.split(",") if self.has_columns else [""]
        columns = tuple(Meaning(word) for word in said if word in list(Meaning))
        return ListAnswers(
            encoding=self.cleaned_data["encoding"],
            columns=columns,
            has_headings=headings == "+" if columns else None,
            insisted=frozenset(filter(None, map(number_in, self._ticked_lines("insist")))),
            remembered=remembered,
        )

    def _ticked_lines(self, name: str) -> frozenset[str]:
        """Return the numbers of the lines that are ticked in the checkboxes of this name, as text."""
        return frozenset(self.data.getlist(name)) if isinstance(self.data, QueryDict) else frozenset()

    @cached_property
    def submitted_list(self) -> bytes | str:
        """Return the submitted list: the uploaded file (bytes), one sent before (`held`), or the pasted text.

        Files are cut just above the limit of the parser, which refuses them.
        """
        upload = self.cleaned_data.get("file")
        if isinstance(upload, UploadedFile):
            return bytes(upload.read(MAX_BYTES + 1))
        try:
            held = b64decode(self.cleaned_data.get("held", ""), validate=True)
        except (binascii.Error, ValueError):
            held = b""
        return held or str(self.cleaned_data.get("text", ""))

    def drop_left_out(
        self, parsed: ParsedList, preview: PreviewOf, repeated: Callable[[ParsedList], frozenset[int]]
    ) -> SelectedRows:
        """Return the list without the rows that are to be left out (`skip_entered`).

        Only known players are filled in first (`same_all`). `repeated` returns the lines that say the same as
        an earlier entry: a row that differs stays in.
        """
        parsed = self._apply_only_candidates(parsed, preview)
        rows = preview(parsed)
        if not self.cleaned_data["skip_entered"]:
            return SelectedRows(parsed, rows, 0)
        out = {row.line for row in rows if is_duplicate(row)} & repeated(parsed)
        kept = replace(parsed, rows=tuple(row for row in parsed.rows if row.line not in out))
        return SelectedRows(kept, preview(kept), len(out))

    def fingerprint(self, parsed: ParsedList) -> str:
        """Return a hash of the list and its answers: what is confirmed must be what was shown."""
        decided = [
            parsed.text,
            str(self.cleaned_data["skip_entered"]),
            *sorted(self._ticked_lines("namesake")),
            "",
            *sorted(self._ticked_lines("insist")),
            str(parsed.has_headings),
            *parsed.meanings,
            *(",".join(entry.players) for entry in parsed.entries),
        ]
        return sha256("\0".join(decided).encode()).hexdigest()

    def is_confirmed(self, parsed: ParsedList) -> bool:
        """Return whether the post confirms exactly this list, as it was shown."""
        return "confirm" in self.data and self.cleaned_data["previewed"] == self.fingerprint(parsed)


def _mark_namesake(row: ParsedRow, lines: frozenset[str]) -> ParsedRow:
    """Return the row, its people marked as new ones with known names if its line is one of these."""
    if row.entry is None or str(row.line) not in lines:
        return row
    return replace(row, entry=replace(row.entry, namesake=True))


def _with_players(row: ParsedRow, players: Sequence[str]) -> ParsedRow:
    """Return the row with these answers, one for each name: a player's code, `NEW_PERSON`, or ""."""
    return replace(row, entry=row.entry and replace(row.entry, players=tuple(players)))


def _with_only_candidates(row: ParsedRow, shown: PreviewRow) -> ParsedRow:
    """Return the row with the only known player for each name that is unclear and has no answer."""
    if row.entry is None:
        return row
    unclear = {found.field for found in shown.violations if found.code == "person_unclear"}
    only = (found[0].player if len(found) == 1 else "" for found in shown.candidates)
    said = [
        row.entry.answer(at) or (player if f"names.{at}" in unclear else "") for at, player in enumerate(only)
    ]
    return _with_players(row, said) if any(said) else row
