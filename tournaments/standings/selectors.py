"""Places: the classification now and at the end, and the season ranking."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from django.db.models import Count, Max, Q, QuerySet

from accounts.models import Player
from accounts.names import page_of
from core.db.transactions import is_in_read_snapshot
from core.errors import Forbidden
from core.versions import RecordVersion
from matches.models import IN_BRACKET, Entry, EntryState, Match, MatchState, Member
from rulesets.kernel.points import POINTS, as_decimal, as_text
from rulesets.kernel.titles import YEARS
from rulesets.registry import GAMES
from tournaments.entry_names import PublicPlayer, names_of, people_of
from tournaments.match_views.versioned_cache import cache_version
from tournaments.models import Draw, Placing, State, Tournament
from tournaments.rules_of import rules_of
from tournaments.setup.heads import head_of_seasons
from tournaments.standings.classification import classify
from tournaments.standings.points_threshold import reason_without_points
from tournaments.standings.results_so_far import read_results_so_far
from tournaments.standings.season import SeasonResult, rank_season
from tournaments.standings.sentences import brief_reason, row_sentence
from tournaments.standings.stage_results import read_stage_results
from tournaments.standings.stage_rows import rows_with_stage
from tournaments.standings.terms import Policy, Row

MAX_SEASONS = 4  # cached rankings
MAX_TOLD = 4096  # cached results: places with their points


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One entry's line of the classification;

    `open` if it still plays. `brief_reason`: `why_sentence` in a few words. `uncounted`: cards at a last
    table were not counted, so its place does not depend on a score. `pages`: codes of its people's public
    pages, in the order of `names`; empty for none. `of_stage`: the kind of
    stage whose order gives the place; "" for the bracket.
    """

    place: int
    entry_code: str
    names: tuple[str, ...]
    points_text: str
    points_decimal: str
    why_sentence: str
    open: bool
    uncounted: bool = False
    brief_reason: str = ""
    pages: tuple[str, ...] = field(default=(), compare=False)  # of this installation, not of the record
    of_stage: str = ""

    @property
    def is_placed(self) -> bool:
        """Return whether its place is shown: not while it is open, except in the order of a stage."""
        return bool(self.of_stage) or not self.open


class EventResult(NamedTuple):
    """Place and points (two decimals) at one event of the season."""

    place: int
    points: str


class SeasonLine(NamedTuple):
    """One player's line of the season;

    `places` counts how often each place was taken. `page` is the code of their public page, empty for none;
    `results` are by event slug.
    """

    rank: int
    player_code: str
    name: str
    points: Fraction
    places: Mapping[int, int]
    tournaments: int
    page: str = ""
    results: Mapping[str, EventResult] = MappingProxyType({})

    @property
    def points_text(self) -> str:
        """Return the points as an exact fraction, as records write them."""
        return as_text(self.points)

    @property
    def points_decimal(self) -> str:
        """Return the points with two decimals."""
        return str(as_decimal(self.points))


def classification(tournament: Tournament, *, complete: bool) -> tuple[Row, ...]:
    """Return the rows of the pure classification from the results recorded so far.

    `complete`: every match of the bracket has ended; else the rows are provisional, as `classify` says.
    """
    draw, scale = _bracket_draw(tournament), _scale(tournament)
    stage = read_stage_results(tournament) if tournament.stages else None
    policy = _policy(tournament, stage.came if stage else frozenset())
    bracket = _bracket_rows(tournament, draw, scale, policy, complete) if draw else ()
    return rows_with_stage(tournament, stage, bracket, scale, policy) if stage else bracket


def _scale(tournament: Tournament) -> tuple[int, ...]:
    """Return the season points of places 1, 2 …; empty if the tournament gives none."""
    if not tournament.ranked or reason_without_points(tournament):
        return ()
    return tuple(tournament.multiplier * points for points in POINTS)


def _policy(tournament: Tournament, played_before: frozenset[str]) -> Policy:
    rules = rules_of(tournament)
    return Policy(
        shared_points=str(rules.option("shared_points")),  # type: ignore[arg-type]  # a choice of the rule
        place_never_played=bool(rules.option("never_played_place")),
        third_place_match=bool(rules.option("third_place_match")),
        nobody_won_last=tournament.record_format > 1,
        played_before=played_before,
    )


def _bracket_draw(tournament: Tournament) -> Draw | None:
    """Return the published draw of the bracket, without its commitment; None before it."""
    return Draw.objects.filter(tournament=tournament, withdrawn=False, stage=None).first()


