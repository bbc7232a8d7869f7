"""The page of the regulation, with its confirmation and rulings."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from catalogue.selectors import type_text
from rulesets.guide import Chapter, language_of
from rulesets.registry import kind_under
from rulesets.sentences_composed import how_one_wins
from tournaments.match_views.versioned_cache import cache_version, record_version
from tournaments.models import State, Tournament
from tournaments.regulation.confirm import adopt_edition, confirm_regulation
from tournaments.regulation.rulings import LONGEST, all_rulings, note_ruling
from tournaments.regulation.selectors import (
    chapters_of,
    confirmation_of,
    has_its_texts,
    has_newer_edition,
    version_of,
)
from tournaments.regulation.text import sections
from tournaments.rules_of import rules_of
from web.pages import form_page, in_snapshot, post_only, seen
from web.response_cache.variants import shared_part
from web.service_form import ServiceForm
from web.tournament_request import TournamentRequest, open_tournament


class RulingForm(ServiceForm):
    """A ruling on how a rule is applied today."""

    words = forms.CharField(
        label=gettext_lazy("How is it played today?"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "It is shown at all tables immediately and stays with the regulation: write no names."
        ),
    )


ALWAYS = ("tournament", "house-interpretations", "house-interpretations-any")
_confirmation, _rulings = cache_version(confirmation_of), cache_version(all_rulings)
_version = cache_version(version_of)


@require_http_methods(["GET", "HEAD", "POST"])
def regulation(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the regulation; on POST confirm it, or adopt the current edition of the rule texts."""
    if request.method != "POST":
        return _regulation_page(request, slug)
    req, form = open_tournament(request, slug, "coordinate"), ServiceForm()
    if form.attempt(lambda: _adopt_or_confirm(req)):
        return redirect("regulation", slug)
    return form_page(request, "regulation/regulation.html", _context(req, form))


@in_snapshot
def _regulation_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the regulation in one snapshot."""
    return form_page(
        request, "regulation/regulation.html", _context(open_tournament(request, slug), ServiceForm())
    )


@post_only("regulation")
def ruling(request: HttpRequest, slug: str) -> HttpResponse:
    """Store the posted ruling, which all tables see at once; for coordinators."""
    req = open_tournament(request, slug, "coordinate")
    form = RulingForm(request.POST)
    if form.run(lambda: _publish_ruling(req, form)):
        messages.success(
            request, _("The ruling is saved, and shown on every match page and on the hall screen.")
        )
        return redirect("regulation", slug)
    return form_page(request, "regulation/regulation.html", _context(req, form))


def _publish_ruling(req: TournamentRequest, form: RulingForm) -> None:
    """Store the ruling of the form, in the record too. Raise as `note_ruling`."""
    words, who = form.cleaned_data["words"], req.actor
    note_ruling(req.tournament, words=words, by=who, now=timezone.now(), seen=seen(req.http))


def _adopt_or_confirm(req: TournamentRequest) -> None:
    """Adopt the current edition if `adopt` is posted, else confirm the regulation in the posted version.

    Both are acts of the record; raise as they do, and show a message otherwise.
    """
    who, now = req.actor, timezone.now()
    if "adopt" in req.http.POST:
        adopt_edition(req.tournament, seen=seen(req.http), by=who, now=now)
        messages.success(
            req.http, _("The tournament now uses the current edition. Confirm the regulation again.")
        )
    else:
        version = req.http.POST.get("version", "")
        confirm_regulation(req.tournament, version=version, seen=seen(req.http), by=who, now=now)
        messages.success(req.http, _("The regulation is confirmed."))


def _context(req: TournamentRequest, form: ServiceForm) -> dict[str, object]:
    """Return the context of the regulation; `form` is a refused one, or an empty one."""
    tournament = req.tournament
    confirmed, version = _confirmation(tournament), _version(tournament)
    may_confirm = not tournament.is_over and req.may("coordinate")
    return {
        **req.context("regulation"),
        "form": form,
        "regulation": version,
        "confirmed": confirmed,
        "is_confirmed": confirmed is not None and confirmed.version == version,
        "is_old": has_newer_edition(tournament),
        "is_open": tournament.state == State.PREPARING,
        "may_confirm": may_confirm,
        "rulings": _rulings(tournament),
        "ruling_form": form if isinstance(form, RulingForm) or not may_confirm else RulingForm(),
        "part": shared_part(req.http, record_version(tournament), lambda: _clauses(req)),
    }


def _clauses(req: TournamentRequest) -> SafeString:
    """Return the HTML of the clauses in force and of the rule texts, the same for every reader."""
    tournament = req.tournament
    found = sections(tournament)
    shown = {
        "tournament": tournament,
        "is_old": has_newer_edition(tournament),
        "sections": found,
        "chosen": [clause for section in found for clause in section.clauses if clause.is_chosen],
        "invented": _composed_type(tournament),
        "has_texts": has_its_texts(tournament),
        "chapters": [found for found in _all_chapters(tournament) if found.key in _keys_in_force(tournament)],
    }
    return render_to_string("regulation/_clauses.html", shown, req.http)


def _composed_type(tournament: Tournament) -> dict[str, object] | None:
    """Return `title`, `how` one wins and rules (`told`) of a type composed by people; None for another."""
    kind = kind_under(rules_of(tournament))
    if not kind.is_composed:
        return None
    told = type_text(kind, get_language() or "")
    return {"title": kind.title_word, "how": how_one_wins(kind), "told": told}


def _all_chapters(tournament: Tournament) -> tuple[Chapter, ...]:
    """Return the chapters of the tournament's edition in the reader's language, or in Portuguese."""
    return chapters_of(tournament, language_of(get_language()))


def _keys_in_force(tournament: Tournament) -> set[str]:
    """Return the keys of the chapters that apply to this tournament's choices."""
    timed = ["timed-matches"] if tournament.time_limit else []
    ranked = ["points"] if tournament.ranked else []
    return {tournament.kind, *tournament.variants, *timed, *ranked, *ALWAYS}


AT = "torneios/<slug:slug>/regulamento/"

urlpatterns: list[URLPattern] = [
    path(AT, regulation, name="regulation"),
    path(f"{AT}decisoes/", ruling, name="ruling"),
]
