"""Views of matches with their sides and seats, in the reader's language."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext

from matches.lineups import Lineup, lineup_in
from matches.models import Match, MatchState, Member, Seat, Side, Take
from matches.namesakes import BESIDE, shown_name, shown_name_of, with_namesakes
from rulesets.registry import game_of
from tournaments.entry_names import PublicPlayer
from tournaments.match_views.group_numbers import group_numbers
from tournaments.match_views.rows import (
    PERSONA,
    MatchRow,
    MatchSelection,
    PersonaRow,
    SeatRow,
    ShownMatch,
    SideRow,
    persona_row,
    row_reader,
    seat_rows,
    shown_matches,
)
from tournaments.models import Tournament
from tournaments.rules_of import rules_of


def feed_words(take: str, source: str, source_side: int | None = None) -> str:
    """Return the words for the match from which an open side gets its entry, such as `winner of 1.3`.

    `take` is `winner` or `loser`; `source` is round and number of that match. With `source_side`, in a second
    chance, any loser of it takes the side.
    """
    if source_side is not None:
        return gettext("a loser of %(match)s") % {"match": source}
    if take == "loser":
        return gettext("loser of %(match)s") % {"match": source}
    return gettext("winner of %(match)s") % {"match": source}


def _feed_of(side: Side | SideRow) -> str | None:
    """Return the words for what will fill the side; None if it is filled, or no match feeds it."""
    if side.filled or side.source is None:
        return None
    return feed_words(side.take, str(side.source), side.source_side)


class Person(NamedTuple):
    """A member of an entry, by the primary keys of entry and persona; `pineapple`: they brought one."""

    entry: int
    key: int
    row: PersonaRow
    pineapple: bool


class SideView(NamedTuple):
    """The entry that plays for one result.

    `feed` is the source of an open side; `empty`: no entry came. `pages` are codes of public pages, in the
    order of `names`; empty for none.
    """

    number: int
    entry_code: str | None
    names: tuple[str, ...]
    place: int | None
    score: int | None
    absent: bool
    is_winner: bool
    feed: str | None
    empty: bool
    pages: tuple[str, ...] = ()


class SeatView(NamedTuple):
    """One seat: its person and suit, and the cards drawn per turn until the match ends.

    `pineapple`: the person brought one, as last noted. `page` is the code of their public page, empty for
    none.
    """

    number: int
    side: int
    suit: str
    persona_code: str | None
    name: str
    draw_per_turn: int | None
    redraws: int = 0
    pineapple: bool = False
    page: str = ""


class MatchView(NamedTuple):
    """One match of a game. Times are aware; `seq` is the record's number at its latest change.

    `starter` is the seat that began; None if unknown. `stage`: the stage before the bracket that it is of,
    None for the bracket; `group`: the number of the group there, None without groups. `second_chance`: it is
    of the bracket of losers.
    """

    game: str
    code: str
    round: int
    number: int
    third_place: bool
    is_bye: bool
    is_final: bool
    state: str
    table_label: str | None
    sides: tuple[SideView, ...]
    seats: tuple[SeatView, ...]
    called_at: datetime | None
    started_at: datetime | None
    time_due_at: datetime | None
    extra_minutes: int
    time_called_at: datetime | None
    ended_at: datetime | None
    ended_by: str | None
    next_code: str | None
    seq: int
    starter: int | None = None
    stage: int | None = None
    group: int | None = None
    second_chance: bool = False

    @property
    def is_of_bracket(self) -> bool:
        """Return whether it is of the bracket itself, not of a stage before or a second chance beside it."""
        return self.stage is None and not self.second_chance

    @property
    def decides_second_chance(self) -> bool:
        """Return whether its winner has the title of the second chance."""
        return self.second_chance and self.next_code is None


def match_view(tournament: Tournament, match: Match) -> MatchView:
    """Return the view of one match as the database has it now, not from a cache."""
    return view_of(tournament, lineup_in(tournament.ledger_id, match.code))


def views(tournament: Tournament, matches: MatchSelection) -> tuple[MatchView, ...]:
    """Return the matches as views, in bracket order, in two queries."""
    rows = seat_rows(matches)  # read first: a match that is added in between would have no names
    people = _people_at(matches)
    shown = shown_matches(rows, {one.key: one.row for one in people})
    builder = _ViewBuilder(
        tournament,
        people=people,
        ended_by={one.match.pk: one.ended_by for one in shown if one.ended_by},
        next_codes={one.match.pk: one.next_code for one in shown if one.next_code},
        redraws={(seat.match_id, seat.persona_id): seat.redraws for one in shown for seat in one.seats},
    )
    return tuple(builder.view(one) for one in shown)


def view_of(tournament: Tournament, lineup: Lineup) -> MatchView:
    """Return the view of a lineup's match, and query what the lineup has not read."""
    match, sheet = lineup.match, lineup.sheet
    fed = (
        later.match.code for later in lineup.following for side in later.sides if _takes_winner(side, match)
    )
    code = next(fed, None)
    builder = _ViewBuilder(
        tournament,
        people=[_person(member) for member in lineup.members],
        ended_by={match.pk: sheet.ended_by} if sheet else {},
        next_codes={match.pk: code} if code else {},
        redraws={(match.pk, persona): number for persona, number in lineup.redraws.items()},
    )
    return builder.view(lineup)


def _takes_winner(side: Side, match: Match) -> bool:
    """Return whether the winner of this match goes to that side."""
    return side.source_id == match.pk and side.take == Take.WINNER


