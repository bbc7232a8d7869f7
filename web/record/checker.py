"""The independent checker of records, to download beside them."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from core.http.rate_limit import Purpose
from records.checker_file import NAME, checker_file
from web.limiting import limited


@require_safe
@limited(Purpose.COSTLY)
def check_pyz(request: HttpRequest) -> HttpResponse:
    """`check.pyz`, the same bytes that `make check.pyz` writes."""
    response = HttpResponse(checker_file(), content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{NAME}"'
    return response
