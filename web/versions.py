"""The record's number that a page had shown to whoever now sends a form."""

from django.http import HttpRequest


def seen(request: HttpRequest) -> int | None:
    """The form's hidden `seen`; None where it does not say."""
    text = request.POST.get("seen", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
