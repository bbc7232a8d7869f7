from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class OperatingConfig(AppConfig):
    name = "operating"
    verbose_name = pgettext_lazy("app", "Operation")
