"""The form of a tournament's facts, with the choices of its game."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from core.errors import Violation
from rulesets.kernel.choices import find_kind
from rulesets.kernel.house_rules import Value
from rulesets.kernel.rules import Game, Kind
from rulesets.names import pairs_note
from rulesets.registry import GAMES, choice_warnings, table_warnings
from tournaments.inputs import ANNOUNCED, TournamentFacts
from tournaments.models import Tournament
from tournaments.setup.create import LOCKED_BY_DRAW, MAX_TABLES, USUAL_TABLES, check_facts, check_tables
from tournaments.setup.title_preview import preview_title
from tournaments.setup.type_choice import words_of
from tournaments.setup.warnings import warnings_of
from tournaments.setup.zones import known_zones
from web.service_form import FOR_EVER, ServiceForm
from web.setup.choices import (
    Choices,
    choices_of_game,
    chosen_value,
    field_value,
    invented_choices,
    invented_types,
    key_and_version,
    kind_choices,
    known_game,
    number_box,
    option_field,
    options,
    size_choices,
    value_of_key,
    variant_choices,
)
from web.setup.stage_fields import STAGE_FIELDS, StageFields, initial_stages

HOUSE_LOCKED = ("house_second_chance", "house_second_chance_losers")
"""The fields of house rules that cannot be changed after the draw."""
FIELD_OF = {
    "table": "sizes",
    "table_low": "sizes",
    "table_high": "sizes",
    "starts_at": "starts_on",
    "kind_version": "kind",
}
COMMON_ZONES = (
    "America/Sao_Paulo", "America/Bahia", "America/Fortaleza", "America/Recife", "America/Belem",
    "America/Manaus", "America/Cuiaba", "America/Campo_Grande", "America/Porto_Velho",
    "America/Rio_Branco", "America/Noronha", "America/Argentina/Buenos_Aires", "America/Montevideo",
    "America/Santiago", "America/New_York", "Europe/Lisbon", "Europe/Madrid", "Europe/London",
    "Europe/Berlin", "UTC",
)  # fmt: skip


class TournamentForm(StageFields, ServiceForm):
    """Everything that an organizer chooses, except the physical tables."""

    game = forms.CharField(widget=forms.HiddenInput, max_length=30)
    kind = forms.ChoiceField(label=_("Type"), widget=forms.RadioSelect)
    name = forms.CharField(
        label=_("Name"),
        max_length=400,
        help_text=_("What comes between type and year, such as “Mariapaulista”."),
    )
    year = forms.IntegerField(label=_("Year"), widget=number_box(1900, 2999))
    variants = forms.MultipleChoiceField(
        label=_("Variants"), required=False, widget=forms.CheckboxSelectMultiple
    )
    sizes = forms.ChoiceField(label=_("Entries at a table"), required=False)
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
        widget=number_box(1, 600),
        help_text=_("Empty: matches are played to the end."),
    )
    capacity = forms.IntegerField(
        label=_("Capacity, in entries"),
        required=False,
        widget=number_box(2),
        help_text=_("Empty: no limit."),
    )
    staff_enters = forms.BooleanField(
        label=_("Only the staff add entries; players do not enter themselves"), required=False
    )
    venue = forms.CharField(label=_("Venue"), required=False, max_length=1000)
    zone = forms.CharField(
        label=_("Time zone of the venue"),
        max_length=60,
        initial=settings.DEFAULT_VENUE_ZONE,
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off", "spellcheck": "false"}),
    )
    starts_on = forms.DateField(
        label=_("Date"), required=False, widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    starts_time = forms.TimeField(
        label=_("Time"),
        required=False,
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        help_text=_("Empty: tables are called once the coordinator opens the calls."),
    )
    special_rules = forms.CharField(
        label=_("Special rules"),
        required=False,
        max_length=5000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Anything that differs from the rules in force; it appears in the announcement."),
    )

    def __init__(
        self,
        data: Mapping[str, object] | None = None,
        *,
        initial: Mapping[str, object],
        game: str = "",
        player: Player | None = None,
        pinned: Tournament | None = None,
        **more: object,
    ) -> None:
        """Start with `initial`. `game`: the only game, if it is fixed; `pinned`: the existing tournament."""
        self.rules = known_game(game or (data or initial).get("game"))
        self.player, self.pinned = player, pinned
        self.invented = invented_types(self.rules.key, player, pinned)
        start = {"game": self.rules.key, "kind": self.rules.kinds[0].key}
        first = {**start, **initial}
        first["kind"] = value_of_key(str(first["kind"]), self.invented)
        super().__init__(data, initial=first, **more)
        self.kept: Mapping[str, Value] = {}
        self._offer("kind", [*kind_choices(self.rules), *invented_choices(self.invented)])
        self._offer("variants", variant_choices(self.rules))
        self._offer("sizes", size_choices(self.rules))
        if any(kind.team_size > 1 for kind in self.rules.kinds):
            self.fields["sizes"].help_text = pairs_note(self.rules.key)
        for rule in options(self.rules):
            self.fields[f"house_{rule.code}"] = option_field(rule)

    def _offer(self, name: str, choices: Choices) -> None:
        """Set the choices of the field `name`; remove it if there are none."""
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = choices
        if not choices:
            del self.fields[name]

    @property
    def words(self) -> Mapping[str, Game]:
        """Return the game, by its key, with the chosen invented type among its types, for parsing titles."""
        usable = self.invented.get(str(self["kind"].value() or ""))
        return {self.rules.key: words_of(self.rules.key, usable.kind if usable else None)}

    @property
    def zones(self) -> tuple[str, ...]:
        """Return time zones to offer; any other of the IANA list may be typed."""
        return COMMON_ZONES

    @property
    def start_fields(self) -> Iterator[forms.BoundField]:
        """Yield the options for the beginning of a game."""
        return (self[f"house_{rule.code}"] for rule in options(self.rules) if rule.at_start)

    @property
    def house_fields(self) -> Iterator[forms.BoundField]:
        """Yield the fields of the other house rules."""
        return (self[f"house_{rule.code}"] for rule in options(self.rules) if not rule.at_start)

    @property
    def is_house_open(self) -> bool:
        """Return whether the other house rules are shown unfolded: one of them is refused."""
        return any(field.errors for field in self.house_fields)

    def clean(self) -> dict[str, Any]:
        """Check start and stages; if there are errors, add those of the service too."""
        values = super().clean() or self.cleaned_data
        self._clean_start(values)
        self._clean_stages(values)
        if self.errors:
            for violation in check_facts(self.facts(), self.player, self.pinned):
                if (name := self.field_of(violation)) and name not in self.errors:
                    self.add_violation(violation)
        return values

    def _clean_start(self, values: Mapping[str, object]) -> None:
        """Add an error for a time without a date, and for one that the venue's clock skips."""
        if values.get("starts_time") and not values.get("starts_on") and "starts_on" not in self.errors:
            self.add_error("starts_on", forms.ValidationError(_("Please give the date."), code="day_missing"))
        start = _start(values)
        if start and _is_skipped(start):
            error = forms.ValidationError(_("Clocks skip this time on that day."), code="time_skipped")
            self.add_error("starts_time", error)

    def facts(self) -> TournamentFacts:
        """Return the choices of a validated form as a value, with harmless defaults for invalid fields."""
        values = self.cleaned_data
        chosen = values.get("kind") or self.rules.kinds[0].key
        low, high = self._sizes(values.get("sizes") or "", chosen)
        kind, kind_version = key_and_version(chosen)
        return TournamentFacts(
            game=values.get("game") or self.rules.key,
            kind=kind,
            kind_version=kind_version,
            name=values.get("name") or "",
            year=values.get("year") or timezone.now().year,
            variants=tuple(values.get("variants") or ()),
            ranked=bool(values.get("ranked")),
            multiplier=values.get("multiplier") or 1,
            stages=self._stages(),
            table_low=low,
            table_high=high,
            time_limit=values.get("time_limit"),
            house_rules={**choices_of_game(self.kept, self.rules), **self._house_rules()},
            venue=values.get("venue") or "",
            zone=values.get("zone") or settings.DEFAULT_VENUE_ZONE,
            starts_at=_start(values),
            starts_on=None if values.get("starts_time") else values.get("starts_on"),
            capacity=values.get("capacity"),
            special_rules=values.get("special_rules") or "",
            self_entry=not values.get("staff_enters"),
            **self._announcement_facts(),
        )

    def _announcement_facts(self) -> dict[str, Any]:
        """Return the fields that only the announcement's page changes."""
        return {name: getattr(self.pinned, name) for name in ANNOUNCED} if self.pinned else {}

    def _house_rules(self) -> dict[str, Value]:
        """Return the chosen house rules by code, without those left empty."""
        chosen = {rule.code: self.cleaned_data.get(f"house_{rule.code}") for rule in options(self.rules)}
        return {code: value for code, value in chosen.items() if value not in (None, "")}

    def warnings(self) -> tuple[Violation, ...]:
        """Validate the form, and return warnings about its choices, or its valid initial ones."""
        if not self.is_bound:
            self.cleaned_data = dict(self._valid_initial())
        self.is_valid()
        facts = self.facts()
        if facts.game not in GAMES:
            return ()
        return (
            *choice_warnings(facts.game, facts.kind, facts.house_rules),
            *self._table_warnings(facts),
            *self._size_warnings(facts),
            *self._title_and_date_warnings(facts),
        )

    def _table_warnings(self, facts: TournamentFacts) -> tuple[Violation, ...]:
        """Warn about tables of two if there will be no others."""
        if facts.table_high != 2:
            return ()
        return table_warnings(facts.game, self._kind(self.cleaned_data.get("kind")), facts.variants, [[2]])

    def _title_and_date_warnings(self, facts: TournamentFacts) -> Iterator[Violation]:
        """Yield warnings about a title that another tournament has, and about a past day."""
        typed = preview_title(facts.game, facts.kind, facts.name, facts.variants, facts.year, self.words)
        title = typed.title if typed.is_complete else ""
        return warnings_of(facts, title, by=self.player, now=timezone.now(), pinned=self.pinned)

    def _valid_initial(self) -> Iterator[tuple[str, object]]:
        """Yield the initial values that are valid, cleaned, by field."""
        for name, field in self.fields.items():
            with suppress(forms.ValidationError):
                yield name, field.clean(self.get_initial_for_field(field, name))

    def refuse_new_warnings(self) -> bool:
        """Add an error and return True if there are warnings that the submitted page did not show.

        Else return False; so for a form that has errors already, which stays as it is.
        """
        told = set(str(self.data.get("accepted", "")).split())
        if self.errors or told >= {warning.code for warning in self.warnings()}:
            return False
        said = _("Please check what is marked below. If it’s right, send it again.")
        self.add_error(None, forms.ValidationError(said, code="look_again"))
        return True

    def _sizes(self, text: str, kind: str) -> tuple[int, int]:
        """Return the fewest and most entries at a table, by default those of the type."""
        if text:
            low, _dash, high = text.partition("-")
            return int(low), int(high)
        tables = self._kind(kind).tables
        return tables.low, tables.high

    def _kind(self, chosen: str | None) -> Kind:
        """Return the type of a form value; the game's first for an unknown one."""
        if usable := self.invented.get(chosen or ""):
            return usable.kind
        return find_kind(self.rules.kinds, chosen or "") or self.rules.kinds[0]

    def field_of(self, violation: Violation) -> str | None:
        """Return the form's field for the service's path; None without one."""
        head, _dot, rest = violation.field.partition(".")
        if head == "house_rules":
            return f"house_{rest}" if f"house_{rest}" in self.fields else None
        if head == "stages":
            return self._stage_field(violation.field)
        return FIELD_OF.get(head) or super().field_of(violation)


