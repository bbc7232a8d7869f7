"""What players say of their own match, and the cards on the tables."""

from django.urls import URLPattern, path

from web.views import kingdoms_phone, reports, table_cards, table_count_phone, table_phone

AT = "torneios/<slug:slug>/"
MATCH = f"{AT}partidas/<str:code>/"

urlpatterns: list[URLPattern] = [
    path(f"{MATCH}relato/", reports.report, name="match_report"),
    path(f"{MATCH}relato/conferir/", reports.check, name="match_report_check"),
    path(f"{MATCH}relato/retirar/", reports.retract, name="match_report_retract"),
    path(f"{MATCH}contestar/", reports.flag, name="match_flag"),
    path(f"{MATCH}lugares/", table_cards.free, name="match_free_seats"),
    path(f"{AT}mesas/cartoes/", table_cards.cards, name="table_cards"),
    path("mesa/", table_phone.table, name="table_phone"),
    path("mesa/sentar/", table_phone.sit, name="table_sit"),
    path("mesa/levantar/", table_phone.stand, name="table_stand"),
    path("mesa/reinos/", kingdoms_phone.table_kingdoms, name="table_kingdoms"),
    path("mesa/relato/", table_phone.report, name="table_report"),
    path("mesa/conferir/", table_phone.check, name="table_report_check"),
    path("mesa/retirar/", table_phone.retract, name="table_report_retract"),
    path("mesa/contestar/", table_phone.flag, name="table_flag"),
    path("mesa/contagem/", table_count_phone.phone_count, name="phone_count"),
    path("mesa/contagem/toque/", table_count_phone.phone_tap, name="phone_tap"),
    path("mesa/<str:token>/", table_phone.scan, name="table_card"),
]
