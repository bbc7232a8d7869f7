"""What a language of the site brings with it, and what readers see that is not in theirs."""

import re
from datetime import date

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import override_settings
from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import to_locale

from laptop import answers
from tests.cast import browser
from tools.scripts import catalog

pytestmark = pytest.mark.django_db
CODES = [code for code, _name in settings.LANGUAGES]
SWITCH = re.compile(r'name="language" value="([^"]+)" lang="([^"]+)"( aria-current="true")?>([^<]+)<')
ANOTHER = [*settings.LANGUAGES, ("fr", "Français")]


def test_every_language_has_its_catalog_and_every_catalog_its_language() -> None:
    held = {path.parents[1].name for path in catalog.CATALOGS}
    assert held == {to_locale(code) for code in CODES} - {"en"}


@pytest.mark.parametrize("language", CODES)
def test_the_switch_offers_each_language_by_its_own_name(language: str) -> None:
    found = SWITCH.findall(browser(language=language).get(reverse("rules")).content.decode())
    assert [(code, name) for code, _lang, _current, name in found] == settings.LANGUAGES
    assert [code for code, _lang, current, _name in found if current] == [language]


@pytest.mark.parametrize("language", CODES)
def test_a_shared_page_says_its_language_and_country(language: str) -> None:
    page = browser(language=language).get(reverse("rules")).content.decode()
    (said,) = re.findall(r'property="og:locale" content="([a-z]{2}_[A-Z]{2})"', page)
    assert said[:2] == language[:2]


@override_settings(LANGUAGES=ANOTHER)
def test_rule_texts_that_a_language_does_not_have_are_portuguese_and_say_so() -> None:
    address = reverse("rules_game", args=["chama"])
    page = browser(language="fr").get(address, {"tudo": "1"}).content.decode()
    assert '<html lang="fr">' in page
    assert page.count('<div class="rule-text" lang="pt-br">') == page.count("<article") > 0
    own = browser(language="pt-br").get(address, {"tudo": "1"}).content.decode()
    assert '<div class="rule-text">' in own
    assert '<div class="rule-text" lang' not in own


@pytest.mark.parametrize("told", ["pt-br", "en"])
def test_a_typed_text_is_marked_where_the_page_is_in_another_language(told: str) -> None:
    invented = {"title": "Fortaleza", "how": "", "told": {"text": "Cinco.", "language": told}}
    with translation.override("en"):
        shown = render_to_string(
            "regulation/_clauses.html", {"invented": invented, "tournament": {"game": "chama"}}
        )
    assert ('dir="auto" lang="pt-br"' in shown) == (told == "pt-br")


@pytest.mark.parametrize("words", [answers.busy_sentence, answers.sign_in_sentence])
def test_what_the_laptop_s_server_says_itself_is_in_every_language(words: answers.Words) -> None:
    told = re.findall(r'<p lang="([^"]+)">([^<]+)', answers.page(words).decode())
    assert [code for code, _text in told] == CODES
    assert len({text for _code, text in told}) == len(CODES)


@pytest.mark.parametrize(
    ("language", "told"),
    [("pt-br", "25 de novembro de 2026"), ("es", "25 de noviembre de 2026"), ("en", "Nov. 25, 2026")],
)
def test_a_date_reads_as_people_write_it(language: str, told: str) -> None:
    with translation.override(language):
        assert date_format(date(2026, 11, 25), "DATE_FORMAT") == told
