"""What the forms of a tournament’s facts post in tests, and the codes they answer."""

from typing import Any

from django.urls import reverse

from tests import cast
from tournaments.models import Tournament

NEW = "/torneios/novo/"


def typed(**changed: Any) -> dict[str, Any]:
    """What an organizer types for a plain tournament."""
    plain = {
        "game": "chama", "kind": "campeonato", "name": "Mariapaulista", "year": "2026", "multiplier": "1",
        "zone": "America/Sao_Paulo", "tables": "4",
    }  # fmt: skip
    return {**plain, **changed}


def codes(response: Any) -> set[str]:
    """The machine codes on the page's form."""
    found: set[str] = response.context["form"].codes
    return found


def edit_url(tournament: Tournament) -> str:
    """Where its facts are changed."""
    return reverse("tournament_edit", args=[tournament.slug])


def preview(**parts: Any) -> str:
    """The fragment that shows the title."""
    response = cast.browser().get(reverse("title_preview"), parts, headers=HTMX)
    assert response.status_code == 200
    text = response.content.decode()
    assert "<html" not in text
    return text


HTMX = {"hx-request": "true"}
