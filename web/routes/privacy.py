"""What is kept of people, and one's own data."""

from django.urls import URLPattern, path

from web.views.privacy import minors, own_data

urlpatterns: list[URLPattern] = [
    path("privacidade/", own_data.privacy, name="privacy"),
    path("conta/dados/", own_data.show, name="own_data"),
    path("conta/dados/arquivo/", own_data.download, name="own_data_file"),
    path("conta/menor/", minors.mark_oneself, name="mark_oneself"),
    path("torneios/<slug:slug>/inscricoes/menores/", minors.entrants, name="minors"),
    path("conta/apagar/", own_data.forget, name="forget_me"),
]
