"""Pages that duplicate, archive, cancel or delete a tournament, and the organizer's bin."""

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from tournaments.endings import KEPT, archive, cancel, move_to_bin, restore_from_bin, unarchive
from tournaments.finding import binned_tournaments, find_binned
from web.pages import form_page, post_only, seen
from web.service_form import FOR_EVER, ServiceForm
from web.tournament_request import TournamentRequest, open_tournament, signed_in


class CancelForm(ServiceForm):
    """The public reason for cancelling a tournament."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=FOR_EVER,
    )


class DeleteForm(ServiceForm):
    """Confirms a deletion: the tournament's name must be typed."""

    typed = forms.CharField(label=gettext_lazy("Type its name"), max_length=400)

    def __init__(self, *args: object, name: str, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["typed"].help_text = gettext_lazy("It is called “%(name)s”.") % {"name": name}
        self.fields["typed"].widget.attrs["autocomplete"] = "off"


Act = Callable[[], object]
METHODS = ["GET", "HEAD", "POST"]


@require_http_methods(["GET", "HEAD"])
def endings(request: HttpRequest, slug: str) -> HttpResponse:
    """Offer to duplicate, cancel, archive or delete the tournament."""
    req = open_tournament(request, slug, "manage")
    was_public = req.tournament.is_published or req.tournament.draws.exists()
    context = {**req.context("endings"), "was_public": was_public}
    return render(request, "endings/endings.html", context)


@require_http_methods(METHODS)
def tournament_cancel(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form with the public reason; on POST cancel the tournament for good."""
    req = open_tournament(request, slug, "manage")
    form = CancelForm(request.POST or None)

    def cancel_it() -> None:
        """Cancel the tournament for the typed reason."""
        reason = form.cleaned_data["reason"]
        cancel(req.tournament, reason=reason, by=req.actor, now=timezone.now(), seen=seen(request))

    return _form_until_done(req, form, cancel_it, "endings/cancel.html") or _redirect_with_message(
        request, slug, _("The tournament is cancelled. Its pages stay and say why.")
    )


@require_http_methods(METHODS)
def tournament_delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form that asks for its name; on POST move the tournament to the bin, for thirty days."""
    req = open_tournament(request, slug, "manage")
    form = DeleteForm(request.POST or None, name=req.tournament.name)

    def delete_it() -> None:
        """Move the tournament to the bin. Raise as `move_to_bin`, also if its name is not typed."""
        typed = form.cleaned_data["typed"]
        move_to_bin(req.tournament, typed=typed, by=req.actor, now=timezone.now(), seen=seen(request))

    if page := _form_until_done(req, form, delete_it, "endings/delete.html"):
        return page
    messages.success(request, _("Deleted. For thirty days you can restore it from your bin."))
    return redirect("bin")


@post_only("endings")
def tournament_archive(request: HttpRequest, slug: str) -> HttpResponse:
    """Archive the tournament, or restore it from the archive if `out` is sent."""
    req = open_tournament(request, slug, "manage")
    put_away = "out" not in request.POST
    work = archive if put_away else unarchive
    work(req.tournament, by=req.actor, now=timezone.now(), seen=seen(request))
    away, back = _("The tournament is in the archive."), _("The tournament is restored from the archive.")
    return _redirect_with_message(request, slug, away if put_away else back)


@require_http_methods(METHODS)
def bin_page(request: HttpRequest) -> HttpResponse:
    """List the caller's deleted tournaments, each with when it is erased; on POST restore one."""
    player = signed_in(request)
    if request.method == "POST":
        found = find_binned(request.POST.get("slug", ""), player)
        restore_from_bin(found, by=player, now=timezone.now())
        messages.success(request, _("Restored from the bin: %(title)s") % {"title": found.title})
        return redirect("endings", found.slug)
    rows = [(found, found.binned_at + KEPT) for found in binned_tournaments(player) if found.binned_at]
    return render(request, "endings/bin.html", {"rows": rows})


def _form_until_done(
    req: TournamentRequest, form: ServiceForm, act: Act, template: str
) -> HttpResponse | None:
    """Run `act` if the form was posted and is valid; return None if it succeeded, else the form's page."""
    if req.http.method == "POST" and form.run(act):
        return None
    return form_page(req.http, template, {**req.context("endings"), "form": form})


def _redirect_with_message(request: HttpRequest, slug: str, said: str) -> HttpResponse:
    """Show the message `said` on the page of endings, and redirect there."""
    messages.success(request, said)
    return redirect("endings", slug)


AT = "torneios/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path("torneios/lixeira/", bin_page, name="bin"),
    path(f"{AT}mais/", endings, name="endings"),
    path(f"{AT}mais/cancelar/", tournament_cancel, name="tournament_cancel"),
    path(f"{AT}mais/excluir/", tournament_delete, name="tournament_delete"),
    path(f"{AT}mais/arquivo/", tournament_archive, name="tournament_archive"),
]
