"""The bracket as a poster, in the active language."""

from django.utils.translation import gettext as _

from tournaments.match_views.match import MatchView, SideView
from tournaments.match_views.selectors import bracket, round_name, round_sizes
from tournaments.models import Tournament
from tournaments.printing.values import BracketPoster, PosterLine, PosterMatch


def bracket_poster(tournament: Tournament, *, is_a3: bool = False) -> BracketPoster:
    """Return every round and match; an unknown entry has a line to write on."""
    sizes, rounds = round_sizes(tournament), bracket(tournament)
    names = tuple(round_name(one, sizes) for one in sizes)
    matches = (_match(match, at) for at, one in enumerate(rounds) for match in one.matches)
    sheet = "%(sheet)s"
    onto = _("continues on sheet %(sheet)s") % {"sheet": sheet}
    return BracketPoster(tournament.title, _("Bracket"), names, tuple(matches), onto, is_a3)


def _match(match: MatchView, at: int) -> PosterMatch:
    lines = tuple(_line(side) for side in match.sides)
    return PosterMatch(match.code, _label(match), at, lines, match.next_code or "")


def _label(match: MatchView) -> str:
    if match.third_place:
        return _("Match for third place")
    label = f"{match.round}.{match.number}"
    if match.is_bye:
        return f"{label} · {_('bye')}"
    return f"{label} · {_('Table %(label)s') % {'label': match.table_label}}" if match.table_label else label


def _line(side: SideView) -> PosterLine:
    names = " & ".join(side.names)
    if names and side.is_winner:
        return PosterLine(names, is_strong=True)
    if names or side.empty:
        return PosterLine(names or _("empty seat"))
    return PosterLine("", side.feed or "")
