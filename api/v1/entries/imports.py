"""Import a list of entries, with a preview, and undo it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player
from api.base_view import JSONBody, TournamentApiView, WriteRequest
from api.field_docs import example_body
from api.serialization import parse_body, serialize_all
from api.v1.entries.serializers import (
    EntryImportSerializer,
    EntrySerializer,
    ImportedSerializer,
    ImportSerializer,
    PreviewSerializer,
)
from api.v1.entries.views import parse_entry
from core.errors import Violation, refuse_all
from core.http.rate_limit import Purpose
from tournaments.entries.enter import import_entries
from tournaments.entries.known_players import team_size
from tournaments.entries.list_columns import remember_columns, remembered_columns
from tournaments.entries.lists.reading import read_list
from tournaments.entries.lists.values import ListAnswers, Meaning, ParsedList, ParsedRow
from tournaments.entries.selectors import entry_views, preview_import
from tournaments.entries.undo_import import open_imports, undo_import
from tournaments.entries.waiting_list import free_places
from tournaments.models import Tournament
from tournaments.policies import require


class ImportApiView(TournamentApiView):
    """Route to import a list of entries."""

    limited = {"POST": Purpose.COSTLY}
    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="import_entries",
        request=ImportSerializer,
        responses={200: PreviewSerializer, 201: ImportedSerializer},
        examples=example_body(
            {"rows": [{"names": ["Lia Prado"], "club": "Niterói"}, {"names": ["Zeca Nunes"]}]}
        ),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Import a list of entries, all rows or none; with `preview` only say what they were read as.

        422 with all problems, fields named as `rows.3.names.0`; 409 `entries_closed`. The sent
        `columns` of a list with headings are remembered for the caller's next list.
        """
        given = parse_body(ImportSerializer, request)
        if given["preview"]:
            tournament = self.tournament("judge")
            return Response(_import_preview_fields(tournament, _parse_rows(tournament, given, self.player)))

        def import_and_list_entries(tournament: Tournament, write: WriteRequest) -> JSONBody:
            require(tournament, write.actor, "judge")
            read = _parse_rows(tournament, given, write.actor)
            refuse_all(_import_violations(read))
            added = import_entries(
                tournament, entries=read.entries, seen=write.seen, by=write.actor, now=write.now
            )
            if given.get("columns"):
                remember_columns(read, by=write.actor, now=write.now)
            codes = {entry.code for entry in added}
            shown = [view for view in entry_views(tournament) if view.code in codes]
            return {"added": len(added), "entries": serialize_all(EntrySerializer, shown)}

        return self.act_on_tournament(import_and_list_entries, status=201)


class ImportsApiView(TournamentApiView):
    """Route to list the imports that can be undone."""

    @extend_schema(operation_id="list_imports", responses=EntryImportSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List imports that can still be undone, the latest first; none after a check-in. For the staff."""
        return self.show(
            lambda tournament: serialize_all(EntryImportSerializer, open_imports(tournament)),
            need="judge",
            is_all_recorded=False,
        )


class OneImportApiView(TournamentApiView):
    """Route to undo one import."""

    rights = {"DELETE": "judge"}

    @extend_schema(operation_id="undo_import", request=None, responses={204: None})
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Undo an import: exactly its entries are removed, and are no longer shown anywhere.

        All at once or none; free places go to the waiting list. 409 `check_in_begun` after the first
        check-in, `entries_closed` after the draw.
        """

        def remove_imported_entries(tournament: Tournament, write: WriteRequest) -> None:
            undo_import(tournament, number=number, seen=write.seen, by=write.actor, now=write.now)

        return self.act_on_tournament(remove_imported_entries, status=204)


def _parse_rows(tournament: Tournament, given: dict[str, Any], by: Player | None) -> ParsedList:
    """Return the list: parsed from `csv`, or the sent `rows`, numbered from 1.

    Violations of the list and its rows are in it and not raised. The columns that `by` chose for an
    earlier list help to read this one.
    """
    if "csv" in given:
        answers = ListAnswers(
            encoding=given.get("encoding", ""),
            columns=tuple(map(Meaning, given.get("columns", ()))),
            has_headings=given["headings"],
            remembered=remembered_columns(by),
        )
        parsed = read_list(given["csv"], pairs=team_size(tournament) == 2, answers=answers)
        return _with_checked_column_count(parsed, answers)
    return ParsedList(tuple(ParsedRow(line, parse_entry(row)) for line, row in enumerate(given["rows"], 1)))


def _with_checked_column_count(read: ParsedList, answers: ListAnswers) -> ParsedList:
    """Return the list; if `answers` name too few or too many columns, with a violation in place of rows.

    The violation is `columns_wrong_number`. Answers without columns leave them to the reader, and are
    right.
    """
    facts = {"found": len(read.columns), "given": len(answers.columns)}
    if not answers.columns or not read.columns or facts["found"] == facts["given"]:
        return read
    return replace(read, violations=(Violation("columns_wrong_number", facts, "columns"),), rows=())


def _import_violations(read: ParsedList) -> Iterator[Violation]:
    """Yield all that prevents the import; fields of a row are named `rows.3.names.0`, from 0."""
    yield from read.violations
    for index, row in enumerate(read.rows):
        for found in row.violations:
            path = f"rows.{index}.{found.field}".rstrip(".")
            yield replace(found, field=path, facts={**found.facts, "line": row.line})


def _import_preview_fields(tournament: Tournament, read: ParsedList) -> dict[str, object]:
    """Return as JSON what was read, with the violations that an import would have; nothing is stored."""
    rows = preview_import(tournament, read)
    sound = read.is_sound and not any(row.violations for row in rows)
    free = free_places(tournament)
    fields = ("violations", "encoding", "delimiter", "ignored", "columns", "has_headings", "left_out")
    shown = {
        **{name: getattr(read, name) for name in fields},
        "is_sound": sound and (free is None or len(rows) <= free),
        "rows": rows,
        "readings": read.doubt.readings if read.doubt else (),
        "free_places": free,
    }
    return dict(PreviewSerializer(shown).data)
