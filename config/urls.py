"""URL prefixes of administration, API and pages."""

from django.contrib import admin
from django.urls import include, path

from web.site.accounts import admin_sign_in

handler404 = "web.http.errors.not_found"
urlpatterns = [
    path("admin/login/", admin_sign_in),
    path("admin/", admin.site.urls),
    path("api/", include("api.urls")),
    path("", include("web.urls")),
]
