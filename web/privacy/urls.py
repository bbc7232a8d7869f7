"""Addresses of personal data: information, download, erasure."""

from django.urls import URLPattern, path

from web.privacy import views

urlpatterns: list[URLPattern] = [
    path("privacidade/", views.privacy, name="privacy"),
    path("conta/dados/", views.show_privacy, name="own_data"),
    path("conta/dados/arquivo/", views.download, name="own_data_file"),
    path("conta/menor/", views.mark_oneself, name="mark_oneself"),
    path("torneios/<slug:slug>/inscricoes/menores/", views.entrants, name="minors"),
    path("conta/apagar/", views.forget, name="forget_me"),
]
