"""An address that was asked for before leads where it led, and one request knows nothing of another."""

import pytest
from django.urls import Resolver404, include, path, resolve

from web.resolving import MOST, RememberingResolver

SLUGS = ("um", "outro")


def test_it_leads_where_django_s_own_would() -> None:
    ours, plain = RememberingResolver("web.urls"), path("", include("web.urls"))
    for address in ("", "torneios/um/", "torneios/outro/partidas/m1/", "torneios/novo/", "conta/"):
        for found in (ours.resolve(address), ours.resolve(address)):
            expected = plain.resolve(address)
            assert expected is not None
            assert found.func.__name__ == expected.func.__name__
            assert (found.kwargs, found.view_name, found.route) == (
                expected.kwargs,
                expected.view_name,
                expected.route,
            )


def test_what_a_request_does_with_its_match_is_its_own() -> None:
    first = resolve("/torneios/um/")
    first.kwargs["slug"] = "outro"
    assert [resolve(f"/torneios/{slug}/").kwargs for slug in SLUGS] == [{"slug": slug} for slug in SLUGS]


def test_only_so_much_is_remembered_and_nothing_of_what_does_not_exist() -> None:
    ours = RememberingResolver("web.urls")
    for number in range(MOST + 9):
        ours.resolve(f"torneios/t{number}/")
        with pytest.raises(Resolver404):
            ours.resolve(f"nada/{number}")
    assert ours.known.cache_info().currsize == MOST
