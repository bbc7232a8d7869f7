"""Many entries at once: read, shown with every problem, and only then entered, all or none."""

from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from core.http.limits import Purpose
from tournaments.entries.enter import import_entries
from tournaments.entries.import_list import Parsed
from tournaments.entries.known_players import team_size
from tournaments.entries.selectors import PreviewRow, preview_import
from web.forms.entries.identity import Question, questions
from web.forms.entries.import_list import ImportForm, is_double
from web.limiting import count
from web.pages import form_page, refused_page, seen
from web.visits import Visit, visiting

MOST_SHOWN = 200


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row with its line as it was read.

    `is_marked`: its people are said to be others than those of the same name; `asks`: that is a question.
    `questions` are about single names.
    """

    row: PreviewRow
    source: str
    is_marked: bool
    asks: bool
    questions: list[Question]


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """A list as it would be entered. `shown` are the rows to look at: those with problems first."""

    parsed: Parsed
    rows: list[PreviewRow]
    left_out: int

    @property
    def problems(self) -> int:
        """Rows that cannot be entered as they are."""
        return sum(bool(row.violations) for row in self.rows)

    @property
    def is_sound(self) -> bool:
        """Whether there is somebody to enter, and no problem."""
        return bool(self.rows) and not self.problems

    @property
    def shown(self) -> list[ShownRow]:
        """The rows that the page shows: those that ask for a decision first."""
        lines, marked = self.parsed.text.split("\n"), self.marked
        entries = {row.line: row.entry for row in self.parsed.rows}
        rows = [
            ShownRow(
                row, lines[row.line - 1], row.line in marked, _asks(row), questions(row, entries[row.line])
            )
            for row in self.rows
        ]
        asking = [bool(one.is_marked or one.row.violations or one.questions) for one in rows]
        order = sorted(range(len(rows)), key=lambda number: not asking[number])
        return [rows[number] for number in order[:MOST_SHOWN]]

    @property
    def more(self) -> int:
        """Rows that the page does not show."""
        return max(0, len(self.rows) - MOST_SHOWN)

    @property
    def unclear(self) -> int:
        """Rows with a name that may be that of a known player, and no answer yet."""
        return sum(any(found.code == "person_unclear" for found in row.violations) for row in self.rows)

    @property
    def has_entered(self) -> bool:
        """Whether a row names somebody who is entered, or on the list, already."""
        return any(map(is_double, self.rows))

    @property
    def marked(self) -> frozenset[int]:
        """Lines whose people are said to be somebody else."""
        return frozenset(row.line for row in self.parsed.rows if row.entry and row.entry.namesake)


def _asks(row: PreviewRow) -> bool:
    return (any(row.known) or is_double(row)) and not any(row.candidates)


@require_http_methods(["GET", "HEAD", "POST"])
def entries_import(request: HttpRequest, slug: str) -> HttpResponse:
    """Paste or upload a list, look at it, enter it."""
    visit = visiting(request, slug, "judge")
    pairs = team_size(visit.tournament) == 2
    if request.method != "POST":
        return _page(visit, ImportForm(pairs=pairs), None)
    form = ImportForm(request.POST, request.FILES, pairs=pairs)
    if not (form.is_valid() and form.tried(lambda: count(request, Purpose.IMPORT))):
        return _page(visit, form, None)
    sent = form.parsed()
    if sent.violations:
        form.refused(Refused(sent.violations))
        return _page(visit, form, None)
    parsed, rows, left_out = form.left_in(sent, partial(preview_import, visit.tournament))
    preview = ImportPreview(parsed, rows, left_out)
    if preview.is_sound and form.is_confirmed(parsed) and form.run(lambda: _enter(visit, parsed)):
        _say(request, len(parsed.entries), left_out)
        return redirect("entries", slug)
    return _page(visit, form, preview)


def _enter(visit: Visit, parsed: Parsed) -> None:
    import_entries(
        visit.tournament, entries=parsed.entries, by=visit.by, now=timezone.now(), seen=seen(visit.request)
    )


def _say(request: HttpRequest, added: int, left_out: int) -> None:
    said = ngettext("%(n)s entry added.", "%(n)s entries added.", added) % {"n": added}
    if left_out:
        more = ngettext("%(n)s was there already.", "%(n)s were there already.", left_out)
        said = f"{said} {more % {'n': left_out}}"
    messages.success(request, said)


def _page(visit: Visit, form: ImportForm, preview: ImportPreview | None) -> HttpResponse:
    context: dict[str, object] = {
        **visit.context("entries"),
        "form": form,
        "preview": preview,
        "fingerprint": form.fingerprint(preview.parsed) if preview else "",
    }
    if preview and preview.problems and not form.errors:
        return refused_page(visit.request, "entries/import.html", context)
    return form_page(visit.request, "entries/import.html", context)
