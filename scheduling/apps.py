from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class SchedulingConfig(AppConfig):
    name = "scheduling"
    verbose_name = pgettext_lazy("app", "Planning")
