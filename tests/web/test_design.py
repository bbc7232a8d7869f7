"""The face of our pages: made at set-up, small enough for a first view, with our suits in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import reverse
from fontTools.ttLib import TTFont
from playwright.sync_api import Page

from core.look import FACE, face
from core.look.suits import SIGNS
from rulesets.games.chama.words import PICTURES
from tests import cast
from tests.fixtures.browser import NewPage
from tests.servers.site import Site
from web.templatetags.motifs import pyramid_cards

MAX_BYTES = 100_000  # bytes of a first view
NAMES = "Conceição Ñuñez Müller Łukasz Šárka Ağaoğlu"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The face, made anew."""
    target = tmp_path_factory.mktemp("face") / FACE.name
    assert face.make(target) <= face.LARGEST
    return target


def test_the_face_has_every_name_s_letters_and_our_suits_and_its_licence(made: Path) -> None:
    known = TTFont(made).getBestCmap()
    assert [letter for letter in NAMES + "".join(SIGNS.values()) if ord(letter) not in known] == []
    assert "SIL Open Font License" in made.with_name(face.LICENSE.name).read_text(encoding="utf-8")


def test_the_same_packages_give_the_same_bytes(made: Path, tmp_path: Path) -> None:
    again = tmp_path / FACE.name
    face.make(again)
    assert again.read_bytes() == made.read_bytes()


def test_a_face_that_a_first_view_cannot_afford_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(face, "LARGEST", 1_000)
    with pytest.raises(face.TooLarge):
        face.make(tmp_path / FACE.name)
    assert not (tmp_path / FACE.name).exists()


def test_the_ornament_has_six_realms_in_three_rows() -> None:
    drawn = list(pyramid_cards("irmiii"))
    assert [card.state for card in drawn[:3]] == ["intact", "razed", "missing"]
    assert len({(card.x, card.y) for card in drawn}) == 6
    assert len({card.y for card in drawn}) == 3


@pytest.mark.django_db
def test_the_rules_show_formations_as_the_rules_protect_them() -> None:
    exposed = [drawn.exposed for drawn in PICTURES["formation"]]
    assert exposed == [("A",), ("B", "C"), ("C", "D")]
    page = cast.browser(language="en").get(reverse("rules_chapter", args=["chama", "formacao"]))
    assert page.content.decode().count('class="pyramid pyramid-small"') == len(exposed)


@pytest.mark.django_db
def test_the_design_has_a_page_in_each_language() -> None:
    for language in ("pt-br", "en"):
        assert cast.browser(language=language).get(reverse("design")).status_code == 200


@pytest.mark.django_db
def test_a_champion_stands_alone_and_the_others_beside() -> None:
    tournament = cast.finished(8, ranked=True)
    page = cast.browser().get(reverse("tournament", args=[tournament.slug]))
    assert page.context["champion"].place == 1
    assert page.context["podium"][0].place > 1
    assert page.content.decode().count('class="moment"') == 1


def received(page: Page, address: str) -> int:
    """Bytes that a browser which was never here gets to show a page."""
    client = page.context.new_cdp_session(page)
    sizes: list[int] = []
    client.send("Network.enable")
    client.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(address, wait_until="networkidle")
    return sum(sizes)


def addresses() -> Iterator[str]:
    """Pages that people open first."""
    tournament = cast.finished(8, ranked=True)
    yield from (reverse("home"), reverse("design"), reverse("rules"))
    yield from (reverse(name, args=[tournament.slug]) for name in ("tournament", "bracket", "standing"))


def test_a_first_view_stays_small(live_site: Site, new_page: NewPage) -> None:
    heavy: dict[str, int] = {}
    for path in addresses():
        page = new_page()
        size = received(page, live_site.url(path))
        assert page.evaluate("document.fonts.check('700 20px \"Chama Display\"')"), path
        heavy |= {path: size} if size > MAX_BYTES else {}
        page.context.close()
    assert heavy == {}
