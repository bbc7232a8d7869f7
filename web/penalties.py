"""The staff's page of penalties: give, list, withdraw."""

from collections.abc import Iterable

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import Persona
from tournaments.entry_names import names_of_all_people
from tournaments.models import State
from tournaments.models.penalty import PenaltyKind
from tournaments.penalties import (
    KIND_NAMES,
    LONGEST,
    OF_COORDINATORS,
    PenaltyMatch,
    entered_people,
    give_penalty,
    named_matches_of,
    penalties_of,
    withdraw_penalty,
)
from web.pages import form_page, post_only
from web.service_form import ServiceForm
from web.templatetags.chama import match_name
from web.tournament_request import TournamentRequest, open_tournament


class PenaltyForm(ServiceForm):
    """A penalty for a person, perhaps in one match; only coordinators are offered the heavy ones."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy(
            "Visible to the staff of this tournament, and to the person in their own data."
        ),
    )

    def __init__(
        self, *args: object, may_coordinate: bool, matches: Iterable[PenaltyMatch] = (), **kwargs: object
    ) -> None:
        super().__init__(*args, **kwargs)
        offered = [kind for kind in PenaltyKind if may_coordinate or kind not in OF_COORDINATORS]
        choices = [(kind.value, KIND_NAMES[kind]) for kind in offered]
        kind = forms.ChoiceField(label=gettext_lazy("Penalty"), choices=choices, widget=forms.RadioSelect)
        theirs = [("", "–"), *((match.code, match_name(match)) for match in matches)]
        match = forms.ChoiceField(label=gettext_lazy("Match"), choices=theirs, required=False)
        self.fields = {"kind": kind, "match": match, **self.fields}


PAGE = "penalties/penalties.html"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def penalties(request: HttpRequest, slug: str) -> HttpResponse:
    """List penalties; with `?pessoa=` those of one person, and the form for a new one. POST gives one."""
    req = open_tournament(request, slug, need="judge")
    person = _chosen_person(req)
    posted = request.POST if request.method == "POST" else None
    matches = named_matches_of(person) if person else ()
    form = PenaltyForm(posted, may_coordinate=req.may("coordinate"), matches=matches)
    if posted is not None and form.run(lambda: _give_penalty(req, form)):
        messages.success(request, _("The penalty is noted; only the staff sees it."))
        return redirect(f"{reverse('penalties', args=[slug])}?pessoa={_posted_person(req)}")
    return form_page(request, PAGE, _context(req, person, form))


@post_only("penalties", takes=("slug",))
def penalty_withdraw(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Withdraw a penalty that was given by mistake; for coordinators."""
    req, form = open_tournament(request, slug, need="coordinate"), ServiceForm()
    if form.attempt(lambda: withdraw_penalty(req.tournament, code=code, by=req.actor, now=timezone.now())):
        messages.success(request, _("The penalty was taken back."))
        return redirect("penalties", slug)
    empty = PenaltyForm(may_coordinate=True)
    return form_page(request, PAGE, {**_context(req.reload(), None, empty), "form": form, "new": empty})


def _give_penalty(req: TournamentRequest, form: PenaltyForm) -> None:
    """Store the form's penalty for the posted person, with a line in the record. Raise as `give_penalty`."""
    chosen = {name: form.cleaned_data[name] for name in ("kind", "match", "reason")}
    give_penalty(req.tournament, person=_posted_person(req), **chosen, by=req.actor, now=timezone.now())


def _posted_person(req: TournamentRequest) -> str:
    """Return the posted code of the penalized person; "" if none is posted."""
    return req.http.POST.get("pessoa", "")


def _chosen_person(req: TournamentRequest) -> Persona | None:
    """Return the person whose penalties the page shows; None for all, also for an unknown code."""
    code = _posted_person(req) or req.http.GET.get("pessoa", "")
    return entered_people(req.tournament).filter(code=code).first() if code else None


def _context(req: TournamentRequest, person: Persona | None, form: PenaltyForm) -> dict[str, object]:
    """Return the context of the penalties: all, or those of one person."""
    tournament = req.tournament
    return {
        **req.context("penalties"),
        "form": form,
        "new": form,
        "person": person,
        "names": names_of_all_people(tournament),
        "ledger": penalties_of(tournament, person.code if person else ""),
        "is_open": tournament.state != State.FINISHED and not tournament.is_over,
        "may_withdraw": req.may("coordinate"),
    }


urlpatterns: list[URLPattern] = [
    path("torneios/<slug:slug>/penalidades/", penalties, name="penalties"),
    path(
        "torneios/<slug:slug>/penalidades/<slug:code>/retirar/",
        penalty_withdraw,
        name="penalty_withdraw",
    ),
]
