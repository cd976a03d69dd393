"""The addresses of the API, all under `/api/v1/`."""

from django.urls import path, re_path

from league.api import root
from league.api.accounts import urls as account_urls
from league.api.clubs import urls as club_urls
from league.api.competitions import urls as competition_urls
from league.api.docs.views import docs
from league.api.openapi import views
from league.api.tables import urls as table_urls

urlpatterns = [
    path("", root.RootView.as_view(), name="api_root"),
    path("docs/", docs, name="api_docs"),
    path("schema/", views.SchemaView.as_view(), name="api_schema"),
    *table_urls.urlpatterns,
    *competition_urls.urlpatterns,
    *club_urls.urlpatterns,
    *account_urls.urlpatterns,
    re_path(r"^[\s\S]*$", root.NowhereView.as_view(), name="api_nowhere"),
]
