"""A sheet in words: who won and why, each side's place, and every line."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulesets.kernel.rules import Kind, SheetField
from rulesets.kernel.sheet import Cut, EndedBy, Line, Out, Sheet, Verdict
from rulesets.names import UNCOUNTED, count_name, counted_name, ending_name, out_name, score_words
from rulesets.translation import localized, words_of
from tournaments.match_views.match import MatchView, SeatView, SideView

VICTORY: Mapping[EndedBy, Promise] = {
    EndedBy.DECKED_OUT: gettext_lazy("{winner} wins: the last opponent ran out of cards."),
    EndedBy.CONCESSION: gettext_lazy("{winner} wins: the last opponent conceded."),
    EndedBy.DISQUALIFICATION: gettext_lazy("{winner} wins: the last opponent was disqualified."),
    EndedBy.WALKOVER: gettext_lazy("{winner} wins by walkover: the others did not come."),
    EndedBy.RULING: gettext_lazy("{winner} wins by the coordinator’s ruling."),
    EndedBy.BYE: gettext_lazy("{winner} goes through without a game (bye)."),
}


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A side's place in the match, from 1, its score in words, and how it left in words, or ""."""

    place: int
    side: SideView
    score: str
    out: str


@dataclass(frozen=True, slots=True)
class LineRow:
    """One player's line: counts by key, None if uncounted, and how the player left in words, or ""."""

    seat: SeatView
    numbers: Mapping[str, int] | None
    out: str


@dataclass(frozen=True, slots=True)
class CutRow:
    """One cut of cards for a tie: each side with its card."""

    cards: tuple[tuple[SideView, str], ...]


@dataclass(frozen=True, slots=True)
class SheetPresentation:
    """A sheet in words, in the active language; `why` is empty while no side has won.

    `counts` has a label for each count and a row of numbers, one for each of `lines`, under `heading`.
    """

    ending: str
    heading: str
    why: SafeString
    winner: SideView | None
    places: tuple[PlaceRow, ...]
    lines: tuple[LineRow, ...]
    counts: tuple[tuple[str, tuple[int | str, ...]], ...]
    cuts: tuple[CutRow, ...]
    reason: str

    @property
    def by_person(self) -> Iterator[tuple[LineRow, tuple[tuple[str, int | str], ...]]]:
        """Yield each player's line with pairs of label and number for each count."""
        for index, line in enumerate(self.lines):
            yield line, tuple((word, numbers[index]) for word, numbers in self.counts)


def present_sheet(match: MatchView, kind: Kind, sheet: Sheet, verdict: Verdict) -> SheetPresentation:
    """Return a sheet in words, as the rules' `verdict` on it has it."""
    sides = {side.number: side for side in match.sides}
    outs = dict(_departure_sentences(match, sheet.lines))
    lines = tuple(_line_rows(match.seats, sheet.lines))
    return SheetPresentation(
        ending=capfirst(ending_name(sheet.ended_by, match.game)),
        heading=counted_name(match.game),
        why=explain_result(match, sheet, verdict),
        winner=sides.get(verdict.winner or 0),
        places=tuple(_place_rows(match, verdict, outs)),
        lines=lines,
        counts=tuple(_count_rows(match, kind, lines)),
        cuts=tuple(_cut_row(sides, cut) for cut in sheet.cuts),
        reason=sheet.reason,
    )


def side_names(side: SideView) -> SafeString:
    """Return a side's names as HTML, each isolated from the text direction around it."""
    return format_html_join(" & ", "<bdi>{}</bdi>", ((name,) for name in side.names))


def explain_result(match: MatchView, sheet: Sheet, verdict: Verdict) -> SafeString:
    """Return the sentence that says who won and why, or that no one advances; empty if undecided."""
    sides = {side.number: side for side in match.sides}
    if sheet.ended_by is EndedBy.NONE_ADVANCES and verdict.stands:
        said = _("No one advances from this match.") if match.stage is None else _("No one wins this match.")
        return format_html("{}", said)
    if verdict.winner not in sides:
        return SafeString("")
    winner = side_names(sides[verdict.winner])
    if sheet.ended_by is EndedBy.TIME:
        return _explain_time_result(match, sheet, verdict, winner)
    if sheet.ended_by is EndedBy.BYE and match.stage is not None:
        return format_html(_("{winner} wins without a game (bye)."), winner=winner)
    won = sheet.ended_by is EndedBy.WIN_CONDITION
    return format_html(
        localized(words_of(match.game).won) if won else str(VICTORY[sheet.ended_by]), winner=winner
    )


