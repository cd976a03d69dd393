"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("", include("games.urls")),
    path("", include("league.page_urls")),
    path("admin/", admin.site.urls),
]
