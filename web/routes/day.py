"""Addresses of the day: what is on now, the tables, the end, the record."""

from django.urls import URLPattern, path

from web.views import day, day_breaks, day_finish, day_record, day_starting, day_tables, paper

AT = "torneios/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path(f"{AT}painel/", day.now, name="now"),
    path(f"{AT}painel/chamar/", day_starting.open_now, name="open_calls"),
    path(f"{AT}painel/iniciar/", day_starting.start_all, name="start_called"),
    path(f"{AT}pausas/", day_breaks.breaks, name="breaks"),
    path(f"{AT}mesas/", day_tables.tables, name="tables"),
    path(f"{AT}encerrar/", day_finish.finish, name="finish"),
    path(f"{AT}papel/", paper.paper, name="paper"),
    path(f"{AT}papel/<str:code>/", paper.paper_sheet, name="paper_sheet"),
    path(f"{AT}papel/<str:code>/conferir/", paper.paper_check, name="paper_check"),
    path(f"{AT}registro/", day_record.record, name="record"),
    path(f"{AT}registro/conferir/", day_record.record_page, name="record_page"),
    path(f"{AT}registro/textos/", day_record.texts, name="record_texts"),
    path(f"{AT}registro/pessoas/", day_record.people, name="record_people"),
]
