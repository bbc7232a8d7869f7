from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class RulesetsConfig(AppConfig):
    name = "rulesets"
    verbose_name = pgettext_lazy("app", "Rules")
