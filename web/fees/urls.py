"""Addresses of entry fees."""

from django.urls import URLPattern, path

from web.fees import views

AT = "torneios/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path(f"{AT}taxas/", views.fees, name="fees"),
    path(f"{AT}pagar/", views.pay_fee, name="pay_fee"),
]
