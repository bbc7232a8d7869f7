"""Open Graph tags: the preview that messengers show for a link to a page.

They are cached with the page under the version of the record. Pages are shared by all readers, so absolute
addresses use the site's own origin, never that of the request.
"""

from collections.abc import Iterator

from django import template
from django.templatetags.static import static
from django.utils.html import strip_tags
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.http.origin import site_origin
from tournaments.entries.waiting_list import free_places
from tournaments.models import State, Tournament
from tournaments.standings.selectors import champions
from web import labels
from web.templatetags.chama import start_time

register = template.Library()

IMAGE = "icons/share.png"
DETAILS = " · "


register.simple_tag(site_origin)


@register.simple_tag
def share_image() -> str:
    """Return the full address of the picture in the preview; "" if the site does not know its own address."""
    origin = site_origin()
    return f"{origin}{static(IMAGE)}" if origin else ""


@register.simple_tag
def share_text(tournament: Tournament, is_brief: object = "") -> str:
    """Return state, start and venue in one line; unless brief, with free places or the champion (a query)."""
    asked = () if is_brief else _places_or_champion(tournament)
    return DETAILS.join(filter(None, (*_details(tournament), *asked)))


def _details(tournament: Tournament) -> Iterator[str]:
    """Yield state, start and venue for the preview of a link; some may be empty."""
    if tournament.state != State.PREPARING:
        yield str(labels.TOURNAMENT_STATES[tournament.state])
    yield strip_tags(start_time(tournament, "zoned"))
    yield tournament.venue


def _places_or_champion(tournament: Tournament) -> Iterator[str]:
    """Yield the free places before the draw, or the champion at the end; nothing in between."""
    if tournament.state == State.PREPARING:
        yield _free_places(tournament)
    if tournament.state == State.FINISHED and (won := champions(tournament)):
        yield _("Champion: %(names)s") % {"names": " & ".join(won)}


def _free_places(tournament: Tournament) -> str:
    """Return the number of free places in words, or that entries are open or full."""
    free = free_places(tournament)
    if free is None:
        return _("Entries are open")
    if free < 1:
        return _("All places are taken; there is a waiting list")
    return ngettext("%(free)d place left", "%(free)d places left", free) % {"free": free}
