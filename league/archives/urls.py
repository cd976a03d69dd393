"""The addresses of the archive about the visitor."""

from django.urls import path

from league.archives import views

urlpatterns = [
    path("me/data/", views.data, name="me_data"),
    path("me/data/file/", views.data_file, name="me_data_file"),
]
