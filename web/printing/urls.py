"""Addresses of printed files; `subject` is a bulletin's topic or a key of `views.papers`."""

from django.urls import URLPattern, path

from web.printing import views

AT = "torneios/<slug:slug>/imprimir/"

urlpatterns: list[URLPattern] = [
    path(AT, views.printing, name="printing"),
    path(f"{AT}sumulas.pdf", views.sheets_file, name="printed_sheets"),
    path(f"{AT}sumulas-em-branco.pdf", views.blank_sheets_file, name="printed_blank_sheets"),
    path(f"{AT}pacote.zip", views.pack_file, name="offline_pack"),
    path(f"{AT}<str:subject>.pdf", views.paper_file, name="printed_paper"),
]
