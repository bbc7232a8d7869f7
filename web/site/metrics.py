"""Figures for Prometheus; the address exists for the networks of `METRICS_FROM` only."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse

from core.http.callers import comes_from
from operating.metrics import shared
from operating.metrics.gauges import gauges
from operating.metrics.registry import everything
from operating.metrics.text import MEDIA_TYPE, text


def metrics(request: HttpRequest) -> HttpResponse:
    """Everything that is counted and measured; 404 for everybody else."""
    if not comes_from(request, settings.METRICS_FROM):
        raise Http404
    said = text(everything, shared.total(), gauges())
    return HttpResponse(said, content_type=MEDIA_TYPE, headers={"Cache-Control": "no-store"})
