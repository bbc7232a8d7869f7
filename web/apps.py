from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class WebConfig(AppConfig):
    name = "web"
    verbose_name = pgettext_lazy("app", "Pages")
