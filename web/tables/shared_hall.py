"""The shared hall on the page of tables: which tournaments share it, and how to join or leave."""

from collections.abc import Mapping, Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import finding
from tournaments.models import Tournament
from tournaments.tables.share import leave_hall, may_share_with, share_hall
from tournaments.tables.shared_hall import titles_for
from web.service_form import ServiceForm
from web.tables.forms import ShareHallForm
from web.visits import Visit

ANCHOR = "#hall"
Posted = Mapping[str, object]


def hall_context(
    visit: Visit, others: Sequence[Tournament], form: ServiceForm | None = None
) -> dict[str, object]:
    """Return the tournaments that share the hall, as far as the reader may see them, and the form to share
    it.
    """
    titles = titles_for(visit.player, others)
    may_share = visit.may("coordinate") and not visit.tournament.is_over
    asked = form if isinstance(form, ShareHallForm) else _form(visit) if may_share else None
    is_offered = asked is not None and asked.offers_any
    return {
        "shared_with": [(other.slug, titles[other.pk]) for other in others if other.pk in titles],
        "shared_unnamed": sum(other.pk not in titles for other in others),
        "hall_form": asked if is_offered else None,
        "may_share": may_share,
    }


def share(visit: Visit) -> ServiceForm | HttpResponse:
    """Add another tournament to the hall, or show the form with the refusal."""
    form = _form(visit.require("coordinate"), visit.request.POST)
    if not form.run(lambda: _share(visit, str(form.cleaned_data["tournament"]))):
        return form
    messages.success(visit.request, _("The two share their tables from now on."))
    return _back(visit)


def leave(visit: Visit) -> ServiceForm | HttpResponse:
    """Take this tournament out of the hall."""
    visit.require("coordinate")
    form = ServiceForm()
    if not form.tried(lambda: leave_hall(visit.tournament, by=visit.by, now=timezone.now())):
        return form
    messages.success(visit.request, _("The tables of this tournament are its own again."))
    return _back(visit)


def _share(visit: Visit, slug: str) -> None:
    other = finding.find(slug, visit.by)
    share_hall(visit.tournament, other, by=visit.by, now=timezone.now())


def _form(visit: Visit, data: Posted | None = None) -> ShareHallForm:
    offered = may_share_with(visit.tournament, visit.by)
    return ShareHallForm(data, offered=[(one.slug, one.title) for one in offered])


def _back(visit: Visit) -> HttpResponse:
    return redirect(f"{redirect('tables', visit.tournament.slug).url}{ANCHOR}")
