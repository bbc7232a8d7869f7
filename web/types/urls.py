"""Addresses of invented types."""

from django.urls import URLPattern, path

from web.types import types

ONE = "tipos/<slug:game>/<slug:key>/<int:version>/"

urlpatterns: list[URLPattern] = [
    path("tipos/", types.types, name="types"),
    path("tipos/novo/", types.type_new, name="type_new"),
    path("tipos/previa/", types.type_preview, name="type_preview"),
    path("tipos/meus/", types.types_mine, name="types_mine"),
    path("tipos/revisao/", types.types_review, name="types_review"),
    path(ONE, types.type_page, name="type"),
    path(f"{ONE}mudar/", types.type_edit, name="type_edit"),
]
