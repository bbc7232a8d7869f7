"""Addresses of players' reports, by account."""

from django.urls import URLPattern, path

from web.reports import by_account

MATCH = "torneios/<slug:slug>/partidas/<str:code>/"

urlpatterns: list[URLPattern] = [
    path(f"{MATCH}relato/", by_account.report, name="match_report"),
    path(f"{MATCH}relato/conferir/", by_account.check, name="match_report_check"),
    path(f"{MATCH}relato/retirar/", by_account.retract, name="match_report_retract"),
    path(f"{MATCH}contestar/", by_account.flag, name="match_flag"),
]
