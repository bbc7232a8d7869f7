"""The record's number that a form's page had shown when it was filled in."""

from django.http import HttpRequest

from core.text import number_in


def seen(request: HttpRequest) -> int | None:
    """The form's hidden `seen`; None where it does not say."""
    return number_in(request.POST.get("seen"))
