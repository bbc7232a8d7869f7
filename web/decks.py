"""Pages of decks: check any list, hand in an entry's decks, waive the check."""

from collections.abc import Iterable
from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from core.errors import Forbidden, Violation
from matches.models import Entry
from rulesets.kernel.extras import ChecksDecks
from rulesets.registry import GAMES, deck_checker
from tournaments import finding
from tournaments.decks import hand_in
from tournaments.decks.lists import MAX_BYTES, CheckedDeck, judge_deck, line_of
from tournaments.decks.selectors import (
    PersonsDeck,
    decks_for,
    decks_missing,
    has_decks,
    needs_decks,
    waiver_of,
)
from tournaments.entry_names import names_of_entry
from tournaments.models import State, Tournament
from tournaments.policies import require_own
from web.labels import text_for_refusal
from web.pages import form_page, seen
from web.service_form import FOR_EVER, ServiceForm
from web.tournament_request import TournamentRequest, open_tournament


class DeckForm(ServiceForm):
    """A deck list as text or file; all errors are listed at the top, each with its line."""

    text = forms.CharField(
        label=gettext_lazy("Paste the list here"), required=False, strip=False, widget=forms.Textarea
    )
    file = forms.FileField(label=gettext_lazy("Or choose a text file"), required=False, allow_empty_file=True)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        text = self.fields["text"]
        text.validators = []  # the parser removes what browsers would not send
        text.widget.attrs |= {"rows": 14, "spellcheck": "false", "autocomplete": "off", "class": "mono"}

    def submitted_list(self) -> bytes | str:
        """Return the uploaded file, up to one byte more than allowed, else the pasted text.

        Call it on a valid form.
        """
        upload = self.cleaned_data.get("file")
        if isinstance(upload, UploadedFile):
            return bytes(upload.read(MAX_BYTES + 1))
        return str(self.cleaned_data.get("text", ""))

    def field_of(self, violation: Violation) -> str | None:
        """Return None: all violations are about lines of the list, so they stand at the top."""
        return None


class WaiveForm(ServiceForm):
    """The reason why an entry may play without a checked deck."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500, help_text=FOR_EVER)


@dataclass(frozen=True, slots=True)
class Remark:
    """A violation or warning in words, and its line: number from 1, or 0 for the whole deck, and text.

    `rule` is the number in the rulebook, or the code of a house rule.
    """

    line: int
    source: str
    words: str
    rule: str


@dataclass(frozen=True, slots=True)
class ShownDeck:
    """A judged list with its remarks; it is accepted if it has no `violations`."""

    judged: CheckedDeck
    violations: tuple[Remark, ...]
    warnings: tuple[Remark, ...]


@require_http_methods(["GET", "HEAD", "POST"])
def deck_check(request: HttpRequest, game: str) -> HttpResponse:
    """Show a form for any list; on POST judge it by the game's rules (422 if refused), and store nothing.

    Raise `Forbidden` `not_found` for a game without decks.
    """
    checker = _checker(game)
    form, report = DeckForm(*_posted_data(request)), None
    if form.is_bound and form.is_valid():
        report = _report(judge_deck(checker, form.submitted_list()))
        form = _editable_form(form, report)
    status = 422 if report and report.violations else form.status
    context = {"form": form, "game": game, "report": report}
    return render(request, "decks/check.html", context, status=status)


def _editable_form(form: DeckForm, report: ShownDeck) -> DeckForm:
    """Return a new form with the list's text, so that an uploaded file can be edited on the page."""
    text = report.judged.text or str(form.cleaned_data.get("text", ""))
    return DeckForm(initial={"text": text})


