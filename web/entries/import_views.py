"""Import of a list of entries: a preview with all problems and questions, then all rows or none."""

from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from core.errors import Refused, Violation
from core.http.rate_limit import Purpose
from tournaments.entries.enter import import_entries
from tournaments.entries.known_players import team_size
from tournaments.entries.lists.values import Column, Meaning, ParsedList
from tournaments.entries.repeats import repeated_lines
from tournaments.entries.selectors import PreviewRow, entry_views, preview_import
from tournaments.entries.waiting_list import free_places
from tournaments.entries.write_entries import remember_columns, remembered_columns
from web.entries.forms import Question, questions
from web.entries.import_forms import ImportForm, is_duplicate
from web.limiting import hit_limit
from web.pages import form_page, refused_page, seen
from web.tournament_request import TournamentRequest, open_tournament

MAX_SHOWN = 200
ASKED_ABOUT = frozenset({"encoding_unsure", "columns_unclear", "column_name_missing", "column_twice"})
"""Codes that a person answers on the page; any other refusal of the whole list ends the import."""


@dataclass(frozen=True, slots=True)
class PreviewedRow:
    """A row with its line as it was read.

    `is_marked`: its people are new ones with known names; `asks`: the page asks about that; `is_insisted`:
    its contacts stay. `questions` are about single names.
    """

    row: PreviewRow
    source: str
    is_marked: bool
    asks: bool
    is_insisted: bool
    questions: list[Question]

    @property
    def has_contact(self) -> bool:
        """Return whether a contact was left out of the row; the person may insist on it."""
        return any(note.code == "contact_left_out" for note in self.row.notes)

    @property
    def is_urgent(self) -> bool:
        """Return whether the row needs a decision or has a note."""
        return bool(self.is_marked or self.row.violations or self.row.notes or self.questions)


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """A list as it would be entered; `shown` are the rows on the page, those with problems first.

    `free` is the number of free places, None without a limit; `insisted` the lines whose contacts stay.
    """

    parsed: ParsedList
    rows: list[PreviewRow]
    left_out: int
    free: int | None
    insisted: frozenset[str]

    @property
    def problems(self) -> int:
        """Return the number of rows that cannot be entered as they are."""
        return sum(bool(row.violations) for row in self.rows)

    @property
    def is_sound(self) -> bool:
        """Return whether the list has an entry and no problem."""
        return bool(self.rows) and not self.problems and not self.parsed.violations and self.too_many is None

    @property
    def too_many(self) -> Violation | None:
        """Return the violation for more entries than free places; None if they fit."""
        if self.free is None or len(self.rows) <= self.free:
            return None
        return Violation("more_than_places", {"adding": len(self.rows), "free": self.free})

    @property
    def shows_columns(self) -> bool:
        """Return whether the page shows the columns."""
        columns = self.parsed.columns
        return len(columns) > 1 or any(column.meaning is not Meaning.NAME for column in columns)

    @property
    def columns_shown(self) -> str:
        """Return the columns as the page shows them; empty if it asks, so that not changing them is an
        answer.
        """
        if self.parsed.violations:
            return ""
        return ",".join(["+" if self.parsed.has_headings else "-", *self.parsed.meanings])

    @property
    def columns(self) -> list[tuple[int, Column]]:
        """Return the columns with their numbers from 0."""
        return list(enumerate(self.parsed.columns))

    @property
    def shown(self) -> list[PreviewedRow]:
        """Return the rows that the page shows, those that need a decision first."""
        lines, marked = self.parsed.text.split("\n"), self.marked
        entries = {row.line: row.entry for row in self.parsed.rows}
        rows = [
            PreviewedRow(
                row=row,
                source=lines[row.line - 1],
                is_marked=row.line in marked,
                asks=_has_question(row),
                is_insisted=str(row.line) in self.insisted,
                questions=questions(row, entries[row.line]),
            )
            for row in self.rows
        ]
        return sorted(rows, key=lambda shown: not shown.is_urgent)[:MAX_SHOWN]

    @property
    def more(self) -> int:
        """Return the number of rows that the page does not show."""
        return max(0, len(self.rows) - MAX_SHOWN)

    @property
    def open_questions(self) -> int:
        """Return the number of rows with an unanswered question about a known player."""
        return sum(any(found.code == "person_unclear" for found in row.violations) for row in self.rows)

    @property
    def has_entered(self) -> bool:
        """Return whether a row names a player who is already entered or listed."""
        return any(map(is_duplicate, self.rows))

    @property
    def marked(self) -> frozenset[int]:
        """Return the lines marked as new people with known names."""
        return frozenset(row.line for row in self.parsed.rows if row.entry and row.entry.namesake)


def _has_question(row: PreviewRow) -> bool:
    return (any(row.known) or is_duplicate(row)) and not any(row.candidates)


@require_http_methods(["GET", "HEAD", "POST"])
def entries_import(request: HttpRequest, slug: str) -> HttpResponse:
    """Import entries from a pasted or uploaded list, after a preview."""
    req = open_tournament(request, slug, "judge")
    pairs = team_size(req.tournament) == 2
    if request.method != "POST":
        return _page(req, ImportForm(pairs=pairs), None)
    form = ImportForm(request.POST, request.FILES, pairs=pairs)
    sent: list[ParsedList] = []
    if not (form.is_valid() and form.attempt(lambda: sent.append(_read(req, form)))):
        return _page(req, form, None)
    parsed, rows, left_out = form.drop_left_out(
        sent[0],
        partial(preview_import, req.tournament),
        lambda found: repeated_lines(found, entry_views(req.tournament)),
    )
    free, insisted = free_places(req.tournament), frozenset(request.POST.getlist("insist"))
    form.add_refusal(Refused(parsed.violations))
    preview = ImportPreview(parsed, rows, left_out, free, insisted)
    if preview.is_sound and form.is_confirmed(parsed) and form.run(lambda: _enter(req, form, parsed)):
        _add_message(request, len(parsed.entries), left_out)
        return redirect("entries", slug)
    return _page(req, form, preview)


def _read(req: TournamentRequest, form: ImportForm) -> ParsedList:
    """Parse the list; raise `Refused` for a problem that the page cannot ask about."""
    hit_limit(req.http, Purpose.COSTLY)
    parsed = form.parsed(remembered_columns(req.actor))
    if any(found.code not in ASKED_ABOUT for found in parsed.violations):
        raise Refused(parsed.violations)
    return parsed


def _enter(req: TournamentRequest, form: ImportForm, parsed: ParsedList) -> None:
    now = timezone.now()
    import_entries(req.tournament, entries=parsed.entries, by=req.actor, now=now, seen=seen(req.http))
    if form.has_columns:
        remember_columns(parsed, by=req.actor, now=now)


def _add_message(request: HttpRequest, added: int, left_out: int) -> None:
    said = ngettext("%(n)s entry added.", "%(n)s entries added.", added) % {"n": added}
    if left_out:
        more = ngettext("%(n)s was already there.", "%(n)s were already there.", left_out)
        said = f"{said} {more % {'n': left_out}}"
    messages.success(request, said)


def _page(req: TournamentRequest, form: ImportForm, preview: ImportPreview | None) -> HttpResponse:
    context: dict[str, object] = {
        **req.context("entries"),
        "form": form,
        "preview": preview,
        "fingerprint": form.fingerprint(preview.parsed) if preview else "",
    }
    asks = preview and (preview.problems or preview.too_many)
    if asks and not form.errors:
        return refused_page(req.http, "entries/import.html", context)
    return form_page(req.http, "entries/import.html", context)
