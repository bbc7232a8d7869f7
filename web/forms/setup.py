"""Forms of a tournament's preparation: its facts, its staff, its announcement."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from core.errors import Violation
from rulesets.kernel.house_rules import OPTIONS, HouseRule, Value
from rulesets.names import choice_name, option_name
from rulesets.registry import game_of
from tournaments.facts import TournamentFacts
from tournaments.models import Role
from tournaments.services.creating import LOCKED_BY_DRAW, MOST_TABLES, check_facts, check_tables
from web.forms.base import ServiceForm
from web.labels import KIND_NOTES, ROLES

GAME = "chama"
YES, NO = "yes", "no"
FIELD_OF = {
    "table": "sizes",
    "table_low": "sizes",
    "table_high": "sizes",
    "starts_at": "starts_on",
}
COMMON_ZONES = (
    "America/Sao_Paulo", "America/Bahia", "America/Fortaleza", "America/Recife", "America/Belem",
    "America/Manaus", "America/Cuiaba", "America/Campo_Grande", "America/Porto_Velho",
    "America/Rio_Branco", "America/Noronha", "America/Argentina/Buenos_Aires", "America/Montevideo",
    "America/Santiago", "America/New_York", "Europe/Lisbon", "Europe/Madrid", "Europe/London",
    "Europe/Berlin", "UTC",
)  # fmt: skip


def number(low: int, high: int | None = None) -> forms.NumberInput:
    """A small whole number; the service judges its bounds."""
    attrs = {"inputmode": "numeric", "min": str(low)}
    return forms.NumberInput(attrs={**attrs, "max": str(high)} if high else attrs)


def kind_choices() -> list[tuple[str, str]]:
    """Each type with how it is won."""
    shape = '<span><b>{}</b> <span class="muted">{}</span></span>'
    return [
        (kind.key, format_html(shape, kind.title_word, KIND_NOTES.get(kind.key, "")))
        for kind in game_of(GAME).kinds
    ]


def variant_choices() -> list[tuple[str, str]]:
    """The variants by their own names."""
    return [(variant.key, variant.title_word) for variant in game_of(GAME).variants]


def size_choices() -> list[tuple[str, Any]]:
    """Every range of entries at a table that some type allows."""
    most = max(kind.tables.high for kind in game_of(GAME).kinds)
    pairs = [(low, high) for high in range(2, most + 1) for low in range(2, high + 1)]
    return [("", _("as many as the type allows")), *((f"{a}-{b}", _size(a, b)) for a, b in pairs)]


def _size(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


class TournamentForm(ServiceForm):
    """Everything that an organizer chooses, except the physical tables."""

    game = forms.CharField(widget=forms.HiddenInput, initial=GAME, max_length=30)
    kind = forms.ChoiceField(label=_("Type"), widget=forms.RadioSelect, choices=kind_choices)
    name = forms.CharField(
        label=_("Name"), max_length=400, help_text=_("What stands between type and year, as “Mariapaulista”.")
    )
    year = forms.IntegerField(label=_("Year"), widget=number(1900, 2999))
    variants = forms.MultipleChoiceField(
        label=_("Variants"), required=False, widget=forms.CheckboxSelectMultiple, choices=variant_choices
    )
    sizes = forms.ChoiceField(
        label=_("Entries at a table"),
        required=False,
        choices=size_choices,
        help_text=_("In Duplas an entry is a pair, and two pairs sit at a table."),
    )
    ranked = forms.BooleanField(
        label=_("Ranked: counts for the season"),
        required=False,
        help_text=_("Needs an announcement, a coordinator and at least 8 people checked in."),
    )
    multiplier = forms.TypedChoiceField(
        label=_("Points"), coerce=int, choices=[(factor, f"×{factor}") for factor in range(1, 6)], initial=1
    )
    time_limit = forms.IntegerField(
        label=_("Match time limit, in minutes"),
        required=False,
        widget=number(1, 600),
        help_text=_("Empty: matches are played to the end."),
    )
    capacity = forms.IntegerField(
        label=_("Capacity, in entries"),
        required=False,
        widget=number(2),
        help_text=_("Empty: no limit."),
    )
    venue = forms.CharField(label=_("Venue"), required=False, max_length=1000)
    zone = forms.CharField(
        label=_("Time zone of the place"),
        max_length=60,
        initial=settings.DEFAULT_VENUE_ZONE,
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off", "spellcheck": "false"}),
    )
    starts_on = forms.DateField(
        label=_("Date"), required=False, widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    starts_time = forms.TimeField(
        label=_("Time"), required=False, widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )
    special_rules = forms.CharField(
        label=_("Special rules"),
        required=False,
        max_length=5000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Whatever differs from the rules in force; it stands in the announcement."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kept: Mapping[str, Value] = {}
        for rule in _options():
            self.fields[f"house_{rule.code}"] = _option_field(rule)

    @property
    def zones(self) -> tuple[str, ...]:
        """Time zones to offer; any other of the IANA list may be typed."""
        return COMMON_ZONES

    @property
    def house_fields(self) -> Iterator[forms.BoundField]:
        """The fields of the house rules."""
        return (self[f"house_{rule.code}"] for rule in _options())

    def clean(self) -> dict[str, Any]:
        """The two halves of the start, and with other errors all that the service would say too."""
        values = super().clean() or self.cleaned_data
        self._clean_start(values)
        if self.errors:
            for violation in check_facts(self.facts()):
                if (name := self.field_of(violation)) and name not in self.errors:
                    self.add_violation(violation)
        return values

    def _clean_start(self, values: Mapping[str, Any]) -> None:
        if values.get("starts_time") and not values.get("starts_on") and "starts_on" not in self.errors:
            self.add_error("starts_on", forms.ValidationError(_("The day is missing."), code="day_missing"))
        start = _start(values)
        if start and _is_skipped(start):
            error = forms.ValidationError(_("The clocks skip this time on that day."), code="time_skipped")
            self.add_error("starts_time", error)

    def facts(self) -> TournamentFacts:
        """What was chosen; harmless values stand in for fields that could not be read."""
        values = self.cleaned_data
        kind = values.get("kind") or game_of(GAME).kinds[0].key
        low, high = _sizes(values.get("sizes") or "", kind)
        return TournamentFacts(
            game=values.get("game") or GAME,
            kind=kind,
            name=values.get("name") or "",
            year=values.get("year") or timezone.now().year,
            variants=tuple(values.get("variants") or ()),
            ranked=bool(values.get("ranked")),
            multiplier=values.get("multiplier") or 1,
            table_low=low,
            table_high=high,
            time_limit=values.get("time_limit"),
            house_rules={**self.kept, **self._house_rules()},
            venue=values.get("venue") or "",
            zone=values.get("zone") or settings.DEFAULT_VENUE_ZONE,
            starts_at=_start(values),
            capacity=values.get("capacity"),
            special_rules=values.get("special_rules") or "",
        )

    def _house_rules(self) -> dict[str, Value]:
        chosen = {rule.code: self.cleaned_data.get(f"house_{rule.code}") for rule in _options()}
        return {code: value for code, value in chosen.items() if value not in (None, "")}

    def field_of(self, violation: Violation) -> str | None:
        """Our field for the service's path."""
        head, _dot, rest = violation.field.partition(".")
        if head == "house_rules":
            return f"house_{rest}" if f"house_{rest}" in self.fields else None
        return FIELD_OF.get(head) or super().field_of(violation)


