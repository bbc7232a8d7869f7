"""URLs of all pages: paths in Portuguese, names for `reverse()` in English.

A room declares its own: at the end of its module or of its `views.py`, if it has many pages in `urls.py`.
"""

from web import (
    decks,
    endings,
    export,
    fees,
    guide,
    notices,
    penalties,
    printing,
    privacy,
    public_pages,
    regulation,
    webhooks,
)
from web import help as help_calls
from web.corrections import views as corrections
from web.departures import views as departures
from web.draw import views as draw
from web.entries import urls as entries
from web.http.write_queue import serialize_writes
from web.kingdoms import views as kingdoms
from web.matches import urls as matches
from web.now import urls as now
from web.planning import views as planning
from web.play import urls as play
from web.record import views as record
from web.reports import views as reports
from web.setup import urls as setup
from web.share import urls as share
from web.sheets import urls as sheets
from web.site import urls as site
from web.stages import urls as stages
from web.standings import urls as standings
from web.tables import urls as tables
from web.types import types

ACTED_ON = ("torneios/<slug:slug>/", "mesa/")  # paths under a tournament, and under a table by its card

urlpatterns = [  # the first match wins; most-read pages come first
    *setup.urlpatterns,  # torneios/novo/ has to match before a slug
    *endings.urlpatterns,  # torneios/lixeira/ too
    *public_pages.urlpatterns,
    *matches.urlpatterns,
    *sheets.urlpatterns,
    *play.urlpatterns,
    *kingdoms.urlpatterns,
    *site.urlpatterns,
    *standings.urlpatterns,
    *record.urlpatterns,
    *share.urlpatterns,
    *printing.urlpatterns,
    *export.urlpatterns,
    *entries.urlpatterns,
    *fees.urlpatterns,
    *departures.urlpatterns,
    *decks.urlpatterns,
    *notices.urlpatterns,
    *draw.urlpatterns,
    *stages.urlpatterns,
    *now.urlpatterns,
    *planning.urlpatterns,
    *penalties.urlpatterns,
    *corrections.urlpatterns,
    *guide.urlpatterns,
    *regulation.urlpatterns,
    *help_calls.urlpatterns,
    *webhooks.urlpatterns,
    *reports.urlpatterns,
    *tables.urlpatterns,  # mesa/<token>/ has to come after all other mesa/…/
    *privacy.urlpatterns,
    *types.urlpatterns,
]

for _pattern in urlpatterns:
    if str(_pattern.pattern).startswith(ACTED_ON):
        _pattern.callback = serialize_writes(_pattern.callback)
