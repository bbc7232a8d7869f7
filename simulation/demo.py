"""The demo: a finished tournament, two in play with live clocks, and one that takes entries."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils.translation import override

from accounts.models import Player, User
from accounts.services import open_account
from catalogue import services
from matches.models import Match, MatchState
from rulesets.kernel.counting import Change
from simulation.scenarios import Scenario
from simulation.simulation import Simulation
from tournaments.entries.enter import import_entries
from tournaments.entries.identity import answer_questions
from tournaments.inputs import NewEntry, TournamentFacts
from tournaments.models import Role, Tournament
from tournaments.play.count import count_of, note_count
from tournaments.setup import staff as staffing
from tournaments.setup.announce import publish_announcement
from tournaments.setup.announcement_text import announcement_text
from tournaments.setup.create import create_tournament

PASSWORD = "chama-demo"  # noqa: S105
ACCOUNTS = {"ana": "Ana Coordena", "bruno": "Bruno Juiz", "caio": "Caio Joga"}
PAST = Scenario(entries=16, seed=11, name="Fluminense", tables=4)
RUNNING = Scenario(entries=24, seed=1, name="Mariapaulista", tables=4, time_limit=50)
CASTLES = Scenario(
    entries=8, seed=3, name="Serrano", game="castelo", kind="duelo", table_size=2, tables=2, time_limit=60
)
PLAYED_SO_FAR = 4
SATURDAY = 5
MAX_SEEDS = 200
COUNTED = (
    Change({"A": "intact", "B": "intact", "C": "intact"}, {"commanders": 3, "armies": 1}),
    Change({"A": "razed", "B": "intact", "C": "razed", "D": "intact"}, {"commanders": 2, "armies": 2}),
    Change({"A": "intact"}, {"commanders": 4}),
    Change({"A": "razed", "B": "intact"}, {"commanders": 1, "armies": 1}),
)


@dataclass(frozen=True, slots=True)
class DemoAccounts:
    """The players of the demo's accounts."""

    ana: Player
    bruno: Player
    caio: Player


def is_loaded() -> bool:
    """Return whether this database has a tournament."""
    return Tournament.objects.exists()


def has_known_passwords() -> bool:
    """Return whether an account can sign in here with the password in README."""
    accounts = User.objects.filter(username__in=ACCOUNTS)
    return any(user.check_password(PASSWORD) for user in accounts)


@transaction.atomic
def load(now: datetime, address: str = "") -> None:
    """Fill an empty database with four tournaments and three accounts; Bruno also edits types.

    `address` is the server's address, `http://host:port`, for the announcement's links.
    """
    cast = DemoAccounts(*(_get_or_create_account(username, name) for username, name in ACCOUNTS.items()))
    if cast.bruno.user:
        services.appoint(cast.bruno.user)
    staff = (cast.ana, cast.ana, cast.bruno)
    past = now - timedelta(days=30)
    year = replace(PAST, year=now.year)
    Simulation(year, staff=staff, guests=(cast.caio,), began=past).run()
    _simulate_caios_match(cast, now)
    _count_table_of_caio(cast, now)
    _simulate_until_now(cast, replace(CASTLES, year=now.year), now)
    _create_open_tournament(cast, now, address)


def _simulate_caios_match(cast: DemoAccounts, now: datetime) -> None:
    """Simulate a tournament that is in play now, with Caio at a table; nothing if no seed leads there."""
    for simulation in _simulations_by_seed(cast, now):
        with transaction.atomic():
            tournament = simulation.run()
            playing = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.PLAYING)
            fits = playing.filter(seats__persona__player=cast.caio).exists()
            transaction.set_rollback(True)
        if fits:
            _build_simulation(cast, simulation.scenario, now - (simulation.now - now)).run()
            return


def _simulate_until_now(cast: DemoAccounts, scenario: Scenario, now: datetime) -> None:
    """Simulate a tournament that began early enough to be at its stopping point now; a dry run finds when."""
    rehearsal = _build_simulation(cast, scenario, now)
    with transaction.atomic():
        rehearsal.run()
        transaction.set_rollback(True)
    _build_simulation(cast, scenario, now - (rehearsal.now - now)).run()


def _simulations_by_seed(cast: DemoAccounts, now: datetime) -> Iterator[Simulation]:
    """Yield simulations, not run, with other seeds; the caller stops at one that fits the demo."""
    for seed in range(1, MAX_SEEDS):
        yield _build_simulation(cast, replace(RUNNING, seed=seed, year=now.year), now)


def _build_simulation(cast: DemoAccounts, scenario: Scenario, began: datetime) -> Simulation:
    """Return a simulation of the demo's people, not run, that stops after four results."""
    return Simulation(
        scenario,
        staff=(cast.ana, cast.ana, cast.bruno),
        guests=(cast.caio,),
        began=began,
        stop_after=PLAYED_SO_FAR,
    )


def _count_table_of_caio(cast: DemoAccounts, now: datetime) -> None:
    """Count some cards at Caio's table, by Bruno; nothing if Caio does not play."""
    playing = Match.objects.filter(state=MatchState.PLAYING, seats__persona__player=cast.caio)
    match = playing.select_related("ledger__tournament").first()
    if match is None:
        return
    tournament = match.ledger.tournament
    count = count_of(tournament, match)
    for tally, change in zip(count.tallies, COUNTED, strict=False):
        count = note_count(
            tournament, count, player=tally.player, change=change, version=0, by=cast.bruno, now=now
        )


def _create_open_tournament(cast: DemoAccounts, now: datetime, address: str) -> None:
    """Create an announced tournament of pairs, next Saturday at ten: marked as simulated, but open for
    entries.
    """
    starts_at = _next_saturday(now)
    facts = TournamentFacts(
        kind="duplas",
        name="Niteroienses",
        year=starts_at.year,
        variants=("xisum",),
        ranked=True,
        table_low=2,
        table_high=2,
        venue="Clube do Ingá, Niterói",
        starts_at=starts_at,
        capacity=32,
    )
    tournament = create_tournament(facts, by=cast.ana, now=now, tables=6, simulated=True)
    staffing.assign_role(tournament, username="bruno", role=Role.JUDGE, by=cast.ana, now=now)
    pages = (address + reverse(name, args=[tournament.slug]) for name in ("tournament", "regulation"))
    with override("pt-br"):  # the language of a group of players
        text = announcement_text(tournament, *pages)
    publish_announcement(tournament, text=text, channel="demo", by=cast.ana, now=now)
    pairs = (("Lia Rocha", "Tom Reis"), ("Rita Lobo", "Otto Maia"), ("Nina Sá", "Davi Melo"))
    rows = answer_questions(tournament, [NewEntry(names=names) for names in pairs])
    import_entries(tournament, entries=rows, by=cast.ana, now=now)


def _next_saturday(now: datetime) -> datetime:
    """Return the Saturday after today, at ten on the clock of the place."""
    here = now.astimezone(ZoneInfo(settings.DEFAULT_VENUE_ZONE))
    day = here + timedelta(days=(SATURDAY - here.weekday()) % 7 or 7)
    return day.replace(hour=10, minute=0, second=0, microsecond=0)


def _get_or_create_account(username: str, name: str) -> Player:
    """Return the player of a demo account, whose password is public; create it if it does not exist."""
    existing = User.objects.filter(username=username).first()
    return (existing or open_account(username, PASSWORD, name=name)).player
