"""Whatever address a form is sent to, it can be opened and reloaded: it leads to a page."""

from collections.abc import Iterator

import pytest
from django import forms
from django.forms.widgets import HiddenInput
from django.urls import reverse

from tests.cast import ana, browser, running
from tests.route_values import ROUTE_VALUES
from web.service_form import ServiceForm
from web.urls import urlpatterns

pytestmark = pytest.mark.django_db

WITHOUT_PAGE = {"logout", "set_language"}  # they always lead away


def test_every_address_answers_who_opens_it() -> None:
    tournament, reader = running(), browser(ana())
    match = tournament.ledger.matches.all()[0]
    known = {**ROUTE_VALUES, "slug": tournament.slug, "code": match.code}
    routes = [route for route in urlpatterns if route.name not in WITHOUT_PAGE]
    opened = {}
    for route in routes:
        wanted = {name: known[name] for name in route.pattern.converters}
        opened[route.name] = reader.get(reverse(str(route.name), kwargs=wanted)).status_code
    assert len(opened) > 70
    assert {name: status for name, status in opened.items() if status == 405} == {}


def _forms(base: type[ServiceForm]) -> Iterator[type[ServiceForm]]:
    """The product's own; other tests have forms without words."""
    for form in base.__subclasses__():
        if form.__module__.startswith("web."):
            yield form
        yield from _forms(form)


def test_every_field_that_is_shown_has_its_own_words() -> None:
    unnamed = [
        f"{form.__name__}.{name}"
        for form in _forms(ServiceForm)
        for name, field in form.base_fields.items()
        if not field.label and not isinstance(field.widget, HiddenInput | forms.MultipleHiddenInput)
    ]
    assert unnamed == []


def test_a_refused_hidden_field_is_not_named() -> None:
    tournament = running()
    match = tournament.ledger.matches.filter(state="playing")[0]
    posted = {"ended_by": "win_condition", "winner": "1", "report": "x" * 200, "seen": "many"}
    answer = browser(ana()).post(reverse("sheet", args=[tournament.slug, match.code]), posted)
    assert answer.status_code == 422
    assert {"report", "seen"} <= set(answer.context["form"].errors)
    html = answer.content.decode()
    assert ">Report</a>" not in html
    assert ">Seen</a>" not in html
