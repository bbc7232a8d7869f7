"""The groups of the stage before the bracket, and who is in which."""

from collections.abc import Mapping

from tournaments.match_views.versioned_cache import cache_version
from tournaments.models import Stage, Tournament
from tournaments.stages.rounds import Groups, numbers_by_entry


def dealt_groups(tournament: Tournament) -> Groups:
    """Return the codes of the entries of each group; empty without groups, and before their draw.

    Cached for the version of the record; no query if no groups are planned.
    """
    return _cached_groups(tournament) if any("groups" in stage for stage in tournament.stages) else ()


def group_numbers(tournament: Tournament) -> Mapping[str, int]:
    """Return the number of each entry's group by its code, from 1; {} without groups. Cached as those."""
    groups = dealt_groups(tournament)
    return numbers_by_entry(groups) if groups else {}


@cache_version
def _cached_groups(tournament: Tournament) -> Groups:
    return read_groups(tournament) or ()


def read_groups(tournament: Tournament) -> Groups | None:
    """Read the groups as they were dealt; None before the first round, and for a stage without groups."""
    return Stage.objects.filter(tournament=tournament).values_list("groups", flat=True).first()
