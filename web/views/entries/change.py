"""Putting an entry right, and undoing an import."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from core.errors import Forbidden
from matches.models import Entry
from tournaments import finding
from tournaments.entries.change import change_entry, may_rename
from tournaments.entries.check_in_list import entry_view
from tournaments.entries.selectors import EntryView
from tournaments.entries.undo_import import imported_entries, is_undone, open_imports, undo_import
from tournaments.models import State
from tournaments.policies import to_change_entries
from web.forms.entries.change import ChangeForm
from web.pages import form_page, seen
from web.service_form import ServiceForm
from web.visits import Visit, visiting


@require_http_methods(["GET", "HEAD", "POST"])
def entry_change(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Change names, club and seed of an entry."""
    visit = visiting(request, slug, "judge")
    visit.require(to_change_entries(visit.tournament))
    entry = finding.find_entry(visit.tournament, code)
    view = entry_view(entry)
    form = _form(visit, entry, view)
    if request.method == "POST" and form.run(lambda: _change(visit, entry, form)):
        said = _("Changed: %(names)s") % {"names": " & ".join(form.change().names or ())}
        messages.success(request, said)
        return redirect("entries", slug)
    context = {**visit.context("entries"), "form": form, "entry": view}
    return form_page(request, "entries/change.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def import_undo(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show whom the import brought, and remove them all."""
    visit = visiting(request, slug, "judge")
    rows = imported_entries(visit.tournament, number)
    if not rows:
        return _undone(visit, number)
    form = ServiceForm(_sent(request))
    if request.method == "POST" and form.run(lambda: _undo(visit, number)):
        removed = ngettext("%(n)s entry removed.", "%(n)s entries removed.", len(rows)) % {"n": len(rows)}
        messages.success(request, removed)
        return redirect("entries", slug)
    is_open = any(one.number == number for one in open_imports(visit.tournament))
    context = {
        **visit.context("entries"),
        "form": form,
        "rows": rows,
        "is_open": is_open,
    }
    return form_page(request, "entries/import_undo.html", context)


def _form(visit: Visit, entry: Entry, view: EntryView) -> ChangeForm:
    members = entry.members.select_related("persona__player").order_by("position")
    locked = [may_rename(member.persona.player, visit.tournament, visit.by) for member in members]
    names = {f"names.{position}": name for position, name in enumerate(view.names)}
    initial = {**names, "club": view.club, "seed": view.seed}
    is_drawn = visit.tournament.state != State.PREPARING
    return ChangeForm(_sent(visit.request), initial=initial, locked=locked, is_drawn=is_drawn)


def _change(visit: Visit, entry: Entry, form: ChangeForm) -> None:
    change_entry(
        entry,
        change=form.change(),
        reason=form.cleaned_data.get("reason", ""),
        by=visit.by,
        now=timezone.now(),
        seen=seen(visit.request),
    )


def _undone(visit: Visit, number: int) -> HttpResponse:
    """Tell whoever was slower that somebody else undid it."""
    if visit.request.method != "POST" or not is_undone(visit.tournament, number):
        raise Forbidden("not_found")
    messages.info(visit.request, _("This import is undone already."))
    return redirect("entries", visit.tournament.slug)


def _undo(visit: Visit, number: int) -> None:
    undo_import(visit.tournament, number=number, by=visit.by, now=timezone.now(), seen=seen(visit.request))


def _sent(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None
