"""Entries: add, import, change, withdraw, check in."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player
from api.base_view import (
    Present,
    Shown,
    TournamentApiView,
    WriteRequest,
    parsed_body,
    parsed_query,
    serialize_all,
)
from api.field_docs import example_body
from api.pagination import page_of, paged
from api.scopes import Right
from api.strict import EmptyBody
from api.v1.entries.serializers import (
    CheckedInSerializer,
    EntryChangeSerializer,
    EntryImportSerializer,
    EntryQuerySerializer,
    EntrySerializer,
    ImportedSerializer,
    ImportSerializer,
    NewEntrySerializer,
    PresenceSerializer,
    PreviewSerializer,
    SelfEntrySerializer,
    WithdrawalSerializer,
)
from core.errors import Violation, refuse_all
from core.http.rate_limit import Purpose
from matches.models import Entry
from tournaments.departures.withdraw import withdraw
from tournaments.entries.change import EntryChange, change_entry
from tournaments.entries.check_in import check_in, check_in_all, check_out
from tournaments.entries.check_in_list import entry_view, search_entries
from tournaments.entries.enter import add_entry, enter_self, import_entries
from tournaments.entries.known_players import team_size
from tournaments.entries.lists.reading import read_list
from tournaments.entries.lists.values import ListAnswers, Meaning, ParsedList, ParsedRow
from tournaments.entries.selectors import entry_views, preview_import
from tournaments.entries.undo_import import open_imports, undo_import
from tournaments.entries.waiting_list import free_places
from tournaments.entries.write_entries import remember_columns, remembered_columns
from tournaments.finding import find_entry
from tournaments.inputs import NewEntry
from tournaments.models import Tournament
from tournaments.policies import require, require_own, to_change_entries


class EntriesApiView(TournamentApiView):
    """The entries of a tournament."""

    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="list_entries",
        parameters=[EntryQuerySerializer],
        responses=page_of(EntrySerializer),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List entries in the order of entering, withdrawn ones too."""
        given = parsed_query(EntryQuerySerializer, request)

        def build(tournament: Tournament) -> object:
            found = search_entries(entry_views(tournament), given.get("search", ""))
            found = [view for view in found if given.get("state") in (None, view.state)]
            return paged(request, found, lambda page: serialize_all(EntrySerializer, page))

        return self.show(build)

    @extend_schema(
        operation_id="add_entry",
        request=NewEntrySerializer,
        responses={201: EntrySerializer},
        examples=example_body({"names": ["Lia Prado"], "club": "Niterói"}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Add one entry by hand."""
        entry = new_entry(parsed_body(NewEntrySerializer, request))

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            added = add_entry(tournament, entry=entry, seen=doing.seen, by=doing.actor, now=doing.now)
            return _entry_fields(added)

        return self.act(work, status=201)


class SelfEntryApiView(TournamentApiView):
    """The caller enters."""

    limited = {"POST": Purpose.CREATE}
    rights = {"POST": "own"}

    @extend_schema(
        operation_id="enter_self",
        request=SelfEntrySerializer,
        responses={201: EntrySerializer},
        examples=example_body({}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter the caller, in Duplas with a partner."""
        given = parsed_body(SelfEntrySerializer, request)

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            return _entry_fields(
                enter_self(tournament, **given, seen=doing.seen, by=doing.actor, now=doing.now)
            )

        return self.act(work, status=201)


class ImportApiView(TournamentApiView):
    """Many entries at once."""

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
        """Import a list of entries, all rows or none; with `preview` only say what they were read as."""
        given = parsed_body(ImportSerializer, request)
        if given["preview"]:
            tournament = self.tournament("judge")
            return Response(_preview(tournament, _read(tournament, given, self.player)))

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            require(tournament, doing.actor, "judge")
            read = _read(tournament, given, doing.actor)
            refuse_all(_refusals(read))
            added = import_entries(
                tournament, entries=read.entries, seen=doing.seen, by=doing.actor, now=doing.now
            )
            if given.get("columns"):
                remember_columns(read, by=doing.actor, now=doing.now)
            codes = {entry.code for entry in added}
            shown = [view for view in entry_views(tournament) if view.code in codes]
            return {"added": len(added), "entries": serialize_all(EntrySerializer, shown)}

        return self.act(work, status=201)


class EntryApiView(TournamentApiView):
    """Base of the routes of one entry."""

    def present_state(self) -> Present:
        """Return the present entry."""
        tournament = self.tournament()
        entry = find_entry(tournament, str(self.kwargs["code"]))
        return {"seq": self.seq(tournament), "entry": _entry_fields(entry)}

    def act_on_entry(self, work: Callable[[Tournament, Entry, WriteRequest], object]) -> Response:
        """Run a write on the entry and show it after it."""

        def on_tournament(tournament: Tournament, doing: WriteRequest) -> Shown:
            code = str(self.kwargs["code"])
            work(tournament, find_entry(tournament, code), doing)
            return _entry_fields(find_entry(tournament, code))

        return self.act(on_tournament)


class ImportsApiView(TournamentApiView):
    """The imports that can be undone."""

    @extend_schema(operation_id="list_imports", responses=EntryImportSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List imports that can still be undone, the latest first; none after a check-in. For the staff."""
        return self.show(
            lambda tournament: serialize_all(EntryImportSerializer, open_imports(tournament)),
            need="judge",
            is_all_recorded=False,
        )


class OneImportApiView(TournamentApiView):
    """One import."""

    rights = {"DELETE": "judge"}

    @extend_schema(operation_id="undo_import", request=None, responses={204: None})
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Undo an import.

        Exactly its entries are removed, all at once; they are no longer shown anywhere.

        409 `check_in_begun` after the first check-in, `entries_closed` after the draw.
        """

        def work(tournament: Tournament, doing: WriteRequest) -> None:
            undo_import(tournament, number=number, seen=doing.seen, by=doing.actor, now=doing.now)

        return self.act(work, status=204)


class OneEntryApiView(EntryApiView):
    """One entry."""

    rights = {"PATCH": "judge"}

    def require_right(self, right: Right) -> None:
        """Require a judge until the draw, a coordinator after it."""
        super().require_right(right)
        self.tournament(to_change_entries(self.tournament()))

    @extend_schema(operation_id="retrieve_entry", responses=EntrySerializer)
    def get(self, request: Request, slug: str, code: str) -> HttpResponse:
        """Read an entry with its people."""
        return self.show(lambda tournament: _entry_fields(find_entry(tournament, code)))

    @extend_schema(
        operation_id="change_entry",
        request=EntryChangeSerializer,
        responses=EntrySerializer,
        examples=example_body(
            {"names": ["Lia Prado"], "club": "Niterói", "reason": "Misspelled on the list."}
        ),
    )
    def patch(self, request: Request, slug: str, code: str) -> Response:
        """Change names, club and, before the draw, the seed; the record contains no names.

        A judge may until the draw, the coordinator after it. 422 `name_is_theirs` for a person with an
        account, `name_elsewhere` for one who also takes part in tournaments that the caller does not
        organize, `already_entered` for the name of another entry, unless `namesake`.
        """
        given = parsed_body(EntryChangeSerializer, request)
        reason = given.pop("reason", "")

        def work(tournament: Tournament, entry: Entry, doing: WriteRequest) -> None:
            change = _change(given)
            change_entry(entry, change=change, reason=reason, seen=doing.seen, by=doing.actor, now=doing.now)

        return self.act_on_entry(work)


class WithdrawApiView(EntryApiView):
    """An entry leaves."""

    rights = {"POST": "part"}

    def require_right(self, right: Right) -> None:
        """Require a member of the entry, or staff that may withdraw others at this time."""
        super().require_right(right)
        tournament = self.tournament()
        entry = find_entry(tournament, str(self.kwargs["code"]))
        require_own(tournament, entry, self.player, to_change_entries(tournament))

    @extend_schema(
        operation_id="withdraw_entry",
        request=WithdrawalSerializer,
        responses=EntrySerializer,
        examples=example_body({"reason": "Ill."}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Withdraw an entry: by one of its own people, a judge (until the draw) or the coordinator.

        It keeps its results. Its seat at a match that has not begun stays empty, or goes to whom the house
        rule `empty_seat` names. While it plays, its sheet says how it leaves: 422 `leaves_by_sheet`.
        """
        reason = parsed_body(WithdrawalSerializer, request).get("reason", "")

        def work(tournament: Tournament, entry: Entry, doing: WriteRequest) -> None:
            withdraw(entry, reason=reason, seen=doing.seen, by=doing.actor, now=doing.now)

        return self.act_on_entry(work)


class CheckInApiView(EntryApiView):
    """Check-in of an entry."""

    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="check_in",
        request=PresenceSerializer,
        responses=EntrySerializer,
        examples=example_body({"pineapples": ["pwr5fkbzz"]}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Check an entry in, and note the people who brought a pineapple."""
        pineapples = parsed_body(PresenceSerializer, request).get("pineapples", [])

        def work(tournament: Tournament, entry: Entry, doing: WriteRequest) -> None:
            check_in(entry, pineapples=pineapples, seen=doing.seen, by=doing.actor, now=doing.now)

        return self.act_on_entry(work)


class CheckOutApiView(EntryApiView):
    """A check-in is taken back."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="check_out", request=EmptyBody, responses=EntrySerializer)
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Take a check-in back."""
        parsed_body(EmptyBody, request)

        def work(tournament: Tournament, entry: Entry, doing: WriteRequest) -> None:
            check_out(entry, seen=doing.seen, by=doing.actor, now=doing.now)

        return self.act_on_entry(work)


class CheckInAllApiView(TournamentApiView):
    """Everybody is here."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="check_in_all", request=EmptyBody, responses=CheckedInSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Check in every entry that is not yet checked in."""
        parsed_body(EmptyBody, request)

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            return {"checked_in": check_in_all(tournament, seen=doing.seen, by=doing.actor, now=doing.now)}

        return self.act(work)


def new_entry(given: dict[str, object]) -> NewEntry:
    """Return the entry as a value for the services."""
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in given.items()
    }
    return NewEntry(**values)


def _change(given: dict[str, Any]) -> EntryChange:
    """Return the change as a value for the services."""
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in given.items()
    }
    return EntryChange(**values)


def _read(tournament: Tournament, given: dict[str, Any], by: Player | None) -> ParsedList:
    """Return the rows, parsed from text or as sent (numbered from 1)."""
    if "csv" in given:
        answers = ListAnswers(
            encoding=given.get("encoding", ""),
            columns=tuple(map(Meaning, given.get("columns", ()))),
            has_headings=given["headings"],
            remembered=remembered_columns(by),
        )
        return _checked(read_list(given["csv"], pairs=team_size(tournament) == 2, answers=answers), answers)
    return ParsedList(tuple(ParsedRow(line, new_entry(row)) for line, row in enumerate(given["rows"], 1)))


def _checked(read: ParsedList, answers: ListAnswers) -> ParsedList:
    """Return the list; refuse it if the caller named another number of columns."""
    facts = {"found": len(read.columns), "given": len(answers.columns)}
    if not answers.columns or not read.columns or facts["found"] == facts["given"]:
        return read
    return replace(read, violations=(Violation("columns_wrong_number", facts, "columns"),), rows=())


def _refusals(read: ParsedList) -> Iterator[Violation]:
    """Yield what prevents the import; fields of a row are named `rows.3.names.0`."""
    yield from read.violations
    for index, row in enumerate(read.rows):
        for found in row.violations:
            path = f"rows.{index}.{found.field}".rstrip(".")
            yield replace(found, field=path, facts={**found.facts, "line": row.line})


def _preview(tournament: Tournament, read: ParsedList) -> dict[str, object]:
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


def _entry_fields(entry: Entry) -> dict[str, object]:
    return dict(EntrySerializer(entry_view(entry)).data)
