"""Addresses of the pages, in Portuguese; names for `reverse()` in English. Each room has its `urls.py`."""

from web.corrections import urls as corrections
from web.decks import urls as decks
from web.departures import urls as departures
from web.draw import urls as draw
from web.endings import urls as endings
from web.entries import urls as entries
from web.guide import urls as guide
from web.help import urls as help_calls
from web.kingdoms import urls as kingdoms
from web.now import urls as now
from web.penalties import urls as penalties
from web.planning import urls as planning
from web.privacy import urls as privacy
from web.routes import matches, public_pages, regulation, reports, setup, site, types
from web.routes import now as tables
from web.turns import taking_turns

ACTED_ON = ("torneios/<slug:slug>/", "mesa/")  # a tournament, and a table by its card

urlpatterns = [  # the first match wins; pages that are read most come first
    *setup.urlpatterns,  # torneios/novo/ before any slug
    *endings.urlpatterns,  # torneios/lixeira/ too
    *public_pages.urlpatterns,
    *matches.urlpatterns,
    *kingdoms.urlpatterns,
    *site.urlpatterns,
    *entries.urlpatterns,
    *departures.urlpatterns,
    *decks.urlpatterns,
    *draw.urlpatterns,
    *now.urlpatterns,
    *tables.urlpatterns,
    *planning.urlpatterns,
    *penalties.urlpatterns,
    *corrections.urlpatterns,
    *guide.urlpatterns,
    *regulation.urlpatterns,
    *help_calls.urlpatterns,
    *reports.urlpatterns,  # mesa/<token>/ after every other mesa/…/
    *privacy.urlpatterns,
    *types.urlpatterns,
]

for _pattern in urlpatterns:
    if str(_pattern.pattern).startswith(ACTED_ON):
        _pattern.callback = taking_turns(_pattern.callback)
