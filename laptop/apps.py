from django.apps import AppConfig


class LaptopConfig(AppConfig):
    name = "laptop"
