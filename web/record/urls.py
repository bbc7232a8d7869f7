"""Addresses of a tournament's record: to read, to download, to verify."""

from django.urls import URLPattern, path

from web.record import views

AT = "torneios/<slug:slug>/registro/"

urlpatterns: list[URLPattern] = [
    path(AT, views.record, name="record"),
    path(f"{AT}conferir/", views.record_page, name="record_page"),
    path(f"{AT}cabeca/", views.head, name="record_head"),
    path(f"{AT}textos/", views.texts, name="record_texts"),
    path(f"{AT}pessoas/", views.people, name="record_people"),
    path("registros/", views.show_heads, name="heads"),
    path("check.pyz", views.check_pyz, name="check_pyz"),
]
