"""A simulated tournament up to its draw: created, staffed, announced, entered, drawn."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from django.utils.translation import gettext

from accounts.models import Player
from catalogue.models import Proposal
from catalogue.services import appoint, draft_type, propose_type
from matches.models import Entry
from rulesets.kernel.house_rules import Value
from rulesets.registry import takes_pineapples
from simulation.extras import Extras
from simulation.people import get_or_create_account, invented_names
from simulation.scenarios import Scenario
from tournaments.bracket.shapes import Shape
from tournaments.draw.publish import DrawOptions, publish_draw, withdraw_draw
from tournaments.draw.readiness import offered_shapes
from tournaments.draw.second_chance import can_have_second_chance, has_second_chance
from tournaments.entries.check_in import check_in, check_in_all
from tournaments.entries.enter import enter_self, import_entries
from tournaments.entries.identity import answer_questions
from tournaments.entries.known_players import team_size
from tournaments.inputs import NewEntry, TournamentFacts
from tournaments.models import Role, Tournament
from tournaments.regulation.selectors import version_of
from tournaments.setup import staff as staffing
from tournaments.setup.announce import publish_announcement
from tournaments.setup.announcement_text import announcement_text
from tournaments.setup.create import change_tournament, create_tournament
from tournaments.setup.type_choice import decide_type

PINEAPPLE_PERCENT = 20
ENTRIES_PER_TABLE_AND_WAVE = 4
CALLED = ("abacaxi", "capivara", "girassol", "pão de queijo", "")
"""Words that a person in the hall calls before the draw; sometimes none."""


def _propose_and_accept(proposal: Proposal, author: Player, now: datetime) -> None:
    """Propose a type, and let an editor accept it."""
    editor = get_or_create_account("sim-editor", "Eva")
    if editor.user is not None:
        appoint(editor.user)
    waiting = propose_type(proposal, by=author, now=now)
    decide_type(waiting, decision="accept", reason="simulated", by=editor, now=now)


@dataclass(slots=True)
class Morning:
    """The simulated clock and random numbers, and all acts before the first match.

    `staff` are organizer, coordinator and judge (invented if empty). `guests` enter themselves. `began`
    replaces the simulated morning. `names` are those of all people in a season; with them the tournament is
    not marked as simulated, so that the next one's draw counts it.
    """

    scenario: Scenario
    staff: tuple[Player, ...] = ()
    guests: tuple[Player, ...] = ()
    began: datetime | None = None
    rng: random.Random = field(init=False)
    now: datetime = field(init=False)
    extras: Extras | None = None
    names: tuple[str, ...] = ()
    rules: Mapping[str, Value] | None = None

    def __post_init__(self) -> None:
        self.rng = random.Random(self.scenario.seed)
        self.now = self.began or datetime(self.scenario.year, 3, 7, 12, 0, tzinfo=UTC)

    def _create_and_announce(self, organizer: Player, coordinator: Player, judge: Player) -> Tournament:
        """Create, staff and announce the tournament."""
        if self.scenario.invented:
            proposal = draft_type(self.scenario.invented, by=organizer, now=self.now)
            if self.scenario.accepted:
                _propose_and_accept(proposal, organizer, self.now)
        tables = self.scenario.tables or max(1, self.scenario.entries // ENTRIES_PER_TABLE_AND_WAVE // 2)
        tournament = create_tournament(
            self._tournament_facts(),
            by=organizer,
            now=self.now,
            tables=tables,
            simulated=not self.names,
            rng=self.rng,
        )
        for player, role in ((coordinator, Role.COORDINATOR), (judge, Role.JUDGE)):
            username = player.user.username if player.user else ""
            staffing.assign_role(
                tournament,
                username=username,
                role=role,
                by=organizer,
                now=self._advance_clock(1),
                rng=self.rng,
            )
        if self.extras:
            self._change_terms_and_staff(tournament, organizer)
        return publish_announcement(
            tournament,
            text=self._announcement(tournament),
            channel="simulation",
            by=organizer,
            now=self._advance_clock(1),
        )

    def _change_terms_and_staff(self, tournament: Tournament, organizer: Player) -> None:
        """Change the terms, and add and remove a judge, at random."""
        if self.extras and self.extras.happens("terms changed"):
            facts = replace(self._tournament_facts(), multiplier=self.scenario.multiplier % 5 + 1)
            change_tournament(tournament, facts=facts, by=organizer, now=self._advance_clock(1))
            tournament.refresh_from_db()
        if self.extras:
            self.extras.add_and_remove_judge(
                tournament, get_or_create_account("sim-helper", "Hélio"), self._advance_clock(1)
            )

    def _announcement(self, tournament: Tournament) -> str:
        """Return the announcement, which says that all people in it are invented."""
        said = gettext("Simulated: no one can enter, and all the people in it are invented.")
        return f"{announcement_text(tournament, '')}\n\n{said}"

    def _tournament_facts(self) -> TournamentFacts:
        """Return the scenario's facts, with the house rules that the extras have chosen."""
        scenario = self.scenario
        kind = scenario.chosen
        return TournamentFacts(
            game=scenario.game,
            kind=scenario.kind,
            name=scenario.name,
            variants=scenario.variants,
            year=scenario.year,
            ranked=scenario.is_ranked,
            multiplier=scenario.multiplier,
            table_low=kind.tables.low,
            table_high=scenario.table_size,
            time_limit=scenario.time_limit,
            house_rules={**scenario.house_rules, **self.chosen_rules},
            venue="Salão da simulação",
            stages=(scenario.stage.plain,) if scenario.stage else (),
        )

    def _enter_all(self, tournament: Tournament, organizer: Player) -> None:
        """Enter the guests by themselves, import all other entries, and check everyone in.

        Side events change some entries; some bring pineapples if these count.
        """
        size = team_size(tournament)
        for guest in self.guests:
            enter_self(tournament, by=guest, now=self._advance_clock(1), rng=self.rng)
        strangers = self.scenario.entries - len(self.guests)
        names = self.names or tuple(invented_names(strangers * size, self.rng))
        rows = [
            NewEntry(names=names[at : at + size], club=self.extras.random_club() if self.extras else "")
            for at in range(0, len(names), size)
        ]
        self._advance_clock(10)
        rows = answer_questions(tournament, rows)
        entries = import_entries(tournament, entries=rows, by=organizer, now=self.now, rng=self.rng)
        if self.extras:
            self.extras.change_entries(entries, self._advance_clock(1))
            self._advance_clock(len(entries))
        self._bring_pineapples(tournament, entries, organizer)
        check_in_all(tournament, by=organizer, now=self._advance_clock(30), rng=self.rng)

    def _bring_pineapples(self, tournament: Tournament, entries: list[Entry], organizer: Player) -> None:
        """Check in some entries, at random, with a member who brought a pineapple; nothing if none counts."""
        if not takes_pineapples(tournament.game, tournament.variants):
            return
        for entry in entries:
            if self._chance(PINEAPPLE_PERCENT):
                people = sorted(entry.members.values_list("persona__code", flat=True))
                brought = [self.rng.choice(people)]
                check_in(entry, pineapples=brought, by=organizer, now=self.now, rng=self.rng)

    def _draw(self, tournament: Tournament, coordinator: Player) -> None:
        """Draw with a word called in the hall; the draw confirms the regulation.

        At random another draw comes first, which is withdrawn.
        """
        word = self.rng.choice(CALLED)
        how = self._draw_options(tournament)
        if self.extras and self.extras.happens("draw withdrawn"):
            self._publish_draw(tournament, coordinator, word, self._draw_options(tournament))
            withdraw_draw(
                tournament,
                reason="simulated",
                by=coordinator,
                now=self._advance_clock(2),
                rng=self.extras.rng,
            )
            self._advance_clock(2)
            tournament.refresh_from_db()
        self._publish_draw(tournament, coordinator, word, how)

    def _draw_options(self, tournament: Tournament) -> DrawOptions:
        """Return what the extras choose for the draw of a bracket; a Swiss round has no options.

        If the proposed shape can have no second chance though one is chosen, another shape is drawn.
        """
        if self.scenario.stage:
            return DrawOptions()
        found = self.extras.draw_options(tournament) if self.extras else DrawOptions()
        shape = None if "shape" in found else other_shape_with_second_chance(tournament)
        if shape is not None:
            found["shape"] = shape.rounds
        return found

    def _publish_draw(self, tournament: Tournament, coordinator: Player, word: str, how: DrawOptions) -> None:
        """Publish a draw with these options; the word counts only if no seed is typed. Changes `how`."""
        if "seed" not in how:
            how["word"] = word
        regulation = version_of(tournament)
        publish_draw(tournament, by=coordinator, now=self.now, regulation=regulation, rng=self.rng, **how)

    @property
    def chosen_rules(self) -> Mapping[str, Value]:
        """Return the house rules that the extras have chosen, the same each time."""
        if self.extras is not None and self.rules is None:
            self.rules = self.extras.choose_house_rules(self.scenario.game)
        return self.rules or {}

    def _chance(self, percent: int) -> bool:
        """Return True in so many of 100 cases."""
        return self.rng.randrange(100) < percent

    def _random_moment(self, least: int, most: int) -> datetime:
        """Return the time after a random number of minutes between the two; the clock stays."""
        return self.now + timedelta(minutes=self.rng.randint(least, max(least, most)))

    def _advance_clock(self, minutes: int) -> datetime:
        """Advance the clock by so many minutes and return the new time."""
        self.now += timedelta(minutes=minutes)
        return self.now


def other_shape_with_second_chance(tournament: Tournament) -> Shape | None:
    """Return the first shape with the second chance that is chosen, if the proposed shape can have none.

    None if none is chosen, or no shape can have one: then the draw is refused.
    """
    if not has_second_chance(tournament):
        return None
    offers = offered_shapes(tournament)
    fit = next((offer for offer in offers if can_have_second_chance(tournament, offer.shape)), offers[0])
    return None if fit.is_default else fit.shape
