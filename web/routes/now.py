"""Addresses of the day: what is on now, the tables, the end, the record."""

from django.urls import URLPattern, path

from web.views.now.control_page import now
from web.views.play.breaks import breaks
from web.views.play.start_called import open_now, start_all
from web.views.record.download import people, record, record_page, texts
from web.views.sheets import paper
from web.views.standings.finish import finish
from web.views.tables.hall import tables

AT = "torneios/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path(f"{AT}painel/", now, name="now"),
    path(f"{AT}painel/chamar/", open_now, name="open_calls"),
    path(f"{AT}painel/iniciar/", start_all, name="start_called"),
    path(f"{AT}pausas/", breaks, name="breaks"),
    path(f"{AT}mesas/", tables, name="tables"),
    path(f"{AT}encerrar/", finish, name="finish"),
    path(f"{AT}papel/", paper.paper, name="paper"),
    path(f"{AT}papel/<str:code>/", paper.paper_sheet, name="paper_sheet"),
    path(f"{AT}papel/<str:code>/conferir/", paper.paper_check, name="paper_check"),
    path(f"{AT}registro/", record, name="record"),
    path(f"{AT}registro/conferir/", record_page, name="record_page"),
    path(f"{AT}registro/textos/", texts, name="record_texts"),
    path(f"{AT}registro/pessoas/", people, name="record_people"),
]