@require_http_methods(["GET", "HEAD", "POST"])
def entry_decks(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show the entry's decks that this person may read; on POST hand one in, or waive the entry's check.

    Raise `Forbidden` `not_found` if the game has no decks or the person may read none; also as `require_own`
    and, for a waiver, unless a coordinator posts.
    """
    req = open_tournament(request, slug)
    tournament = req.tournament
    entry = finding.find_entry(tournament, code)
    people = decks_for(tournament, entry, req.player, is_staff=req.may("judge"))
    if not people or not has_decks(tournament):
        raise Forbidden("not_found")
    if request.method != "POST":
        return _page(req, entry)
    if "waive" in request.POST:
        return _waive(req.require("coordinate"), entry)
    require_own(tournament, entry, req.actor, "judge")
    return _hand_in(req, entry)


def _hand_in(req: TournamentRequest, entry: Entry) -> HttpResponse:
    """Hand in the posted deck; redirect, or show the page with the refusal."""
    form, person = DeckForm(*_posted_data(req.http)), req.http.POST.get("person", "")

    def hand_in_posted() -> None:
        """Hand in the posted list. Raise as `hand_in`."""
        hand_in.hand_in(
            entry,
            person=person,
            data=form.submitted_list(),
            by=req.actor,
            now=timezone.now(),
            seen=seen(req.http),
        )

    if form.run(hand_in_posted):
        messages.success(req.http, _("The deck is checked and handed in."))
        return redirect("entry_decks", req.tournament.slug, entry.code)
    return _page(req, entry, form=form, person=person)


def _waive(req: TournamentRequest, entry: Entry) -> HttpResponse:
    """Waive the decks of an entry; redirect, or show the page with the refusal."""
    form = WaiveForm(req.http.POST)

    def waive_posted() -> None:
        """Waive the decks for the posted reason. Raise as `waive`."""
        hand_in.waive(
            entry,
            reason=form.cleaned_data["reason"],
            by=req.actor,
            now=timezone.now(),
            seen=seen(req.http),
        )

    if form.run(waive_posted):
        messages.success(req.http, _("This entry may be checked in without a checked deck."))
        return redirect("entry_decks", req.tournament.slug, entry.code)
    return _page(req, entry, waive=form)


def _page(
    req: TournamentRequest,
    entry: Entry,
    *,
    form: DeckForm | None = None,
    person: str = "",
    waive: WaiveForm | None = None,
) -> HttpResponse:
    """Render the page of the entry's decks, read again.

    `form` is a refused form of this `person` (code), `waive` a refused waiver.
    """
    tournament = req.tournament
    entry = finding.find_entry(tournament, entry.code)
    is_staff = req.may("judge")
    people = decks_for(tournament, entry, req.player, is_staff=is_staff)
    missing = decks_missing(tournament).get(entry.code, ())
    context: dict[str, object] = {
        **req.context("entries"),
        "entry": entry,
        "names": names_of_entry(entry),
        "rows": [
            (one, form if one.persona_code == person else _empty_form(tournament, one, is_staff))
            for one in people
        ],
        "form": form or waive or DeckForm(),
        "is_due": needs_decks(tournament),
        "missing": missing,
        "waiver": waiver_of(entry) if is_staff else None,
        "waive": (waive or WaiveForm()) if missing and req.may("coordinate") else None,
    }
    return form_page(req.http, "decks/entry.html", context)


def _empty_form(tournament: Tournament, one: PersonsDeck, is_staff: bool) -> DeckForm | None:
    """Return an empty form if the reader may still hand in this person's deck; else None.

    After the draw only staff may, and only a deck that is missing.
    """
    if tournament.state == State.PREPARING:
        return DeckForm() if one.is_own or is_staff else None
    return DeckForm() if is_staff and one.deck is None and not tournament.is_over else None


def _posted_data(request: HttpRequest) -> tuple[QueryDict | None, object]:
    """Return the posted fields and files, as a form takes them; two None for a GET."""
    return (request.POST, request.FILES) if request.method == "POST" else (None, None)


def _checker(game: str) -> ChecksDecks:
    """Return the game's deck checker. Raise `Forbidden` `not_found` if it has none."""
    checker = deck_checker(game) if game in GAMES else None
    if checker is None:
        raise Forbidden("not_found")
    return checker


def _report(judged: CheckedDeck) -> ShownDeck:
    """Return a judged list with its refusals and warnings in words, each with its line."""
    lines = judged.text.splitlines()
    return ShownDeck(
        judged, tuple(_remarks(judged.refusals, lines)), tuple(_remarks(judged.report.warnings, lines))
    )


def _remarks(found: Iterable[Violation], lines: list[str]) -> Iterable[Remark]:
    """Yield each violation in words, with its line cut to 80 characters."""
    for violation in found:
        line = line_of(violation)
        source = lines[line - 1] if 0 < line <= len(lines) else ""
        yield Remark(line, source[:80], text_for_refusal(violation), violation.rule)


urlpatterns: list[URLPattern] = [
    path("baralho/<slug:game>/", deck_check, name="deck_check"),
    path("torneios/<slug:slug>/inscricoes/<slug:code>/baralho/", entry_decks, name="entry_decks"),
]
