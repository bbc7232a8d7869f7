"""“Mesa já”: names, a type and variants on one page; then draw, and call the tables of round 1."""

import json
from collections.abc import Iterator
from dataclasses import replace
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import Player
from core.db.transactions import retry_on_conflict
from core.errors import Violation, refuse_all
from core.http.callers import caller_of
from core.http.idempotency import IdempotencyKey, SentAnswer, fingerprint_of, run_once
from core.http.rate_limit import Purpose, count_success
from rulesets.kernel.choices import find_kind
from scheduling.play_now import Evening, play_now
from tournaments.entries.lists.reading import parse_one_a_line, read_list
from tournaments.entries.lists.values import ListLine, ParsedRow
from tournaments.inputs import NEW_PERSON, NewEntry
from web.entries.forms import ANOTHER_PERSON, PREFIX, answer_in, answer_value, candidate_label
from web.labels import text_for_refusal
from web.pages import form_page
from web.service_form import FieldError, LocatedError, ServiceForm
from web.setup.choices import (
    invented_choices,
    invented_types,
    key_and_version,
    kind_choices,
    known_game,
    variant_choices,
)
from web.setup.initial import GAME, games
from web.tournament_request import signed_in

Choices = list[tuple[str, str]]
OUT, IN, RESERVES = "out", "in", "in."
SWITCH = "switch"
"""Name of the button that chooses another game; typed values stay."""
ASKED = frozenset({"person_unclear", "twice_on_list", "under_reserves"})
UNCLEAR = "people_unclear"
CHECK_WHO = gettext_lazy("Check below who is who; the likely answer is preselected.")
WHY_ASKED = {
    "person_unclear": gettext_lazy("%(name)s: known here"),
    "twice_on_list": gettext_lazy("%(name)s: twice on the list"),
    "under_reserves": gettext_lazy("%(name)s: a substitute"),
}
LONGEST_LIST = 20_000
LONGEST_KEY = 36


