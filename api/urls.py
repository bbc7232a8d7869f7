"""Addresses of the API: version 1, its description, and the page that explains it."""

from django.urls import include, path, re_path

from api.docs import Description, Docs, Nowhere
from api.v1.views.root import Root

urlpatterns = [
    path("", Root.as_view(schema=None)),
    path("v1/", include("api.v1.urls")),
    path("schema/", Description.as_view(), name="schema"),
    path("docs/", Docs.as_view(), name="api_docs"),
    re_path(r".*", Nowhere.as_view()),
]
