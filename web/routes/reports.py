"""What players say of their own match, and the cards on the tables."""

from django.urls import URLPattern, path

from web.views.kingdoms.phone import table_kingdoms
from web.views.play.count_phone import phone_count, phone_tap
from web.views.reports.by_account import check, flag, report, retract
from web.views.tables import phone
from web.views.tables.cards import cards, free

AT = "torneios/<slug:slug>/"
MATCH = f"{AT}partidas/<str:code>/"

urlpatterns: list[URLPattern] = [
    path(f"{MATCH}relato/", report, name="match_report"),
    path(f"{MATCH}relato/conferir/", check, name="match_report_check"),
    path(f"{MATCH}relato/retirar/", retract, name="match_report_retract"),
    path(f"{MATCH}contestar/", flag, name="match_flag"),
    path(f"{MATCH}lugares/", free, name="match_free_seats"),
    path(f"{AT}mesas/cartoes/", cards, name="table_cards"),
    path("mesa/", phone.table, name="table_phone"),
    path("mesa/sentar/", phone.sit, name="table_sit"),
    path("mesa/levantar/", phone.stand, name="table_stand"),
    path("mesa/reinos/", table_kingdoms, name="table_kingdoms"),
    path("mesa/relato/", phone.report, name="table_report"),
    path("mesa/conferir/", phone.check, name="table_report_check"),
    path("mesa/retirar/", phone.retract, name="table_report_retract"),
    path("mesa/contestar/", phone.flag, name="table_flag"),
    path("mesa/contagem/", phone_count, name="phone_count"),
    path("mesa/contagem/toque/", phone_tap, name="phone_tap"),
    path("mesa/<str:token>/", phone.scan, name="table_card"),
]