class PlayNowForm(ServiceForm):
    """Names, a type and variants; it asks about unclear names, with the likely answer chosen.

    `who.3.0` says who the first name in line 3 is, or that it is left `OUT`; `in.3` whether a substitute
    plays. `key` belongs to this page: the same list sent twice with it creates one tournament.
    """

    game = forms.CharField(widget=forms.HiddenInput, max_length=30)
    key = forms.CharField(widget=forms.HiddenInput, max_length=LONGEST_KEY, required=False)
    names = forms.CharField(
        label=gettext_lazy("Who plays?"),
        max_length=LONGEST_LIST,
        help_text=gettext_lazy("One per line, or separated by commas; a list from the group chat works too."),
        widget=forms.Textarea(
            attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off", "autofocus": True}
        ),
    )
    kind = forms.ChoiceField(label=gettext_lazy("Type"), widget=forms.RadioSelect)
    variants = forms.MultipleChoiceField(
        label=gettext_lazy("Variants"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: QueryDict | None, *, game: str, names: str, player: Player) -> None:
        """Start with `game` and `names`, unless the form was posted."""
        self.rules = known_game(data.get("game") if data else game)
        self.invented = invented_types(self.rules.key, player, None)
        first = {"game": self.rules.key, "key": uuid4().hex, "kind": self.rules.kinds[0].key, "names": names}
        self.answers = data.copy() if data else QueryDict(mutable=True)
        super().__init__(self.answers if data else None, initial=first)
        self.rows: list[ParsedRow] = []
        self.left_out: tuple[ListLine, ...] = ()
        self._offer("kind", [*kind_choices(self.rules), *invented_choices(self.invented)])
        self._offer("variants", variant_choices(self.rules))

    def _offer(self, name: str, choices: list[tuple[str, object]]) -> None:
        """Set the choices of the field `name`; remove it if there are none."""
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = choices
        if not choices:
            del self.fields[name]

    @property
    def questions(self) -> Iterator[forms.BoundField]:
        """Return the fields of the questions that the page shows."""
        return (self[name] for name in self.fields if name.startswith((PREFIX, RESERVES)))

    @property
    def answered(self) -> Iterator[tuple[str, str]]:
        """Yield field and value of answers to questions that the page no longer shows, to be posted again."""
        for name, value in self.answers.items():
            if name.startswith((PREFIX, RESERVES)) and name not in self.fields:
                yield name, str(value)

    def read_evening(self) -> Evening:
        """Read the names, and return the evening to play; store the rows, and what was left out, on the form.

        Raises `Refused` with every unreadable line and every question.
        """
        key, version = key_and_version(self.cleaned_data["kind"])
        pairs = self._team_size(self.cleaned_data["kind"]) == 2
        text, titles = parse_one_a_line(self.cleaned_data["names"], pairs=pairs)
        parsed = read_list(text, pairs=pairs)
        refuse_all(parsed.violations)
        self.left_out = (*titles, *parsed.left_out)
        self.rows = [row for row in parsed.rows if not self._is_left_out(row)]
        refuse_all(self._row_violations())
        return Evening(
            kind=key,
            kind_version=version,
            game=self.rules.key,
            variants=tuple(self.cleaned_data.get("variants", ())),
            entries=[self._entry(row) for row in self.rows],
        )

    def _team_size(self, chosen: str) -> int:
        """Return how many people make an entry in the type of this form value."""
        usable = self.invented.get(chosen)
        kind = usable.kind if usable else find_kind(self.rules.kinds, chosen) or self.rules.kinds[0]
        return kind.team_size

    def _answer(self, row: ParsedRow, at: int) -> str:
        """Return who the person at this position is: a player's code, `NEW_PERSON`, `OUT`, or ""."""
        name = row.entry.names[at] if row.entry else ""
        return answer_in(str(self.answers.get(f"{PREFIX}{row.line}.{at}", "")), name)

    def _substitute_answer(self, row: ParsedRow) -> str:
        """Return whether the substitute of this row plays: `IN` or `OUT`; "" while that is not answered."""
        name = row.entry.names[0] if row.entry else ""
        return answer_in(str(self.answers.get(f"{RESERVES}{row.line}", "")), name)

    def _is_left_out(self, row: ParsedRow) -> bool:
        """Return whether an answer says to leave this row out."""
        return OUT in (self._answer(row, 0), self._substitute_answer(row)) if row.entry else False

    def _entry(self, row: ParsedRow) -> NewEntry:
        """Return the row's entry with the answers about who its people are."""
        entry = row.entry or NewEntry(())
        return replace(entry, players=tuple(self._answer(row, at) for at in range(len(entry.names))))

    def _row_violations(self) -> Iterator[Violation]:
        """Yield violations of rows that cannot be read or need an answer; paths begin with `rows.<n>`."""
        for number, row in enumerate(self.rows):
            waiting = (note for note in row.notes if note.code == "under_reserves")
            asked = waiting if row.entry and not self._substitute_answer(row) else ()
            for found in (*row.violations, *asked):
                yield replace(found, field=f"rows.{number}.{found.field}")

    def add_violation(self, violation: Violation) -> None:
        """Attach a problem of a line to the names, or ask a question if that helps."""
        head, _dot, rest = violation.field.partition(".")
        if head != "rows" or not rest:
            return super().add_violation(violation)
        number, _dot, path = rest.partition(".")
        row = self.rows[int(number)]
        if violation.code in ASKED and row.entry:
            self._add_question(violation, row, row.entry, int(path.rpartition(".")[2]))
            return None if UNCLEAR in self.codes else self._add_names_error(UNCLEAR, str(CHECK_WHO))
        said = _("Line %(line)s: %(problem)s") % {"line": row.line, "problem": text_for_refusal(violation)}
        return self._add_names_error(violation.code, said)

    def _add_names_error(self, code: str, said: str) -> None:
        """Add the error `said` to the field of the names."""
        self.add_error("names", LocatedError(FieldError(said, str(self["names"].label), "id_names"), code))

    @property
    def has_questions(self) -> bool:
        """Return whether the page shows a question."""
        return UNCLEAR in self.codes

    def _add_question(self, violation: Violation, row: ParsedRow, entry: NewEntry, at: int) -> None:
        """Add the field of a question, with its likely answer chosen, about the name number `at` of a row."""
        is_substitute = violation.code == "under_reserves"
        key = f"{RESERVES}{row.line}" if is_substitute else f"{PREFIX}{row.line}.{at}"
        choices = (
            _substitute_choices(entry.names[0]) if is_substitute else _people_choices(violation, entry, at)
        )
        label = WHY_ASKED[violation.code] % {"name": entry.names[at]}
        self.fields[key] = forms.ChoiceField(
            label=label, choices=choices, widget=forms.RadioSelect, required=False
        )
        self.answers[key] = _likely_answer(violation, entry.names[at])


def _substitute_choices(name: str) -> Choices:
    """Return the answers to whether a substitute plays, each bound to this name."""
    return [(answer_value(IN, name), _("Plays")), (answer_value(OUT, name), _("Leave this line out"))]


def _people_choices(violation: Violation, entry: NewEntry, at: int) -> Choices:
    """Return the known people of this name, another person, and (not for pairs) leaving the line out."""
    name = entry.names[at]
    known = [
        (answer_value(one["player"], name), candidate_label(one))
        for one in violation.facts.get("candidates", ())
    ]
    out = _substitute_choices(name)[1:] if len(entry.names) == 1 else []
    return [*known, (answer_value(NEW_PERSON, name), str(ANOTHER_PERSON)), *out]


def _likely_answer(violation: Violation, name: str) -> str:
    """Return the preselected answer: left out, or the only known person; "" for none."""
    if violation.code != "person_unclear":
        return answer_value(OUT, name)
    known = violation.facts["candidates"]
    return answer_value(known[0]["player"], name) if len(known) == 1 else ""


def play_now_page(request: HttpRequest) -> HttpResponse:
    """Show the form of an evening; POST creates, draws and calls it, and redirects to “Agora”."""
    player = signed_in(request)
    game = request.POST.get(SWITCH) or request.GET.get(GAME, "")
    sent = request.POST if request.method == "POST" and SWITCH not in request.POST else None
    form = PlayNowForm(sent, game=game, names=request.POST.get("names", ""), player=player)
    made: list[str] = []
    if sent is not None and form.run(lambda: made.append(_create_and_call(request, form, player))):
        _add_drawn_message(request, form)
        return redirect("now", made[0])
    return form_page(request, "setup/play_now.html", {"form": form, "games": games(form.rules.key)})


def _create_and_call(request: HttpRequest, form: PlayNowForm, player: Player) -> str:
    """Create and draw the evening's tournament, call its first tables, and return its slug.

    The same list with the same key returns the one created before. Counts against a limit: raise `TooMany`,
    and `Refused`.
    """
    evening, now = form.read_evening(), timezone.now()
    said = fingerprint_of(repr(evening))
    key = IdempotencyKey(f"user {request.user.pk}", f"evening {form.cleaned_data['key']} {said[:32]}", said)

    def work() -> SentAnswer:
        with count_success(Purpose.TOURNAMENT, caller_of(request)):
            return SentAnswer(200, json.dumps(play_now(evening, by=player, now=now).slug))

    return str(json.loads(retry_on_conflict(lambda: run_once(key, work, now=now)).body))


def _add_drawn_message(request: HttpRequest, form: PlayNowForm) -> None:
    """Add the message that says how many entries were drawn, and what of the list was left out."""
    count = len(form.rows)
    said = ngettext("Drawn: %(n)s entry.", "Drawn: %(n)s entries.", count) % {"n": count}
    if left_out := [*(line.text for line in form.left_out), *_brackets(form.rows)]:
        said = f"{said} " + _("Left out: “%(text)s”") % {"text": ", ".join(left_out)}
    messages.success(request, said)


def _brackets(rows: list[ParsedRow]) -> Iterator[str]:
    """Yield remarks in brackets that were left out of the rows."""
    notes = (note for row in rows for note in row.notes)
    return (str(note.facts["text"]) for note in notes if note.code == "brackets_left_out")
