"""A photo straight from a camera is larger than what may be sent: the browser makes it smaller first."""

import pytest
from django.urls import reverse
from PIL import Image
from playwright.sync_api import expect

from tests.cast import announced
from tests.fixtures.browser import PHONE, NewPage
from tests.pictures import written
from tests.servers.site import Site
from tests.web.phones import TOUCH, sign_in
from tournaments.models import EventPicture

SMALLER = """async (chosen) => {
  for (let tries = 0; tries < 300 && chosen.files[0].size > 2_000_000; tries += 1) {
    await new Promise((done) => setTimeout(done, 50));
  }
  return chosen.files[0].size <= 2_000_000;
}"""
DRAWN = "all => all.every(one => one.complete && one.naturalWidth > 0)"


def test_a_large_photo_is_sent_from_a_phone_and_stands_on_the_overview(
    live_site: Site, new_page: NewPage
) -> None:
    tournament = announced()
    large = written(Image.linear_gradient("L").resize((1600, 1200)).convert("RGB"), "PNG", compress_level=0)
    phone = new_page(**TOUCH)
    sign_in(phone, live_site, "ana")
    phone.goto(live_site.url(reverse("announcement", args=[tournament.slug])))
    phone.set_input_files("[name=picture]", {"name": "foto.png", "mimeType": "image/png", "buffer": large})
    assert phone.locator("[name=picture]").evaluate(SMALLER)
    phone.tap("#picture form .btn")
    expect(phone.locator("#picture .event-picture")).to_be_visible()
    assert EventPicture.objects.get().width == 640
    phone.goto(live_site.url(reverse("tournament", args=[tournament.slug])))
    shown = phone.locator(".event-picture")
    expect(shown).to_be_visible()
    assert shown.evaluate_all(DRAWN)
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@pytest.mark.parametrize("size", [(4000, 3000), (8160, 6120)], ids=["12 megapixels", "50 megapixels"])
def test_a_photo_of_a_phone_is_made_smaller_however_few_bytes_it_has(
    live_site: Site, new_page: NewPage, size: tuple[int, int]
) -> None:
    """Sent at once: the form waits until the photo is small."""
    tournament = announced()
    photo = written(Image.linear_gradient("L").resize(size).convert("RGB"), "JPEG", quality=40)
    phone = new_page(**TOUCH)
    sign_in(phone, live_site, "ana")
    phone.goto(live_site.url(reverse("announcement", args=[tournament.slug])))
    phone.set_input_files("[name=picture]", {"name": "foto.jpg", "mimeType": "image/jpeg", "buffer": photo})
    phone.tap("#picture form .btn")
    expect(phone.locator("#picture .event-picture")).to_be_visible(timeout=60_000)
    assert EventPicture.objects.get().width == 640
