"""The shared hall on the page of tables: which tournaments share it, and how to join or leave."""

from collections.abc import Mapping, Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import finding
from tournaments.models import Tournament
from tournaments.tables.share import leave_hall, share_hall, tournaments_to_share_with
from tournaments.tables.shared_hall import titles_for
from web.service_form import ServiceForm
from web.tables.forms import ShareHallForm
from web.tournament_request import TournamentRequest

ANCHOR = "#hall"
Posted = Mapping[str, object]


def hall_context(
    req: TournamentRequest, others: Sequence[Tournament], form: ServiceForm | None = None
) -> dict[str, object]:
    """Return the context of the shared hall; `others` are the tournaments that share it.

    Those that the reader may not see are only counted. `form` is a refused form; `hall_form` is None if the
    reader has no other tournament to share with.
    """
    titles = titles_for(req.player, others)
    may_share = req.may("coordinate") and not req.tournament.is_over
    asked = form if isinstance(form, ShareHallForm) else _share_form(req) if may_share else None
    is_offered = asked is not None and asked.offers_any
    return {
        "shared_with": [(other.slug, titles[other.pk]) for other in others if other.pk in titles],
        "shared_unnamed": sum(other.pk not in titles for other in others),
        "hall_form": asked if is_offered else None,
        "may_share": may_share,
    }


def share(req: TournamentRequest) -> ServiceForm | HttpResponse:
    """Share the tables with the posted tournament and redirect; return the form if it is refused."""
    form = _share_form(req.require("coordinate"), req.http.POST)
    if not form.run(lambda: _share_with(req, str(form.cleaned_data["tournament"]))):
        return form
    messages.success(req.http, _("The two share their tables from now on."))
    return _redirect_back(req)


def leave(req: TournamentRequest) -> ServiceForm | HttpResponse:
    """Take this tournament out of the hall and redirect; return the form if it is refused."""
    req.require("coordinate")
    form = ServiceForm()
    if not form.attempt(lambda: leave_hall(req.tournament, by=req.actor, now=timezone.now())):
        return form
    messages.success(req.http, _("This tournament no longer shares its tables."))
    return _redirect_back(req)


def _share_with(req: TournamentRequest, slug: str) -> None:
    """Store that this tournament shares its tables with that of the slug. Raise as `share_hall`."""
    other = finding.find_tournament(slug, req.actor)
    share_hall(req.tournament, other, by=req.actor, now=timezone.now())


def _share_form(req: TournamentRequest, data: Posted | None = None) -> ShareHallForm:
    """Return the form with the tournaments that the caller may share this one's tables with."""
    offered = tournaments_to_share_with(req.tournament, req.actor)
    return ShareHallForm(data, offered=[(one.slug, one.title) for one in offered])


def _redirect_back(req: TournamentRequest) -> HttpResponse:
    """Redirect to the part of the page of tables about the shared hall."""
    return redirect(f"{redirect('tables', req.tournament.slug).url}{ANCHOR}")
