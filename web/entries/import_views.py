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
from tournaments.entries.list_columns import remember_columns, remembered_columns
from tournaments.entries.lists.values import Column, Meaning, ParsedList
from tournaments.entries.repeats import repeated_lines
from tournaments.entries.selectors import PreviewRow, entry_views, preview_import
from tournaments.entries.waiting_list import free_places
from web.entries.forms import Question, questions
from web.entries.import_forms import ImportForm, is_duplicate
from web.http.limiting import hit_limit
from web.pages import form_page, refused_page, seen
from web.tournament_request import TournamentRequest, open_tournament

MAX_SHOWN = 200
ASKED_ABOUT = frozenset({"encoding_unsure", "columns_unclear", "column_name_missing", "column_twice"})
"""Codes that a person answers on the page; any other refusal of the whole list ends the import."""


@dataclass(frozen=True, slots=True)
class PreviewedRow:
    """A row of the preview, with its line of the list as typed (`source`).

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
        """Return whether contact details were left out of the row; the person may insist on them."""
        return any(note.code == "contact_left_out" for note in self.row.notes)

    @property
    def is_urgent(self) -> bool:
        """Return whether the row needs a decision or has a note."""
        return bool(self.is_marked or self.row.violations or self.row.notes or self.questions)


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """A list as it would be entered, with what it lacks; nothing is stored yet.

    `free` is the number of free places, None without a limit; `insisted` the lines whose contacts stay.
    """

    parsed: ParsedList
    rows: list[PreviewRow]
    left_out: int
    free: int | None
    insisted: frozenset[str]

    @property
    def problems(self) -> int:
        """Return the number of rows with violations."""
        return sum(bool(row.violations) for row in self.rows)

    @property
    def is_sound(self) -> bool:
        """Return whether the list can be entered: it has a row, no violation, and enough free places."""
        return bool(self.rows) and not self.problems and not self.parsed.violations and self.too_many is None

    @property
    def too_many(self) -> Violation | None:
        """Return `more_than_places` for more entries than free places; None if they fit."""
        if self.free is None or len(self.rows) <= self.free:
            return None
        return Violation("more_than_places", {"adding": len(self.rows), "free": self.free})

    @property
    def shows_columns(self) -> bool:
        """Return whether the page shows the columns: unless there is one alone, of names."""
        columns = self.parsed.columns
        return len(columns) > 1 or any(column.meaning is not Meaning.NAME for column in columns)

    @property
    def columns_shown(self) -> str:
        """Return the columns in one text, as `ImportForm` compares them.

        "" while the page asks about them, so that leaving them unchanged is an answer.
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
        """Return the first 200 rows, those that need a decision or have a note in front."""
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
        """Return whether a row names a player who is already entered, or earlier on the list."""
        return any(map(is_duplicate, self.rows))

    @property
    def marked(self) -> frozenset[int]:
        """Return the lines whose people are marked as new ones with known names."""
        return frozenset(row.line for row in self.parsed.rows if row.entry and row.entry.namesake)


def _has_question(row: PreviewRow) -> bool:
    """Return whether the page asks if the row's people are others than the known ones of that name."""
    return (any(row.known) or is_duplicate(row)) and not any(row.candidates)


@require_http_methods(["GET", "HEAD", "POST"])
def entries_import(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form; a POST shows a preview of the list, and a confirmed one enters all rows or none."""
    req = open_tournament(request, slug, "judge")
    pairs = team_size(req.tournament) == 2
    if request.method != "POST":
        return _import_page(req, ImportForm(pairs=pairs), None)
    form = ImportForm(request.POST, request.FILES, pairs=pairs)
    sent: list[ParsedList] = []
    if not (form.is_valid() and form.attempt(lambda: sent.append(_parse_list(req, form)))):
        return _import_page(req, form, None)
    parsed, rows, left_out = form.drop_left_out(
        sent[0],
        partial(preview_import, req.tournament),
        lambda found: repeated_lines(found, entry_views(req.tournament)),
    )
    free, insisted = free_places(req.tournament), frozenset(request.POST.getlist("insist"))
    form.add_refusal(Refused(parsed.violations))
    preview = ImportPreview(parsed, rows, left_out, free, insisted)
    if preview.is_sound and form.is_confirmed(parsed) and form.run(lambda: _enter_rows(req, form, parsed)):
        _add_message(request, len(parsed.entries), left_out)
        return redirect("entries", slug)
    return _import_page(req, form, preview)


def _parse_list(req: TournamentRequest, form: ImportForm) -> ParsedList:
    """Return the parsed list. Raise `Refused` for violations that the page cannot ask about.

    Counts against the limit for costly requests: raise `TooMany`.
    """
    hit_limit(req.http, Purpose.COSTLY)
    parsed = form.parse_list(remembered_columns(req.actor))
    if any(found.code not in ASKED_ABOUT for found in parsed.violations):
        raise Refused(parsed.violations)
    return parsed


def _enter_rows(req: TournamentRequest, form: ImportForm, parsed: ParsedList) -> None:
    """Store all rows as entries, and chosen columns for the account's next list.

    Raise as `import_entries`.
    """
    now = timezone.now()
    import_entries(req.tournament, entries=parsed.entries, by=req.actor, now=now, seen=seen(req.http))
    if form.has_columns:
        remember_columns(parsed, by=req.actor, now=now)


def _add_message(request: HttpRequest, added: int, left_out: int) -> None:
    """Add the message that says how many entries were added, and how many left out."""
    said = ngettext("%(n)s entry added.", "%(n)s entries added.", added) % {"n": added}
    if left_out:
        more = ngettext("%(n)s was already there.", "%(n)s were already there.", left_out)
        said = f"{said} {more % {'n': left_out}}"
    messages.success(request, said)


def _import_page(req: TournamentRequest, form: ImportForm, preview: ImportPreview | None) -> HttpResponse:
    """Render the form with the preview, if there is one; 422 if rows have violations or are too many."""
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
