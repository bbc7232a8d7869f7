"""The guide to the rules: every chapter in both languages, contents, neighbours, search, print."""

import re

import pytest
from django.urls import reverse

from matches.models import Match
from rulesets.games.chama.game import CHAMA
from rulesets.guide import chapters
from rulesets.names import variant_notes
from rulesets.registry import GAMES
from tests.cast import ana, browser, drawn, running
from web.templatetags.guide import topic_of

PAGES = [(game, chapter.key) for game in GAMES for chapter in chapters(game, "en")]


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_every_game_and_every_chapter_has_its_page(language: str) -> None:
    who = browser(language=language)
    first = who.get(reverse("rules"))
    assert [shelf.key for shelf in first.context["shelves"]] == list(GAMES)
    for game, key in PAGES:
        page = who.get(reverse("rules_chapter", args=[game, topic_of(game, key)]))
        assert page.status_code == 200
        assert page.context["chapter"].title in page.content.decode().replace("&#x27;", "'")


@pytest.mark.parametrize(("language", "told"), [("es", True), ("pt-br", False), ("en", False)])
def test_spanish_readers_are_told_that_the_texts_are_portuguese(language: str, told: bool) -> None:
    who, chapter = browser(language=language), ["chama", topic_of("chama", "turn")]
    for address in (
        reverse("rules"),
        reverse("rules_game", args=["chama"]),
        reverse("rules_chapter", args=chapter),
    ):
        page = who.get(address)
        assert ("Los textos de las reglas están en portugués." in page.content.decode()) is told


@pytest.mark.parametrize(("key", "marked"), [("points", True), ("turn", False)])
def test_a_chapter_explains_its_mark_for_house_interpretations(key: str, marked: bool) -> None:
    address = reverse("rules_chapter", args=["chama", topic_of("chama", key)])
    page = browser(language="pt-br").get(address).content.decode()
    assert ("(casa)" in page) is ("(casa): interpretação da casa" in page) is marked


def test_chapters_lead_from_one_to_the_next() -> None:
    who, walked = browser(language="en"), []
    url = reverse("rules_chapter", args=["chama", topic_of("chama", chapters("chama", "en")[0].key)])
    while url:
        page = who.get(url)
        walked.append(page.context["chapter"].key)
        after = page.context["after"]
        url = reverse("rules_chapter", args=["chama", topic_of("chama", after.key)]) if after else ""
    assert walked == [chapter.key for chapter in chapters("chama", "en")]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_a_whole_game_stands_on_one_page_with_every_anchor_once(game: str, language: str) -> None:
    html = browser(language=language).get(reverse("rules_game", args=[game]), {"tudo": "1"}).content.decode()
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    wanted = [h.anchor for chapter in chapters(game, language) for h in chapter.headings]
    wanted += [chapter.anchor for chapter in chapters(game, language)]
    assert set(wanted) <= set(ids)


def test_a_search_finds_words_without_their_accents_and_links_to_the_place() -> None:
    page = browser(language="pt-br").get(reverse("rules_game", args=["chama"]), {"busca": "ARMISTICIO"})
    found = page.context["found"]
    assert found
    assert any(hit.hit.casefold() == "armistício" for hit in found)
    html = page.content.decode()
    assert all(f"#{hit.heading.anchor}" in html for hit in found)


@pytest.mark.parametrize("words", ["<script>", "x" * 500, "ß İ ﬁ", "zzzz", "  "])
def test_a_search_bears_anything(words: str) -> None:
    page = browser(language="en").get(reverse("rules_game", args=["castelo"]), {"busca": words})
    assert page.status_code == 200
    assert b"<script>" not in page.content.split(b"<main")[1]


@pytest.mark.parametrize(
    ("game", "topic"), [("xadrez", "turno"), ("chama", "nada"), ("chama", "turn"), ("chama", "common")]
)
def test_what_is_not_there_is_not_found(game: str, topic: str) -> None:
    assert browser().get(reverse("rules_chapter", args=[game, topic])).status_code == 404


@pytest.mark.django_db
def test_the_new_tournament_form_leads_to_each_type_and_variant() -> None:
    html = browser(ana()).get(reverse("tournament_new")).content.decode()
    for key in [*(kind.key for kind in CHAMA.kinds), *(variant.key for variant in CHAMA.variants)]:
        assert reverse("rules_chapter", args=["chama", key]) in html


@pytest.mark.django_db
def test_a_match_leads_to_the_rules_that_it_is_played_under() -> None:
    tournament = drawn(4, variants=("xisum",), time_limit=40)
    match = Match.objects.filter(ledger=tournament.ledger_id).first()
    assert match is not None
    html = browser().get(reverse("match", args=[tournament.slug, match.code])).content.decode()
    for topic in ("campeonato", "xisum", "tempo"):
        assert reverse("rules_chapter", args=["chama", topic]) in html
    assert reverse("regulation", args=[tournament.slug]) in html


@pytest.mark.django_db
@pytest.mark.parametrize(("variants", "notes"), [((), 0), (("xisum",), 1), (("aliados", "xisum"), 2)])
def test_the_sheet_says_what_the_variants_change_in_the_count(variants: tuple[str, ...], notes: int) -> None:
    tournament = running(4, variants=variants)
    match = Match.objects.filter(ledger=tournament.ledger_id, state="playing").first()
    assert match is not None
    html = browser(ana()).get(reverse("match", args=[tournament.slug, match.code])).content.decode()
    assert sum(note in html for note in variant_notes(["aliados", "xisum"])) == notes
