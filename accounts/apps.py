from importlib import import_module

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.utils.translation import gettext_lazy as _

from accounts.signing_in.password_given import note_given


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        """Let a sign-in store when the password was given, and a new password enqueue a notice by mail."""
        import_module("accounts.mail.sending")
        user_logged_in.connect(note_given, dispatch_uid="password_given")
