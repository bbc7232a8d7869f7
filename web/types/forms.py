"""Forms for an invented type and for an editor's decision about it."""

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext_lazy as _

from catalogue.facts import TypeFacts, check
from catalogue.models import Proposal
from core.errors import Violation
from rulesets.kernel.rules import STAGES
from rulesets.names import LEVELS
from tournaments.stage_words import WORDS
from web.service_form import ServiceForm
from web.setup.choices import number_box

BLOCKS = {
    "intact": _("Intact realms, at least"),
    "razed_in_battle": _("Realms razed in battle, at least"),
    "laid": _("Intact and razed realms together, at least"),
}
SIZES = [("2-2", "2"), ("2-3", "2–3"), ("2-4", "2–4"), ("3-3", "3"), ("3-4", "3–4"), ("4-4", "4")]
MAX_TYPED = 10_000


class TypeForm(ServiceForm):
    """The facts of a type; the win condition needs at least one of its numbers, unless the judge decides."""

    title_word = forms.CharField(
        label=_("Name of the type"),
        max_length=400,
        help_text=_("As it will appear in titles: “Chama: Fortaleza Mariapaulista 2026”."),
    )
    level = forms.ChoiceField(label=_("Level"), choices=list(LEVELS.items()), initial="open")
    team_size = forms.TypedChoiceField(
        label=_("Who plays for one result"),
        coerce=int,
        choices=[(1, _("one player")), (2, _("a pair"))],
        initial=1,
        widget=forms.RadioSelect,
    )
    sizes = forms.ChoiceField(
        label=_("Entries at a table"),
        choices=SIZES,
        initial="2-4",
        help_text=_("Two pairs sit at a table, always."),
    )
    need_intact = forms.IntegerField(label=BLOCKS["intact"], required=False, widget=number_box(1, 12))
    need_laid = forms.IntegerField(label=BLOCKS["laid"], required=False, widget=number_box(1, 12))
    need_razed_in_battle = forms.IntegerField(
        label=BLOCKS["razed_in_battle"], required=False, widget=number_box(1, 24)
    )
    by_word = forms.BooleanField(
        label=_("No numbers decide who has won: the judge does, by the rules below"),
        required=False,
        help_text=_("For rules that fit none of this. Such a type is played unranked."),
    )
    counts_battles = forms.BooleanField(
        label=_("The sheet counts realms razed in battle too"),
        required=False,
        help_text=_("Only if the judge decides who wins; realms, commanders and armies are always counted."),
    )
    stages = forms.MultipleChoiceField(
        label=_("Ranked tournaments of this type may begin with"),
        required=False,
        choices=[(kind, WORDS[kind]["name"]) for kind in STAGES],
        widget=forms.CheckboxSelectMultiple,
        help_text=_(
            "In them everyone plays several games before the bracket, and their places count for the season "
            "too. The editors decide on it with the type. Unranked tournaments may have them anyway."
        ),
    )
    at_once = forms.TypedChoiceField(
        label=_("When the condition counts"),
        coerce=lambda text: text == "yes",
        choices=[
            ("no", _("at the end of step 1 of one’s own turn, as in Campeonato")),
            ("yes", _("immediately, in anyone’s turn, as in Conquistadores")),
        ],
        initial="no",
        widget=forms.RadioSelect,
    )
    text_pt = forms.CharField(
        label=_("Rules in Portuguese"),
        max_length=MAX_TYPED,
        widget=forms.Textarea(attrs={"rows": 8, "lang": "pt-br"}),
        help_text=_(
            "What players must know beyond the rulebook. A blank line begins a paragraph; "
            "lines that begin with “- ” make a list, *asterisks* emphasize."
        ),
    )
    text_en = forms.CharField(
        label=_("Rules in English"),
        required=False,
        max_length=MAX_TYPED,
        widget=forms.Textarea(attrs={"rows": 4, "lang": "en"}),
    )

    def clean(self) -> dict[str, object]:
        """If there are errors, add those of the service too."""
        values = super().clean() or self.cleaned_data
        if self.errors:
            for violation in check(self.facts()):
                if (name := self.field_of(violation)) and name not in self.errors:
                    self.add_violation(violation)
        return values

    def facts(self) -> TypeFacts:
        """Return the facts as a value, with harmless defaults for fields that are invalid."""
        values = self.cleaned_data
        team_size = values.get("team_size") or 1
        low, _dash, high = ("2-2" if team_size == 2 else values.get("sizes") or "2-4").partition("-")
        return TypeFacts(
            title_word=values.get("title_word") or "",
            level=values.get("level") or "open",
            team_size=team_size,
            table_low=int(low),
            table_high=int(high),
            needs={key: values[f"need_{key}"] for key in BLOCKS if values.get(f"need_{key}") is not None},
            at_once=bool(values.get("at_once")),
            counted=_additional_counts(values),
            stages=tuple(values.get("stages") or ()),
            text_pt=values.get("text_pt") or "",
            text_en=values.get("text_en") or "",
        )

    def field_of(self, violation: Violation) -> str | None:
        """Return the name of the field for a violation's path, such as `needs.intact`; None without one."""
        head, _dot, rest = violation.field.partition(".")
        if head == "needs":
            return f"need_{rest}" if rest else "need_intact"
        return "sizes" if head == "table" else super().field_of(violation)

    @property
    def blocks(self) -> list[forms.BoundField]:
        """Return the fields of the win condition."""
        return [self[f"need_{key}"] for key in BLOCKS]


def _additional_counts(values: Mapping[str, object]) -> tuple[str, ...] | None:
    """Return the additional counts of a type that the judge decides; None if numbers decide."""
    if not values.get("by_word"):
        return None
    return ("razed_in_battle",) if values.get("counts_battles") else ()


class DecisionForm(ServiceForm):
    """An editor's decision with a reason."""

    decision = forms.ChoiceField(
        label=_("Decision"),
        widget=forms.RadioSelect,
        choices=[
            ("accept", _("Accept: it enters the catalogue for all, ranked too")),
            ("ask_changes", _("Ask for changes: the author works on it and proposes it again")),
            ("refuse", _("Refuse: it does not enter the catalogue")),
        ],
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("The author can read it; for an accepted type everyone can."),
    )


def initial_of(proposal: Proposal) -> Mapping[str, object]:
    """Return a proposal as the form's initial values."""
    said = proposal.definition
    return {
        "title_word": proposal.title_word,
        "level": said["level"],
        "team_size": said["team_size"],
        "sizes": f"{said['table']['min']}-{said['table']['max']}",
        **{f"need_{key}": said["needs"].get(key) for key in BLOCKS},
        "by_word": "counted" in said,
        "counts_battles": "razed_in_battle" in said.get("counted", ()),
        "stages": said.get("stages", []),
        "at_once": "yes" if said["at_once"] else "no",
        "text_pt": proposal.text_pt,
        "text_en": proposal.text_en,
    }