def _explain_time_result(match: MatchView, sheet: Sheet, verdict: Verdict, winner: SafeString) -> SafeString:
    """Return the sentence of a win on time: by a cut, by score, or by what breaks the tie.

    `winner` is the HTML of the winner's names.
    """
    if sheet.cuts:
        said = _("{winner} wins on time: equal in everything, then the cut of cards: {cards}.")
        return format_html(said, winner=winner, cards=_cut_words(sheet.cuts[-1]))
    first = verdict.scores.get(verdict.winner or 0, 0)
    out = _departed_sides(match, sheet.lines)
    others = [n for n in verdict.scores if n != verdict.winner and n not in out]
    second = max((verdict.scores[number] or 0 for number in others), default=0)
    if first != second:
        said = localized(words_of(match.game).won_on_time)
        return format_html(said, winner=winner, first=first, second=second)
    tied = [number for number in others if verdict.scores[number] == second]
    return format_html(_tie_break_sentence(match, sheet, verdict.winner or 0, tied), winner=winner)


def _tie_break_sentence(match: MatchView, sheet: Sheet, winner: int, tied: Sequence[int]) -> str:
    """Return the game's sentence, with `{winner}`, for the first count in which the winner leads the tied."""
    for key, said in words_of(match.game).tie_breaks.items():
        if all(_total(match, sheet, winner, key) > _total(match, sheet, other, key) for other in tied):
            return localized(said)
    return _("{winner} wins on time.")


def _total(match: MatchView, sheet: Sheet, side: int, key: str) -> int:
    """Return the sum of one count over the people of a side."""
    people = {seat.persona_code for seat in match.seats if seat.side == side}
    return sum(line.numbers.get(key, 0) for line in sheet.lines if line.player in people)


def _cut_words(cut: Cut) -> str:
    """Return the cards of a cut in one text, the strongest first: `A × K`."""
    return " × ".join(sorted(cut.cards, key=_strength))


def _strength(card: str) -> int:
    """Sort key of a card: 0 for an ace, more for each weaker rank."""
    ranks = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
    return ranks.index(card) if card in ranks else len(ranks)


def _place_rows(match: MatchView, verdict: Verdict, outs: Mapping[int, str]) -> Iterator[PlaceRow]:
    """Yield a row for each side, first place first; tied sides share a place, and the next is left out.

    `outs`: how sides left, by number.
    """
    sides = {side.number: side for side in match.sides}
    place = 1
    for tied in verdict.placement:
        for number in tied:
            if number in sides:
                score = score_words(verdict.scores.get(number, 0), match.game)
                yield PlaceRow(place, sides[number], score, outs.get(number, ""))
        place += len(tied)


def _line_rows(seats: Sequence[SeatView], lines: Sequence[Line]) -> Iterator[LineRow]:
    """Yield the sheet's lines with their seats, without those of people who have no seat there."""
    by_person = {seat.persona_code: seat for seat in seats}
    for line in lines:
        if line.player in by_person:
            yield LineRow(by_person[line.player], line.counts, _departure_words(line))


def _count_rows(
    match: MatchView, kind: Kind, lines: Sequence[LineRow]
) -> Iterator[tuple[str, tuple[int | str, ...]]]:
    """Yield the label of each count with its cell on each line."""
    names = {side.number: " & ".join(side.names) for side in match.sides}
    for count in kind.fields:
        shown = (_count_cell(count, line, names) for line in lines)
        yield capfirst(count_name(count.key)), tuple(shown)


def _count_cell(count: SheetField, line: LineRow, names: Mapping[int, str]) -> int | str:
    """Return one count of a line: a number, the names of a side if the count is one, or "uncounted"."""
    if line.numbers is None:
        return str(UNCOUNTED)
    number = line.numbers.get(count.key, 0)
    return names.get(number, "–") if count.is_side else number


def _departure_words(line: Line) -> str:
    """Return how, and as which number, a player left; "" if they did not."""
    if not line.out:
        return ""
    words = out_name(line.out)
    return f"{words} ({line.out_order})" if line.out_order else words


def _cut_row(sides: Mapping[int, SideView], cut: Cut) -> CutRow:
    """Return the cut with its sides, without those that are no longer at the match."""
    pairs = zip(cut.sides, cut.cards, strict=False)
    return CutRow(tuple((sides[number], card) for number, card in pairs if number in sides))


def _departures(match: MatchView, lines: Sequence[Line]) -> dict[int, Out]:
    """Return how each side left, by number, without those that did not.

    For a pair: how the member left who left first.
    """
    side_of = {seat.persona_code: seat.side for seat in match.seats}
    gone = sorted((line for line in lines if line.out), key=lambda line: line.out_order or 0, reverse=True)
    return {side_of[line.player]: line.out for line in gone if line.out and line.player in side_of}


def _departure_sentences(match: MatchView, lines: Sequence[Line]) -> Iterator[tuple[int, str]]:
    """Yield the number of each side that left, with how, in words.

    With the name of the member if only one of a pair left in this way.
    """
    out_of = {line.player: line.out for line in lines}
    for side, out in _departures(match, lines).items():
        members = [seat for seat in match.seats if seat.side == side]
        gone = [seat.name for seat in members if out_of.get(seat.persona_code or "") == out]
        yield side, out_name(out) if len(gone) == len(members) else f"{out_name(out)}: {', '.join(gone)}"


def _departed_sides(match: MatchView, lines: Sequence[Line]) -> set[int]:
    """Return the numbers of the sides that left the game, in any way."""
    return set(_departures(match, lines))