class _ViewBuilder:
    """Builds views of several matches from data that was read once for all; queries nothing else.

    `ended_by`, `next_codes` and `redraws` are by the primary keys of matches and personas.
    """

    def __init__(
        self,
        tournament: Tournament,
        *,
        people: Iterable[Person],
        ended_by: Mapping[int, str],
        next_codes: Mapping[int, str],
        redraws: Mapping[tuple[int, int | None], int],
    ) -> None:
        self.game, self.rules = game_of(tournament.game), rules_of(tournament)
        self.ended_by, self.next = ended_by, next_codes
        self.redraws = redraws
        self.groups = group_numbers(tournament)
        self.names: dict[int, tuple[str, ...]] = {}
        self.pages: dict[int, tuple[str, ...]] = {}
        self.bringers: set[str] = set()
        self.shown: dict[int, str] = {}
        for entry, key, (code, player), has_pineapple in people:
            self.shown[key] = player.name
            self.names[entry] = (*self.names.get(entry, ()), player.name)
            self.pages[entry] = (*self.pages.get(entry, ()), player.page)
            if has_pineapple:
                self.bringers.add(code)

    def view(self, lineup: Lineup | ShownMatch) -> MatchView:
        """Return the view of a match whose people are among those given."""
        match = lineup.match
        next_code = self.next.get(match.pk)
        return MatchView(
            game=self.game.key,
            code=match.code,
            round=match.round,
            number=match.number,
            third_place=match.third_place,
            is_bye=len(lineup.sides) == 1,
            is_final=next_code is None and not (match.third_place or match.second_chance or match.stage),
            state=match.state,
            table_label=match.table.label if match.table else None,
            sides=tuple(self._side(match, side) for side in lineup.sides),
            seats=self._seats(lineup.seats, is_over=match.state == MatchState.ENDED),
            called_at=match.called_at,
            started_at=match.started_at,
            time_due_at=match.time_due_at,
            extra_minutes=match.extra_minutes,
            time_called_at=match.time_called_at,
            ended_at=match.ended_at,
            ended_by=self.ended_by.get(match.pk),
            next_code=next_code,
            seq=match.changed_seq,
            starter=match.starter,
            stage=match.stage,
            second_chance=match.second_chance,
            group=self._group(lineup) if match.stage is not None else None,
        )

    def _group(self, lineup: Lineup | ShownMatch) -> int | None:
        """Return the number of the group of a match of a stage, which is that of each of its sides."""
        codes = (side.entry.code for side in lineup.sides if side.entry)
        return next((self.groups[code] for code in codes if code in self.groups), None)

    def _side(self, match: Match | MatchRow, side: Side | SideRow) -> SideView:
        code = side.entry.code if side.entry else None
        ended = match.state == MatchState.ENDED
        return SideView(
            number=side.number,
            entry_code=code,
            names=self.names.get(side.entry_id, ()) if side.entry_id else (),
            place=side.place if ended else None,
            score=side.score if ended and code else None,
            absent=side.absent,
            is_winner=ended and code is not None and side.entry_id == match.winner_id,
            feed=_feed_of(side),
            empty=side.filled and code is None,
            pages=self.pages.get(side.entry_id, ()) if side.entry_id else (),
        )

    def _seats(self, seats: Sequence[Seat | SeatRow], *, is_over: bool) -> tuple[SeatView, ...]:
        """Return the seats; without cards per turn after the end, because pineapples may have been noted
        since.
        """
        people = [] if is_over else [seat.persona.code for seat in seats if seat.persona]
        draws = self.game.cards_due(self.rules, people, self.bringers & set(people)) if people else {}
        return tuple(self._seat(seat, draws) for seat in seats)

    def _seat(self, seat: Seat | SeatRow, draws: Mapping[str, int]) -> SeatView:
        """Return the view of a seat; `draws` are cards per turn by person (code)."""
        code = seat.persona.code if seat.persona else None
        return SeatView(
            number=seat.number,
            side=seat.side.number,
            suit=seat.suit,
            persona_code=code,
            name=self._name(seat),
            draw_per_turn=draws.get(code) if code else None,
            redraws=self.redraws.get((seat.match_id, seat.persona_id), 0),
            pineapple=code in self.bringers,
            page=seat.persona.player.page if seat.persona else "",
        )

    def _name(self, seat: Seat | SeatRow) -> str:
        """Return the name as the entry shows it; "" for an empty seat.

        A person who left the entry has their own name.
        """
        if seat.persona is None or seat.persona_id is None:
            return ""
        return self.shown.get(seat.persona_id, seat.persona.player.name)


def _people_at(matches: MatchSelection) -> list[Person]:
    """Return the members of the entries at these matches, also of those that left; by entry and position."""
    rows = _members(matches)
    return [
        Person(entry, key, persona_row(code, player, shown_name(name, *beside), has_page), pineapple)
        for entry, pineapple, key, code, player, name, has_page, *beside in rows
    ]


def _members_at(matches: QuerySet[Match]) -> QuerySet[Member, Any]:
    """Return the query of members of the entries at these matches, in the columns of `Person`."""
    entries = Side.objects.filter(match__in=matches).values("entry")
    found = with_namesakes(Member.objects.filter(entry__in=entries)).order_by("entry_id", "position")
    return found.values_list(
        "entry_id", "pineapple", "persona_id", *(f"persona__{f}" for f in PERSONA), *BESIDE
    )


_members = row_reader(_members_at)


def _person(member: Member) -> Person:
    player = member.persona.player
    row = PersonaRow(member.persona.code, PublicPlayer(shown_name_of(member, member.entry), player.page))
    return Person(member.entry_id, member.persona_id, row, member.pineapple)
