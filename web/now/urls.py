"""Addresses of the pages “Now” and “Organize”."""

from django.urls import URLPattern, path

from web.now import organize, views

AT = "torneios/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path(f"{AT}painel/", views.now, name="now"),
    path(f"{AT}organizar/", organize.organize, name="organize"),
    path(f"{AT}painel/mesa/", views.table_jump, name="table_jump"),
    path(f"{AT}painel/chamar-assim-mesmo/", views.call_blocked, name="call_blocked"),
    path(f"{AT}painel/outra-pessoa/", views.separate, name="separate_person"),
]
