"""The count at a table for its page: positions, numbers, departures, and the result so far."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from core.errors import Violation
from core.text import number_in
from rulesets.kernel.answers import Answer
from rulesets.kernel.counting import Aid, Goal, Tally
from rulesets.kernel.rules import Kind
from rulesets.messages import Names
from rulesets.names import count_name, out_name, spot_state_name
from tournaments.match_views.match import MatchView, SeatView, SideView
from tournaments.play.count import TableCount
from web.sheets.forms import sentence_with_rule
from web.sheets.pointing import names_by_side
from web.sheets.presenter import PlaceRow, explain_result, present_sheet, side_names


@dataclass(frozen=True, slots=True)
class SpotDisplay:
    """One position of a formation; `words` describe it for screen readers.

    `id` is that in the page, `spot` the position's name. `exposed`: it can be attacked.
    """

    id: str
    spot: str
    state: str
    exposed: bool
    words: str


@dataclass(frozen=True, slots=True)
class NumberDisplay:
    """One counter with its value and buttons: `fewer` and `more` are the sizes of its steps."""

    id: str
    key: str
    label: str
    value: int
    fewer: tuple[int, ...]
    more: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayerDisplay:
    """One player's part of the page; `out_words` is empty while they are in the game.

    `rows` are the formation's positions, `ways` pairs of key and words of how one can leave.
    """

    seat: SeatView
    version: int
    rows: tuple[tuple[SpotDisplay, ...], ...]
    numbers: tuple[NumberDisplay, ...]
    ways: tuple[tuple[str, str], ...]
    out_words: str


@dataclass(frozen=True, slots=True)
class FormationDisplay:
    """A player's formation at the end of the game."""

    seat: SeatView
    rows: tuple[tuple[SpotDisplay, ...], ...]
    words: str


@dataclass(frozen=True, slots=True)
class SideDisplay:
    """A side's progress: the label of each count, its value and its goal."""

    side: SideView
    goals: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class Winner:
    """A side that meets the win condition now: its number, its names, and why, as a sentence."""

    number: int
    names: SafeString
    why: SafeString


@dataclass(frozen=True, slots=True)
class AnswerDisplay:
    """Whether a side has won, in words. `tone` is `good`, `warning`, `danger` or `plain`.

    `choices`: the sides that meet the condition, of which the first to finish the draw of its own turn wins;
    () if the condition wins at once. `timed`: the result if time were called now.
    """

    tone: str
    won: str | SafeString
    reasons: tuple[str, ...] = ()
    choices: tuple[Winner, ...] = ()
    timed: "TimeoutDisplay | None" = None


@dataclass(frozen=True, slots=True)
class TimeoutDisplay:
    """What would follow if time were called now: who wins and why, or what has to decide."""

    said: str | SafeString
    reasons: tuple[str, ...]
    places: tuple[PlaceRow, ...]


def view_of_counted_match(count: TableCount) -> MatchView:
    """Return the match with its sides, as sentences about a sheet need it; no query, and no places."""
    match = count.match
    numbers = sorted({seat.side for seat in count.seats})
    return MatchView(
        game=count.rules.game, code=match.code, round=match.round, number=match.number,
        third_place=match.third_place, is_bye=False, is_final=False, state=match.state, table_label=None,
        sides=tuple(_side_view(number, count.seats) for number in numbers), seats=count.seats,
        called_at=match.called_at, started_at=match.started_at, time_due_at=match.time_due_at,
        extra_minutes=match.extra_minutes,
        time_called_at=match.time_called_at, ended_at=match.ended_at, ended_by=None, next_code=None,
        seq=match.changed_seq, starter=match.starter, stage=match.stage,
    )  # fmt: skip


def player_displays(count: TableCount) -> tuple[PlayerDisplay, ...]:
    """Return each player's part of the page, in seating order."""
    return tuple(
        _player_display(count, seat, tally) for seat, tally in zip(count.seats, count.tallies, strict=True)
    )


def side_displays(count: TableCount, view: MatchView) -> tuple[SideDisplay, ...]:
    """Return the progress of each side; empty for games without goals."""
    shown = (SideDisplay(side, tuple(map(_goal_row, count.goals(side.number)))) for side in view.sides)
    return tuple(side for side in shown if side.goals)


def formation(aid: Aid, tally: Tally, id_: str = "") -> tuple[tuple[SpotDisplay, ...], ...]:
    """Return the rows of a player's formation, the front one first; empty for a game without positions.

    `id_` begins the ids of its positions in the page.
    """
    exposed = aid.exposed(tally)
    return tuple(
        tuple(_spot_display(id_, spot, tally.spots.get(spot, ""), spot in exposed) for spot in row)
        for row in aid.board.rows
    )


def answer_display(count: TableCount, view: MatchView, kind: Kind) -> AnswerDisplay:
    """Return in words whether a side has won, and what would follow if time were called now."""
    found = count.answers
    if found.defects:
        defects = tuple(_sentence_with_name(view, violation) for violation in found.defects)
        return AnswerDisplay("danger", _("These counts cannot all be right."), defects)
    timed = _timeout_display(view, kind, found.timed) if found.timed else None
    if found.over:
        return AnswerDisplay("good", explain_result(view, found.over.sheet, found.over.verdict))
    if found.drawn:
        return AnswerDisplay("warning", _sentences(found.drawn, names_by_side(view.sides))[0])
    if not found.winners:
        return AnswerDisplay("plain", _("No one has won yet."), timed=timed)
    winners = tuple(_winner(view, win) for win in found.winners)
    if count.aid.board.wins_at_once:
        return AnswerDisplay("good", winners[0].why, timed=timed)
    return AnswerDisplay("good", _condition_shown_sentence(winners), choices=winners, timed=timed)