def _bracket_rows(
    tournament: Tournament, draw: Draw, scale: Sequence[int], policy: Policy, complete: bool
) -> tuple[Row, ...]:
    """Classify the entries of the bracket by the results so far; `scale`: the points of places 1, 2 …"""
    played = read_results_so_far(tournament)
    left = Entry.objects.filter(ledger=tournament.ledger_id, state=EntryState.DISQUALIFIED)
    return classify(
        played.results,
        [*draw.order, *played.late(draw.order)],
        set(left.values_list("code", flat=True)),
        played.withdrawn,
        scale,
        1,
        bool(scale),
        policy,
        complete,
    )


@cache_version
def standings_of(tournament: Tournament) -> tuple[StandingRow, ...]:
    """Return each entry's place, provisional or final, with the sentence that explains it."""
    bracket = Match.objects.filter(IN_BRACKET, ledger=tournament.ledger_id).aggregate(
        final=Max("round", default=0), unplayed=Count("pk", filter=~Q(state=MatchState.ENDED))
    )
    rows = classification(tournament, complete=not bracket["unplayed"])
    people, final = people_of(tournament), bracket["final"]
    return tuple(
        _standing_row(tournament.game, row, code, people[code], final) for row in rows for code in row.entries
    )


def names_without_place(tournament: Tournament, rows: Sequence[StandingRow]) -> tuple[tuple[str, ...], ...]:
    """Return the names of drawn entries without a place: disqualified, or never at a table."""
    orders = Draw.objects.filter(tournament=tournament, withdrawn=False).order_by("first_round")
    placed = {row.entry_code for row in rows}
    drawn = dict.fromkeys(code for order in orders.values_list("order", flat=True) for code in order)
    missing = [code for code in drawn if code not in placed]
    names = names_of(tournament, missing) if missing else {}
    return tuple(names[code] for code in missing)


def _standing_row(game: str, row: Row, code: str, people: Sequence[PublicPlayer], final: int) -> StandingRow:
    return StandingRow(
        place=row.place,
        entry_code=code,
        names=tuple(player.name for player in people),
        pages=tuple(player.page for player in people),
        points_text=as_text(row.points),
        points_decimal=str(as_decimal(row.points)),
        why_sentence=row_sentence(row, game, final),
        open=row.open,
        uncounted=bool(row.uncounted),
        of_stage=row.of_stage,
        brief_reason=brief_reason(row, game, final),
    )


def check_season(game: str, year: int) -> None:
    """Raise `Forbidden` (`not_found`) if the game is unknown or the year out of range."""
    if game not in GAMES or year not in YEARS:
        raise Forbidden("not_found")


def season(game: str, year: int) -> tuple[SeasonLine, ...]:
    """Return the season ranking of a game: finished ranked tournaments of that year.

    Within a snapshot it is cached until one of them or a name changes.
    """
    if is_in_read_snapshot():
        return season_at(game, year, head_of_seasons())
    return _season(game, year)


@lru_cache(MAX_SEASONS)
def season_at(game: str, year: int, _: RecordVersion) -> tuple[SeasonLine, ...]:
    """Return the ranking at this version of all seasons, which was read in the same snapshot."""
    return _season(game, year)


@lru_cache(MAX_SEASONS)
def rows_of_people(game: str, year: int, head: RecordVersion) -> Mapping[str, int]:
    """Return each player's index (from 0) in the ranking, so that a page need not search it."""
    return {line.player_code: at for at, line in enumerate(season_at(game, year, head))}


def _season(game: str, year: int) -> tuple[SeasonLine, ...]:
    return season_lines(*season_results(game, year))


def season_lines(
    results: Sequence[SeasonResult], players: Mapping[str, PublicPlayer]
) -> tuple[SeasonLine, ...]:
    """Rank these results; `players` are by player code."""
    by_player = results_by_player(results)
    return tuple(
        SeasonLine(
            rank=row.rank,
            player_code=row.player,
            name=players[row.player].name,
            page=players[row.player].page,
            results=by_player[row.player],
            points=row.points,
            places=row.places,
            tournaments=row.tournaments,
        )
        for row in rank_season(results)
    )


def results_by_player(results: Iterable[SeasonResult]) -> dict[str, dict[str, EventResult]]:
    """Return results by player code, then by event slug."""
    found: dict[str, dict[str, EventResult]] = defaultdict(dict)
    for result in results:
        found[result.player][result.tournament] = _cached_event_result(
            result.place, *result.points.as_integer_ratio()
        )
    return found


