"""A new password for a person who forgot theirs, by a link from the site's administrator."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import INTERNAL_RESET_SESSION_TOKEN, PasswordResetConfirmView
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse_lazy
from django.utils.translation import gettext as _

from accounts.password_links import use_link
from web.site.forms import NewPasswordForm


class NewPasswordView(PasswordResetConfirmView):
    """The page behind the link, which works once; the person then signs in, with a second factor if it is on.

    Django moves the secret from the address into the visitor's session before the form is shown.
    """

    template_name = "site/new_password.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("login")

    def form_valid(self, form: Any) -> HttpResponse:
        """Set the password unless the link was used just now, and say that sessions and keys ended."""
        token = self.request.session.pop(INTERNAL_RESET_SESSION_TOKEN, "")
        if not use_link(form.user, token, form.cleaned_data["new_password1"]):
            self.validlink = False
            return self.render_to_response(self.get_context_data())
        messages.success(
            self.request,
            _("The new password is set: sign in with it. All sessions are ended, and all keys are revoked."),
        )
        return redirect(self.success_url)

    def form_invalid(self, form: Any) -> HttpResponse:
        """Return 422, as for every refused form."""
        return self.render_to_response(self.get_context_data(form=form), status=form.status)

    def render_to_response(self, context: dict[str, Any], **options: Any) -> HttpResponse:
        """Render the page, with 404 if the link no longer works."""
        if not self.validlink:
            options["status"] = HTTPStatus.NOT_FOUND
        return super().render_to_response(context, **options)
