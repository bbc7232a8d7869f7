"""Addresses of a tournament's regulation and of the coordinator's rulings."""

from django.urls import URLPattern, path

from web.regulation import views

AT = "torneios/<slug:slug>/regulamento/"

urlpatterns: list[URLPattern] = [
    path(AT, views.regulation, name="regulation"),
    path(f"{AT}decisoes/", views.ruling, name="ruling"),
]