@lru_cache(MAX_TOLD)
def _cached_event_result(place: int, numerator: int, denominator: int) -> EventResult:
    """Return the cached result of one place and points; many players share it."""
    return EventResult(place, str(as_decimal(Fraction(numerator, denominator))))


_cached_fraction = lru_cache(MAX_TOLD)(Fraction)


def season_points(tournament: Tournament) -> dict[int, Fraction]:
    """Return the total points of each entry's live members in the tournament's season, by the entry's key."""
    results, _ = season_results(tournament.game, tournament.year)
    points: dict[str, Fraction] = defaultdict(Fraction)
    for result in results:
        points[result.player] += result.points
    found: dict[int, Fraction] = defaultdict(Fraction)
    members = Member.objects.filter(entry__ledger=tournament.ledger_id, live=True)
    for entry, player in members.values_list("entry_id", "persona__player__code"):
        found[entry] += points.get(player, Fraction(0))
    return found


def season_events(game: str, year: int, also: Collection[str] = ()) -> QuerySet[Tournament]:
    """Return the tournaments that count in a season, in order of finish; simulated ones never count.

    `also`: other games whose season of the same year is added.
    """
    found = Tournament.objects.filter(game__in={game, *also}, year=year, ranked=True, state=State.FINISHED)
    counted = found.filter(without_points="", simulated=False, unaccepted_since=None)
    return counted.order_by("finished_at", "pk")


def season_results(
    game: str, year: int, also: Collection[str] = (), **only: object
) -> tuple[list[SeasonResult], dict[str, PublicPlayer]]:
    """Return the season's placings, one a person, and the players by their code.

    `only` filters the placings.
    """
    placings = Placing.objects.filter(tournament__in=season_events(game, year, also).order_by(), **only)
    fields = (
        "tournament__slug",
        "entry__members__persona__player__code",
        "entry__members__persona__player__name",
        "entry__members__persona__player__has_page",
        "place",
        "points_numerator",
        "points_denominator",
    )
    results, players = [], dict[str, PublicPlayer]()
    for slug, code, name, has_page, place, numerator, denominator in placings.values_list(*fields):
        players[code] = PublicPlayer(name, page_of(code, name, has_page))
        results.append(SeasonResult(slug, code, place, _cached_fraction(numerator, denominator)))
    return results, players


def events_without_points(game: str, year: int) -> list[Tournament]:
    """Return the public finished ranked tournaments of a season that give it no points, in order of finish.

    Simulated ones are left out.
    """
    found = Tournament.objects.filter(game=game, year=year, state=State.FINISHED, simulated=False)
    public = found.filter(taken_down_at=None, unaccepted_since=None)
    return list(public.exclude(without_points="").order_by("finished_at", "pk"))


def seasons() -> list[dict[str, str | int]]:
    """Return games and years with a finished ranked tournament, newest first.

    Simulated ones do not count, and none without points that was taken down: its season shows nothing of it.
    """
    counted = Tournament.objects.filter(
        ranked=True, state=State.FINISHED, simulated=False, unaccepted_since=None
    )
    shown = counted.filter(Q(without_points="") | Q(taken_down_at=None))
    found = shown.order_by("-year", "game")
    return [{"game": game, "year": year} for game, year in found.values_list("game", "year").distinct()]


@dataclass(frozen=True, slots=True)
class EntryOutcome:
    """`points` (two decimals) and `season_rank` are None if there are none, or none yet."""

    place: int
    why: str
    is_final: bool
    points: str | None = None
    season_rank: int | None = None


def outcome_of(tournament: Tournament, player: Player, entry_code: str) -> EntryOutcome | None:
    """Return the player's outcome; None if the entry is still playing or has no place."""
    row = next((row for row in standings_of(tournament) if row.entry_code == entry_code), None)
    if row is None or row.open:
        return None
    if tournament.state != State.FINISHED:
        return EntryOutcome(row.place, row.why_sentence, is_final=False)
    if not tournament.ranked or tournament.simulated or reason_without_points(tournament):
        return EntryOutcome(row.place, row.why_sentence, is_final=True)
    lines = season(tournament.game, tournament.year)
    rank = next((line.rank for line in lines if line.player_code == player.code), None)
    return EntryOutcome(
        row.place, row.why_sentence, is_final=True, points=row.points_decimal, season_rank=rank
    )


def champions(tournament: Tournament) -> tuple[str, ...]:
    """Return the names of the champions, both of a pair; empty before the tournament is finished."""
    first = Member.objects.filter(entry__placing__tournament=tournament, entry__placing__place=1)
    found = first.order_by("entry", "position").values_list("persona__player__name", flat=True)
    return tuple(found)
