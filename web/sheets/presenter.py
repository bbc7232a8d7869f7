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
    """A side's place at the table, its table score in words, and how it left, if it did."""

    place: int
    side: SideView
    score: str
    out: str


@dataclass(frozen=True, slots=True)
class LineRow:
    """One player's line: its numbers by key, None if not counted, and how they left."""

    seat: SeatView
    numbers: Mapping[str, int] | None
    out: str


@dataclass(frozen=True, slots=True)
class CutRow:
    """One cut: each side with its card."""

    cards: tuple[tuple[SideView, str], ...]


@dataclass(frozen=True, slots=True)
class SheetPresentation:
    """A sheet in words; `why` is empty while no side has won.

    `counts` has a label and a row of numbers for each count, under `heading`.
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
        """Yield each player's line with the label and number of each count."""
        for index, line in enumerate(self.lines):
            yield line, tuple((word, numbers[index]) for word, numbers in self.counts)


def present_sheet(match: MatchView, kind: Kind, sheet: Sheet, verdict: Verdict) -> SheetPresentation:
    """Return the sheet in words, with the verdict of the rules."""
    sides = {side.number: side for side in match.sides}
    outs = dict(_departure_sentences(match, sheet.lines))
    lines = tuple(_lines(match.seats, sheet.lines))
    return SheetPresentation(
        ending=capfirst(ending_name(sheet.ended_by, match.game)),
        heading=counted_name(match.game),
        why=explain_result(match, sheet, verdict),
        winner=sides.get(verdict.winner or 0),
        places=tuple(_places(match, verdict, outs)),
        lines=lines,
        counts=tuple(_counts(match, kind, lines)),
        cuts=tuple(_cut(sides, cut) for cut in sheet.cuts),
        reason=sheet.reason,
    )


def side_names(side: SideView) -> SafeString:
    """Return a side's names as HTML, each isolated from the text direction around it."""
    return format_html_join(" & ", "<bdi>{}</bdi>", ((name,) for name in side.names))


def explain_result(match: MatchView, sheet: Sheet, verdict: Verdict) -> SafeString:
    """Return the sentence that says who won and why; empty while it is undecided."""
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
    if sheet.cuts:
        said = _("{winner} wins on time: equal in everything, then the cut of cards: {cards}.")
        return format_html(said, winner=winner, cards=_cards(sheet.cuts[-1]))
    first = verdict.scores.get(verdict.winner or 0, 0)
    out = _departed_sides(match, sheet.lines)
    others = [n for n in verdict.scores if n != verdict.winner and n not in out]
    second = max((verdict.scores[number] or 0 for number in others), default=0)
    if first != second:
        said = localized(words_of(match.game).won_on_time)
        return format_html(said, winner=winner, first=first, second=second)
    tied = [number for number in others if verdict.scores[number] == second]
    return format_html(_tie_break(match, sheet, verdict.winner or 0, tied), winner=winner)


def _tie_break(match: MatchView, sheet: Sheet, winner: int, tied: Sequence[int]) -> str:
    """Return the game's sentence for the first count in which the winner leads all with equal score."""
    for key, said in words_of(match.game).tie_breaks.items():
        if all(_total(match, sheet, winner, key) > _total(match, sheet, other, key) for other in tied):
            return localized(said)
    return _("{winner} wins on time.")


def _total(match: MatchView, sheet: Sheet, side: int, key: str) -> int:
    """Return the sum of one count over the people of a side."""
    people = {seat.persona_code for seat in match.seats if seat.side == side}
    return sum(line.numbers.get(key, 0) for line in sheet.lines if line.player in people)


def _cards(cut: Cut) -> str:
    return " × ".join(sorted(cut.cards, key=_strength))


def _strength(card: str) -> int:
    ranks = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
    return ranks.index(card) if card in ranks else len(ranks)


def _places(match: MatchView, verdict: Verdict, outs: Mapping[int, str]) -> Iterator[PlaceRow]:
    """Yield each place with its sides; tied sides share one."""
    sides = {side.number: side for side in match.sides}
    place = 1
    for tied in verdict.placement:
        for number in tied:
            if number in sides:
                score = score_words(verdict.scores.get(number, 0), match.game)
                yield PlaceRow(place, sides[number], score, outs.get(number, ""))
        place += len(tied)


def _lines(seats: Sequence[SeatView], lines: Sequence[Line]) -> Iterator[LineRow]:
    by_person = {seat.persona_code: seat for seat in seats}
    for line in lines:
        if line.player in by_person:
            yield LineRow(by_person[line.player], line.counts, _departure_words(line))


def _counts(
    match: MatchView, kind: Kind, lines: Sequence[LineRow]
) -> Iterator[tuple[str, tuple[int | str, ...]]]:
    """Yield each count with everyone's number; for a side, the names of its players."""
    names = {side.number: " & ".join(side.names) for side in match.sides}
    for count in kind.fields:
        shown = (_count_cell(count, line, names) for line in lines)
        yield capfirst(count_name(count.key)), tuple(shown)


def _count_cell(count: SheetField, line: LineRow, names: Mapping[int, str]) -> int | str:
    if line.numbers is None:
        return str(UNCOUNTED)
    number = line.numbers.get(count.key, 0)
    return names.get(number, "–") if count.is_side else number


def _departure_words(line: Line) -> str:
    if not line.out:
        return ""
    words = out_name(line.out)
    return f"{words} ({line.out_order})" if line.out_order else words


def _cut(sides: Mapping[int, SideView], cut: Cut) -> CutRow:
    pairs = zip(cut.sides, cut.cards, strict=False)
    return CutRow(tuple((sides[number], card) for number, card in pairs if number in sides))


def _departures(match: MatchView, lines: Sequence[Line]) -> dict[int, Out]:
    """Return how each side left; for a pair, by the member who left first."""
    side_of = {seat.persona_code: seat.side for seat in match.seats}
    gone = sorted((line for line in lines if line.out), key=lambda line: line.out_order or 0, reverse=True)
    return {side_of[line.player]: line.out for line in gone if line.out and line.player in side_of}


def _departure_sentences(match: MatchView, lines: Sequence[Line]) -> Iterator[tuple[int, str]]:
    """Describe how each side left, naming the member of a pair who took the other along."""
    out_of = {line.player: line.out for line in lines}
    for side, out in _departures(match, lines).items():
        members = [seat for seat in match.seats if seat.side == side]
        gone = [seat.name for seat in members if out_of.get(seat.persona_code or "") == out]
        yield side, out_name(out) if len(gone) == len(members) else f"{out_name(out)}: {', '.join(gone)}"


def _departed_sides(match: MatchView, lines: Sequence[Line]) -> set[int]:
    return set(_departures(match, lines))