class NewTournamentForm(TournamentForm):
    """A new tournament, with the number of tables in the hall."""

    tables = forms.IntegerField(
        label=_("Tables in the hall"),
        widget=number_box(0, MAX_TABLES),
        initial=USUAL_TABLES,
        help_text=_("They can be added and closed at any time."),
    )

    def clean(self) -> dict[str, object]:
        """If there are errors, add those of the service about the tables too."""
        values = super().clean()
        if self.errors and values.get("tables") is not None:
            for violation in check_tables(values["tables"]):
                self.add_violation(violation)
        return values


class ChangeTournamentForm(TournamentForm):
    """A change of a tournament's facts; after the draw it needs a reason, and some fields are disabled."""

    reason = forms.CharField(label=_("Reason"), max_length=500, help_text=FOR_EVER)

    def __init__(
        self,
        data: Mapping[str, object] | None = None,
        *,
        facts: TournamentFacts,
        is_drawn: bool,
        initial: Mapping[str, object] | None = None,
        **kwargs: Any,
    ) -> None:
        game = facts.game if is_drawn else ""
        super().__init__(data, initial={**initial_of(facts), **(initial or {})}, game=game, **kwargs)
        self.kept = facts.house_rules
        if is_drawn:
            locked = {*STAGE_FIELDS, *HOUSE_LOCKED, *(FIELD_OF.get(key, key) for key in LOCKED_BY_DRAW)}
            for name in locked & self.fields.keys():
                self.fields[name].disabled = True
        else:
            del self.fields["reason"]