class NewTournamentForm(TournamentForm):
    """A new tournament, with the tables in the hall."""

    tables = forms.IntegerField(
        label=_("Tables in the hall"),
        widget=number(0, MOST_TABLES),
        initial=4,
        help_text=_("They can be added and closed at any time."),
    )

    def clean(self) -> dict[str, Any]:
        """With other errors, what the service would say of the tables too."""
        values = super().clean()
        if self.errors and values.get("tables") is not None:
            for violation in check_tables(values["tables"]):
                self.add_violation(violation)
        return values


class ChangeTournamentForm(TournamentForm):
    """A tournament's facts anew; after the draw with a reason, and some of them closed."""

    reason = forms.CharField(label=_("Reason"), max_length=500, help_text=_("It stands in the record."))

    def __init__(self, *args: Any, facts: TournamentFacts, is_drawn: bool, **kwargs: Any) -> None:
        super().__init__(*args, initial=initial_of(facts), **kwargs)
        self.kept = facts.house_rules
        if is_drawn:
            for key in LOCKED_BY_DRAW:
                self.fields[FIELD_OF.get(key, key)].disabled = True
        else:
            del self.fields["reason"]


class StaffForm(ServiceForm):
    """Somebody who helps."""

    username = forms.CharField(
        label=_("User name"),
        max_length=200,
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "spellcheck": "false", "autocomplete": "off"}
        ),
        help_text=_("Of an account on this site; it stands on the person’s account page."),
    )
    role = forms.ChoiceField(
        label=_("Role"),
        choices=[(role, ROLES[role]) for role in (Role.JUDGE, Role.COORDINATOR, Role.ORGANIZER)],
    )


