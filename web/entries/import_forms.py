"""The form of an imported list: the text, its columns, and the decisions about its rows."""

import binascii
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext_lazy as _

from tournaments.entries.lists.reading import read_list
from tournaments.entries.lists.values import MAX_COLUMNS, ListAnswers, Meaning, ParsedList, ParsedRow
from tournaments.entries.selectors import PreviewRow
from tournaments.uploads import MAX_BYTES
from web.entries.forms import PREFIX, answer_in
from web.service_form import ServiceForm

DOUBLES = frozenset({"already_entered", "twice_on_list"})
PreviewOf = Callable[[ParsedList], list[PreviewRow]]
Remembered = Mapping[str, tuple[Meaning, ...]]
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


def is_duplicate(row: PreviewRow) -> bool:
    """Return whether the row names a player who is already entered or listed."""
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

    def parsed(self, remembered: Remembered) -> ParsedList:
        """Return the parsed list; names in lines marked as namesakes are new people."""
        parsed = read_list(self.sent, pairs=self.pairs, answers=self._answers(remembered))
        marked = self._lines("namesake")
        rows = (self._apply_answers(_mark_namesake(row, marked)) for row in parsed.rows)
        return replace(parsed, rows=tuple(rows))

    def _apply_answers(self, row: ParsedRow) -> ParsedRow:
        """Return the row with the answers about its names."""
        names = row.entry.names if row.entry else ()
        said = [
            answer_in(str(self.data.get(f"{PREFIX}{row.line}.{at}", "")), name)
            for at, name in enumerate(names)
        ]
        return _with_players(row, said) if any(said) else row

    def _apply_only_candidates(self, parsed: ParsedList, preview: PreviewOf) -> ParsedList:
        """Return the list with the only candidate for each unanswered question, if the person wants that."""
        if not self.cleaned_data["same_all"]:
            return parsed
        rows = zip(parsed.rows, preview(parsed), strict=True)
        return replace(parsed, rows=tuple(_with_only_candidates(row, shown) for row, shown in rows))

    @property
    def meanings(self) -> list[tuple[str, Promise]]:
        """Return the meanings that a column can have, with labels."""
        return [(key.value, label) for key, label in MEANINGS.items() if self.pairs or key not in OF_PAIRS]

    @property
    def has_columns(self) -> bool:
        """Return whether the person changed the columns that the page showed (`columns_shown`).

        Otherwise another pasted list gets its own columns.
        """
        return "columns_said" in self.data or self._columns != self.data.get("columns_shown", "")

    @property
    def submitted_bytes(self) -> str:
        """Return the submitted bytes, so that the page can send them again with the encoding."""
        sent = self.sent if isinstance(self.sent, bytes) else self.sent.encode()
        return b64encode(sent).decode()

    @property
    def _columns(self) -> str:
        """Return the posted columns in one text; empty without any."""
        said = [self.data.get(f"column-{at}", "") for at in range(MAX_COLUMNS)]
        headings = "+" if "headings" in self.data else "-"
        return ",".join([headings, *filter(None, said)]) if said[0] else ""

    def _answers(self, remembered: Remembered) -> ListAnswers:
        """Return the posted answers, together with those that the account gave for earlier lists."""
        headings, *said = self._columns.split(",") if self.has_columns else [""]
        columns = tuple(Meaning(word) for word in said if word in list(Meaning))
        return ListAnswers(
            encoding=self.cleaned_data["encoding"],
            columns=columns,
            has_headings=headings == "+" if columns else None,
            insisted=frozenset(int(line) for line in self._lines("insist") if line.isdecimal()),
            remembered=remembered,
        )

    def _lines(self, name: str) -> frozenset[str]:
        return frozenset(self.data.getlist(name)) if isinstance(self.data, QueryDict) else frozenset()

    @cached_property
    def sent(self) -> bytes | str:
        """Return the submitted list: a file, one sent before, or text."""
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
    ) -> tuple[ParsedList, list[PreviewRow], int]:
        """Return the list without the rows to leave out, its preview, and how many are left out.

        A row that differs from the earlier one in a read column stays in.
        """
        parsed = self._apply_only_candidates(parsed, preview)
        rows = preview(parsed)
        if not self.cleaned_data["skip_entered"]:
            return parsed, rows, 0
        out = {row.line for row in rows if is_duplicate(row)} & repeated(parsed)
        kept = replace(parsed, rows=tuple(row for row in parsed.rows if row.line not in out))
        return kept, preview(kept), len(out)

    def fingerprint(self, parsed: ParsedList) -> str:
        """Hash the list and its decisions: only the list that was shown is imported on confirmation."""
        decided = [
            parsed.text,
            str(self.cleaned_data["skip_entered"]),
            *sorted(self._lines("namesake")),
            "",
            *sorted(self._lines("insist")),
            str(parsed.has_headings),
            *parsed.meanings,
            *(",".join(entry.players) for entry in parsed.entries),
        ]
        return sha256("\0".join(decided).encode()).hexdigest()

    def is_confirmed(self, parsed: ParsedList) -> bool:
        """Return whether the person confirms exactly the list that was shown."""
        return "confirm" in self.data and self.cleaned_data["previewed"] == self.fingerprint(parsed)


def _mark_namesake(row: ParsedRow, lines: frozenset[str]) -> ParsedRow:
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