def describe_tap(shown: Sequence[PlayerDisplay], player: str, tap: str) -> str:
    """Return what a tap changed, for screen readers: the player, and the position, number or departure.

    `player` is the code of one of those shown.
    """
    one = next(each for each in shown if each.seat.persona_code == player)
    spots = {f"casa.{spot.spot}": spot.words for row in one.rows for spot in row}
    numbers = {number.key: f"{number.label}: {number.value}" for number in one.numbers}
    key = tap.removeprefix("conta.").partition(".")[0]
    return f"{one.seat.name}. {spots.get(tap) or numbers.get(key) or one.out_words or _('In the game')}"


def formations(count: TableCount | None) -> tuple[FormationDisplay, ...]:
    """Return each player's formation, also in words; () without a count."""
    if count is None:
        return ()
    seats = {seat.persona_code: seat for seat in count.seats}
    return tuple(
        _formation_display(seats[tally.player], formation(count.aid, tally)) for tally in count.tallies
    )


def _formation_display(seat: SeatView, rows: tuple[tuple[SpotDisplay, ...], ...]) -> FormationDisplay:
    """Return a player's formation with all its positions in one text."""
    return FormationDisplay(seat, rows, "; ".join(spot.words for row in rows for spot in row))


def _side_view(number: int, seats: Sequence[SeatView]) -> SideView:
    """Return a side of the table by its number, with the names of its people."""
    names = tuple(seat.name for seat in seats if seat.side == number)
    return SideView(number, str(number), names, None, None, False, False, None, False)


def _player_display(count: TableCount, seat: SeatView, tally: Tally) -> PlayerDisplay:
    """Return one player's part of the count, with the buttons for numbers and for leaving."""
    board, code = count.aid.board, tally.player
    numbers = (
        NumberDisplay(
            f"{code}-{counter.key}",
            counter.key,
            capfirst(count_name(counter.key)),
            tally.numbers[counter.key],
            tuple(reversed(counter.steps)),
            counter.steps,
        )
        for counter in board.counters
    )
    order = count.orders.get(code, 0)
    return PlayerDisplay(
        seat=seat,
        version=count.versions[code],
        rows=formation(count.aid, tally, code),
        numbers=tuple(numbers),
        ways=tuple((way.value, capfirst(out_name(way))) for way in board.ways),
        out_words=_departure_words(tally, order),
    )


def _departure_words(tally: Tally, order: int) -> str:
    """Return how and in which order the player left; "" while they are in the game."""
    words = capfirst(out_name(tally.out)) if tally.out else _("Fallen") if order else ""
    return f"{words} ({order})" if words and order else words


def _spot_display(id_: str, spot: str, state: str, exposed: bool) -> SpotDisplay:
    """Return a position of a formation, in words too; `id_` names the formation."""
    words = f"{spot}: {spot_state_name(state)}"
    if exposed:
        words = f"{words}, {_('exposed')}"
    return SpotDisplay(f"{id_}-{spot}", spot, state, exposed, words)


def _goal_row(goal: Goal) -> tuple[str, int, int]:
    """Return label, present and needed number of a goal."""
    return capfirst(count_name(goal.key)), goal.have, goal.need


def _winner(view: MatchView, win: Answer) -> Winner:
    """Return the winning side of an answer of the rules."""
    number = win.verdict.winner or 0
    side = next(side for side in view.sides if side.number == number)
    return Winner(number, side_names(side), explain_result(view, win.sheet, win.verdict))


def _condition_shown_sentence(winners: Sequence[Winner]) -> SafeString:
    """Return the sentence that these sides show the win condition, and when one of them wins."""
    if len(winners) == 1:
        said = _("{winner} shows the win condition and wins when the draw of their own turn ends.")
        return format_html(said, winner=winners[0].names)
    names = format_html_join(" × ", "{}", ((winner.names,) for winner in winners))
    said = _("{names} show the win condition: the first to finish the draw of their own turn wins.")
    return format_html(said, names=names)


def _timeout_display(view: MatchView, kind: Kind, timed: Answer) -> TimeoutDisplay:
    """Return what would follow if time were called now: who wins, a tie to cut, or why nothing."""
    verdict = timed.verdict
    if verdict.violations:
        reasons = tuple(_sentence_with_name(view, violation) for violation in verdict.violations)
        return TimeoutDisplay(_("Time would decide nothing."), reasons, ())
    places = present_sheet(view, kind, timed.sheet, verdict).places
    if verdict.open_tie:
        tied = ((side_names(side),) for side in view.sides if side.number in verdict.open_tie)
        names = format_html_join(" × ", "{}", tied)
        said = format_html(_("Tied for first place: {names}. Cut the cards."), names=names)
        return TimeoutDisplay(said, tuple(_tie_break_sentences()), places)
    return TimeoutDisplay(explain_result(view, timed.sheet, verdict), (), places)


def _tie_break_sentences() -> Iterator[str]:
    """Yield why the tied sides have to cut cards, and how."""
    yield _("They are tied in score, in intact realms, in commanders and in armies.")
    yield _("Each of them cuts one card and the highest wins; the sheet asks for the cards.")


def _sentences(found: Answer, names: Names) -> tuple[str, ...]:
    """Return the violations of an answer of the rules in words."""
    return tuple(sentence_with_rule(violation, names) for violation in found.verdict.violations)


def _sentence_with_name(view: MatchView, violation: Violation) -> str:
    """Return the violation in words, after the name of the player if it is about a line."""
    part, _dot, rest = violation.field.partition(".")
    said, index = sentence_with_rule(violation, names_by_side(view.sides)), number_in(rest.partition(".")[0])
    if part == "lines" and index is not None and index < len(view.seats):
        return f"{view.seats[index].name}: {said}"
    return said