class AnnouncementForm(ServiceForm):
    """The notice, and where it is published."""

    text = forms.CharField(
        label=_("Text"), max_length=20_000, strip=False, widget=forms.Textarea(attrs={"rows": 16})
    )
    channel = forms.CharField(
        label=_("Where you announce it"),
        max_length=200,
        help_text=_("For example the name of the messaging group."),
    )


def initial_of(facts: TournamentFacts) -> dict[str, Any]:
    """A tournament's facts as the form's first values."""
    start = timezone.localtime(facts.starts_at, ZoneInfo(facts.zone)) if facts.starts_at else None
    plain = (
        "game",
        "kind",
        "name",
        "year",
        "ranked",
        "multiplier",
        "time_limit",
        "capacity",
        "venue",
        "zone",
    )
    return {
        **{name: getattr(facts, name) for name in (*plain, "special_rules")},
        "variants": list(facts.variants),
        "sizes": f"{facts.table_low}-{facts.table_high}",
        "starts_on": start.date() if start else None,
        "starts_time": start.time() if start else None,
        **{f"house_{code}": _shown(value) for code, value in facts.house_rules.items()},
    }


def _options() -> tuple[HouseRule, ...]:
    """The house rules to choose; the shape is chosen with the draw."""
    return tuple(rule for rule in OPTIONS if rule.applies in ("any", GAME) and rule.code != "shape")


def _option_field(rule: HouseRule) -> forms.Field:
    common: dict[str, Any] = {"label": option_name(rule.code).capitalize(), "required": False}
    if isinstance(rule.default, bool):
        choices: list[tuple[Any, str]] = [
            (YES, choice_name(rule.code, True)),
            (NO, choice_name(rule.code, False)),
        ]
        return forms.TypedChoiceField(
            initial=_shown(rule.default),
            choices=choices,
            coerce=lambda text: text == YES,
            empty_value=None,
            **common,
        )
    if isinstance(rule.default, int):
        low, high = int(rule.choices[0]), int(rule.choices[-1])
        return forms.IntegerField(initial=rule.default, widget=number(low, high), **common)
    choices = [(value, choice_name(rule.code, value)) for value in rule.choices]
    return forms.ChoiceField(initial=rule.default, choices=choices, **common)


def _shown(value: Value) -> Value:
    """A value as its field holds it."""
    return (YES if value else NO) if isinstance(value, bool) else value


def _sizes(text: str, kind: str) -> tuple[int, int]:
    """Fewest and most entries at a table; those of the type where nothing was chosen."""
    if text:
        low, _dash, high = text.partition("-")
        return int(low), int(high)
    tables = game_of(GAME).kind(kind).tables
    return tables.low, tables.high


def _start(values: Mapping[str, Any]) -> datetime | None:
    """The start on the venue's clock; a day without a time begins at midnight."""
    day: date | None = values.get("starts_on")
    zone = values.get("zone")
    if day is None or zone not in available_timezones():
        return None
    return datetime.combine(day, values.get("starts_time") or time(), ZoneInfo(zone))


def _is_skipped(start: datetime) -> bool:
    """Whether the venue's clock never shows this time."""
    there_and_back = start.astimezone(ZoneInfo("UTC")).astimezone(start.tzinfo)
    return there_and_back.replace(tzinfo=None) != start.replace(tzinfo=None)
