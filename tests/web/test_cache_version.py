"""A part that is cached for a version knows nothing of the reader who was the first to see it."""

import re

import pytest
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from django.utils import translation

from core.db.transactions import read_snapshot
from tests.cast import START, ana, announced, browser, caio, fresh
from tournaments.entries.enter import add_entry
from tournaments.inputs import NewEntry

SKIP = {"en": "Skip to the content", "pt-br": "Ir direto ao conteúdo"}


PART = (
    "{% load i18n cache_version %}{% cache_version part with shown %}"
    "{% translate 'Sign in' %} {{ shown }} {{ tournament.slug }} {{ who }}{% endcache_version %}"
)


@pytest.mark.django_db
def test_a_part_is_drawn_once_a_version_of_the_variables_that_it_names() -> None:
    template, tournament = Template(PART), announced()

    def drawn(part: str, shown: str, language: str = "en") -> str:
        context = Context({"tournament": fresh(tournament), "part": part, "shown": shown, "who": "ana"})
        with translation.override(language), read_snapshot():
            return template.render(context)

    first = f"Sign in A {tournament.slug} "
    assert drawn("a", "A") == drawn("a", "B") == first
    assert drawn("b", "B") == f"Sign in B {tournament.slug} "
    assert drawn("a", "C", "pt-br") == f"Entrar C {tournament.slug} "
    add_entry(tournament, entry=NewEntry(("Nova",)), by=ana(), now=START)
    assert drawn("a", "D") == f"Sign in D {tournament.slug} "


@pytest.mark.django_db
def test_what_was_read_at_another_moment_keeps_nothing() -> None:
    template, tournament = Template(PART), announced()
    shown = [template.render(Context({"tournament": tournament, "part": "a", "shown": one})) for one in "AB"]
    assert shown[0] != shown[1]


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