def initial_of(facts: TournamentFacts) -> dict[str, object]:
    """Return a tournament's facts as the form's initial values."""
    start = timezone.localtime(facts.starts_at, ZoneInfo(facts.zone)) if facts.starts_at else None
    plain = ("game", "name", "year", "ranked", "multiplier", "time_limit", "capacity", "venue", "zone")
    return {
        **{name: getattr(facts, name) for name in (*plain, "special_rules")},
        **dict.fromkeys(STAGE_FIELDS),
        **initial_stages(facts.stages),
        "staff_enters": not facts.self_entry,
        "kind": chosen_value(facts),
        "variants": list(facts.variants),
        "sizes": f"{facts.table_low}-{facts.table_high}",
        "starts_on": start.date() if start else facts.starts_on,
        "starts_time": start.time() if start else None,
        **{f"house_{code}": field_value(value) for code, value in facts.house_rules.items()},
    }


def _start(values: Mapping[str, Any]) -> datetime | None:
    """Return the typed start in the venue's zone; None without a date or time, or for an unknown zone."""
    day: date | None = values.get("starts_on")
    hour: time | None = values.get("starts_time")
    zone = values.get("zone")
    if day is None or hour is None or zone not in known_zones():
        return None
    return datetime.combine(day, hour, ZoneInfo(zone))


def _is_skipped(start: datetime) -> bool:
    """Return whether the venue's clock skips this time, as when daylight saving time begins."""
    there_and_back = start.astimezone(ZoneInfo("UTC")).astimezone(start.tzinfo)
    return there_and_back.replace(tzinfo=None) != start.replace(tzinfo=None)
