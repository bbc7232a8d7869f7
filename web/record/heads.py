"""The signed heads of all public records, so that readers can prove a later change."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from core.http.rate_limit import Purpose
from core.record.signing import public_key
from core.text import number_in
from records.heads import public_heads
from web.limiting import limited
from web.pages import at_one_moment
from web.pagination import Page

A_PAGE = 50
PAGE = "pagina"


@require_safe
@limited(Purpose.COSTLY)
@at_one_moment
def show(request: HttpRequest) -> HttpResponse:
    """Page by page, the record with the latest line first."""
    found = public_heads()
    last = max(1, -(-found.count() // A_PAGE))
    shown = min(max(1, number_in(request.GET.get(PAGE), 5) or 1), last)
    page = Page(list(found[(shown - 1) * A_PAGE : shown * A_PAGE]), shown, last)
    return render(request, "record/heads.html", {"page": page, "key": public_key()})
