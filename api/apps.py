from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class ApiConfig(AppConfig):
    name = "api"
    verbose_name = pgettext_lazy("app", "API")
