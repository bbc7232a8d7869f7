"""Addresses of a tournament's regulation."""

from django.urls import URLPattern, path

from web.views import regulation

urlpatterns: list[URLPattern] = [
    path("torneios/<slug:slug>/regulamento/", regulation.regulation, name="regulation"),
    path("torneios/<slug:slug>/regulamento/decisoes/", regulation.ruling, name="ruling"),
]
