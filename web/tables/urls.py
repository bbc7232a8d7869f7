"""Addresses of the hall's tables for staff, and of a table's own page behind its card."""

from django.urls import URLPattern, path

from web.tables import cards, hall, look_after, phone

AT = "torneios/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path(f"{AT}mesas/", hall.tables, name="tables"),
    path(f"{AT}mesas/cartoes/", cards.cards, name="table_cards"),
    path(f"{AT}mesas/<str:label>/juiz/", look_after.look_after, name="look_after"),
    path(f"{AT}partidas/<str:code>/lugares/", cards.release_seats, name="match_free_seats"),
    path("mesa/", phone.table, name="table_phone"),
    path("mesa/sentar/", phone.sit, name="table_sit"),
    path("mesa/levantar/", phone.stand, name="table_stand"),
    path("mesa/relato/", phone.report, name="table_report"),
    path("mesa/conferir/", phone.check, name="table_report_check"),
    path("mesa/retirar/", phone.retract, name="table_report_retract"),
    path("mesa/contestar/", phone.flag, name="table_flag"),
    path("mesa/<str:token>/", phone.scan, name="table_card"),
]
