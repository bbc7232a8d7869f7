"""Addresses of bulletins for a group chat."""

from django.urls import URLPattern, path

from web.share import embed, feeds, views

AT = "torneios/<slug:slug>/mandar/"

urlpatterns: list[URLPattern] = [
    path(AT, views.share, name="share"),
    path(f"{AT}<str:subject>-<int:number>.png", views.picture_file, name="share_picture"),
    *feeds.urlpatterns,
    *embed.urlpatterns,
]
