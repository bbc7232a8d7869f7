"""Names of namesakes after the draw: read again when an entry comes, leaves or exchanges a member."""

from matches.models import Entry
from matches.namesakes import has_namesakes
from tournaments.act import ActContext, shown_otherwise
from tournaments.models import State


def renew_names(ctx: ActContext, entry: Entry) -> None:
    """Make pages read all names again if this entry has namesakes.

    Club or number stands beside a name while two live entries share it, so matches of the other entry change
    that no line of the record names. Before the draw there are no such matches.
    """
    if ctx.tournament.state != State.PREPARING and has_namesakes(entry):
        shown_otherwise(ctx)
