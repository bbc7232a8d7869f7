from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in

from accounts.password_given import note_given


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        """Whoever signs in has given the password."""
        user_logged_in.connect(note_given, dispatch_uid="password_given")
