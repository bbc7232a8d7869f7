"""The record's number that a page had shown to whoever now sends a form."""

from django.http import HttpRequest

from core.numbers import number_in


def seen(request: HttpRequest) -> int | None:
    """The form's hidden `seen`; None where it does not say."""
    return number_in(request.POST.get("seen"))
