from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class RecordsConfig(AppConfig):
    name = "records"
    verbose_name = pgettext_lazy("app", "Records")
