"""What is drawn once in each language knows nothing of whoever was the first to see it."""

import re

import pytest
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.cast import ana, browser, caio

SKIP = {"en": "Skip to the content", "pt-br": "Ir direto ao conteúdo"}
ONCE = "{% load i18n once %}{% once %}{% translate 'Sign in' %}{{ who }}{% csrf_token %}{% endonce %}"


def test_no_variable_of_a_page_has_a_value_there() -> None:
    template = Template(ONCE)
    context = Context({"who": "ana", "csrf_token": "secret"})
    with translation.override("en"):
        assert template.render(context) == template.render(Context()) == "Sign in"


def test_each_language_has_its_own() -> None:
    template = Template(ONCE)
    drawn: dict[str, str] = {}
    for language in ("en", "pt-br", "en"):
        with translation.override(language):
            drawn.setdefault(language, template.render(Context()))
            assert template.render(Context()) == drawn[language]
    assert drawn == {"en": "Sign in", "pt-br": "Entrar"}


@pytest.mark.django_db
def test_the_frame_is_each_reader_s_own_after_another_and_in_the_language_asked_for() -> None:
    for who, language in ((ana(), "en"), (caio(), "pt-br"), (ana(), "pt-br")):
        page = browser(who, language=language).get(reverse("account")).content.decode()
        assert who.user
        assert f'data-person="{who.user.username}"' in page
        assert SKIP[language] in page
        assert re.findall(r'lang="([^"]+)" aria-current="true"', page) == [language]
        assert "/regras/" in page
    assert "data-person" not in Client().get(reverse("rules")).content.decode()
