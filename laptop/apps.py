from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class LaptopConfig(AppConfig):
    name = "laptop"
    verbose_name = pgettext_lazy("app", "Laptop")
