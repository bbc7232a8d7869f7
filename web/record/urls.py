"""The record of a tournament to read and download, and what verifies it."""

from django.urls import URLPattern, path

from web.record import checker, download, heads

AT = "torneios/<slug:slug>/registro/"

urlpatterns: list[URLPattern] = [
    path(AT, download.record, name="record"),
    path(f"{AT}conferir/", download.record_page, name="record_page"),
    path(f"{AT}cabeca/", download.head, name="record_head"),
    path(f"{AT}textos/", download.texts, name="record_texts"),
    path(f"{AT}pessoas/", download.people, name="record_people"),
    path("registros/", heads.show, name="heads"),
    path("check.pyz", checker.check_pyz, name="check_pyz"),
]
