"""Addresses of the API: version 1, its description, and the page that explains it."""

from django.urls import include, path, re_path

from api.docs import DescriptionApiView, Docs, NotFoundApiView
from api.v1.root import RootApiView

urlpatterns = [
    path("", RootApiView.as_view(schema=None)),
    path("v1/", include("api.v1.urls")),
    path("schema/", DescriptionApiView.as_view(), name="schema"),
    path("docs/", Docs.as_view(), name="api_docs"),
    re_path(r".*", NotFoundApiView.as_view()),
]
