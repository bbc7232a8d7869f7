"""Before the entries are closed: when does the day end, with other tables, sizes, limits and shapes?"""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from scheduling.what_if import WhatIf, present_size, strengths, what_if
from tournaments.models import Tournament
from web.forms.planning import WhatIfForm
from web.pages import form_page
from web.visits import visiting


@require_safe
def planning(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything side by side, for `?inscricoes=` entries on `?mesas=` tables; at first for what is there."""
    visit = visiting(request, slug, "coordinate")
    tournament = visit.tournament
    form = WhatIfForm(request.GET or _there(tournament))
    found: list[WhatIf] = []
    form.run(lambda: found.append(_asked(tournament, form)))
    shown = found[0] if found else None
    context = {
        **visit.context("planning"),
        "form": form,
        "what": shown,
        "shapes": list(zip(shown.shapes, strengths(shown.shapes), strict=True)) if shown else [],
    }
    return form_page(request, "planning/what_if.html", context)


def _asked(tournament: Tournament, form: WhatIfForm) -> WhatIf:
    data = form.cleaned_data
    return what_if(tournament, entries=data["inscricoes"], tables=data["mesas"], moment=timezone.now())


def _there(tournament: Tournament) -> dict[str, int]:
    entries, tables = present_size(tournament)
    return {"inscricoes": entries, "mesas": tables}
