"""URLs of all pages: paths in Portuguese, names for `reverse()` in English.

Each package has its `urls.py`.
"""

from web.corrections import urls as corrections
from web.decks import urls as decks
from web.departures import urls as departures
from web.draw import urls as draw
from web.endings import urls as endings
from web.entries import urls as entries
from web.export import urls as export
from web.fees import urls as fees
from web.guide import urls as guide
from web.help import urls as help_calls
from web.kingdoms import urls as kingdoms
from web.matches import urls as matches
from web.now import urls as now
from web.penalties import urls as penalties
from web.planning import urls as planning
from web.play import urls as play
from web.printing import urls as printing
from web.privacy import urls as privacy
from web.public_pages import urls as public_pages
from web.record import urls as record
from web.regulation import urls as regulation
from web.reports import urls as reports
from web.setup import urls as setup
from web.share import urls as share
from web.sheets import urls as sheets
from web.site import urls as site
from web.standings import urls as standings
from web.tables import urls as tables
from web.types import urls as types
from web.write_queue import serialize_writes

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
    *draw.urlpatterns,
    *now.urlpatterns,
    *planning.urlpatterns,
    *penalties.urlpatterns,
    *corrections.urlpatterns,
    *guide.urlpatterns,
    *regulation.urlpatterns,
    *help_calls.urlpatterns,
    *reports.urlpatterns,
    *tables.urlpatterns,  # mesa/<token>/ has to come after all other mesa/…/
    *privacy.urlpatterns,
    *types.urlpatterns,
]

for _pattern in urlpatterns:
    if str(_pattern.pattern).startswith(ACTED_ON):
        _pattern.callback = serialize_writes(_pattern.callback)
