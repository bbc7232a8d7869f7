"""What players say of their own match, whom they ask for, and the cards on the tables."""

from django.urls import URLPattern, path

from web.views.play import count_phone
from web.views.reports import by_account
from web.views.tables import cards
from web.views.tables import phone as table_phone

AT = "torneios/<slug:slug>/"
MATCH = f"{AT}partidas/<str:code>/"

urlpatterns: list[URLPattern] = [
    path(f"{MATCH}relato/", by_account.report, name="match_report"),
    path(f"{MATCH}relato/conferir/", by_account.check, name="match_report_check"),
    path(f"{MATCH}relato/retirar/", by_account.retract, name="match_report_retract"),
    path(f"{MATCH}contestar/", by_account.flag, name="match_flag"),
    path(f"{MATCH}lugares/", cards.free, name="match_free_seats"),
    path(f"{AT}mesas/cartoes/", cards.cards, name="table_cards"),
    path("mesa/", table_phone.table, name="table_phone"),
    path("mesa/sentar/", table_phone.sit, name="table_sit"),
    path("mesa/levantar/", table_phone.stand, name="table_stand"),
    path("mesa/relato/", table_phone.report, name="table_report"),
    path("mesa/conferir/", table_phone.check, name="table_report_check"),
    path("mesa/retirar/", table_phone.retract, name="table_report_retract"),
    path("mesa/contestar/", table_phone.flag, name="table_flag"),
    path("mesa/contagem/", count_phone.phone_count, name="phone_count"),
    path("mesa/contagem/toque/", count_phone.phone_tap, name="phone_tap"),
    path("mesa/<str:token>/", table_phone.scan, name="table_card"),
]
