from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class SimulationConfig(AppConfig):
    name = "simulation"
    verbose_name = pgettext_lazy("app", "Simulation")
