"""Settings that are addresses: wrong ones end the start of every server."""

import pytest

from config.checked_settings import site_webhooks, trusted_origins

SITE = "https://torneios.example"


@pytest.mark.parametrize("url", ["ftp://chama.example/", "chama.example", f"{SITE}/{'x' * 300}"])
def test_a_webhook_of_the_site_that_is_no_address_ends_the_start(url: str) -> None:
    assert site_webhooks([f"{SITE}/"]) == [f"{SITE}/"]
    with pytest.raises(SystemExit, match="SITE_WEBHOOKS"):
        site_webhooks([f"{SITE}/", url])


@pytest.mark.parametrize("origin", ["torneios.example", "https://", "//torneios.example"])
def test_an_origin_without_scheme_or_host_ends_the_start(origin: str) -> None:
    with pytest.raises(SystemExit, match="CSRF_TRUSTED_ORIGINS"):
        trusted_origins([origin])


def test_a_slash_after_an_origin_is_dropped_since_links_are_appended() -> None:
    assert trusted_origins([f"{SITE}/", "https://*.example"]) == [SITE, "https://*.example"]
