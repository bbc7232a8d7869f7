"""Addresses of what is sent to a group, and of what is printed."""

from django.urls import URLPattern, path

from web.share import printing, views

AT = "torneios/<slug:slug>/mandar/"
PAPER = "torneios/<slug:slug>/imprimir/"

urlpatterns: list[URLPattern] = [
    path(AT, views.share, name="share"),
    path(f"{AT}<str:subject>-<int:number>.png", views.picture_file, name="share_picture"),
    path(PAPER, printing.printing, name="printing"),
    path(f"{PAPER}sumulas.pdf", printing.sheets_file, name="printed_sheets"),
    path(f"{PAPER}sumulas-em-branco.pdf", printing.blank_sheets_file, name="printed_blank_sheets"),
    path(f"{PAPER}<str:subject>.pdf", printing.bulletin_paper, name="printed_bulletin"),
]
