"""Addresses of the day: what is on now, the tables, the end, the record."""

from django.urls import URLPattern, path

from web.views.play import breaks, calling, start_called
from web.views.record import download
from web.views.sheets import paper
from web.views.standings import finish
from web.views.tables import hall, look_after

AT = "torneios/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path(f"{AT}painel/chamar/", start_called.open_now, name="open_calls"),
    path(f"{AT}painel/iniciar/", start_called.start_all, name="start_called"),
    path(f"{AT}pausas/", breaks.breaks, name="breaks"),
    path(f"{AT}chamadas/", calling.calling_page, name="calling"),
    path(f"{AT}mesas/<str:label>/juiz/", look_after.look_after, name="look_after"),
    path(f"{AT}mesas/", hall.tables, name="tables"),
    path(f"{AT}encerrar/", finish.finish, name="finish"),
    path(f"{AT}papel/", paper.paper, name="paper"),
    path(f"{AT}papel/<str:code>/", paper.paper_sheet, name="paper_sheet"),
    path(f"{AT}papel/<str:code>/conferir/", paper.paper_check, name="paper_check"),
    path(f"{AT}registro/", download.record, name="record"),
    path(f"{AT}registro/conferir/", download.record_page, name="record_page"),
    path(f"{AT}registro/cabeca/", download.head, name="record_head"),
    path(f"{AT}registro/textos/", download.texts, name="record_texts"),
    path(f"{AT}registro/pessoas/", download.people, name="record_people"),
]
