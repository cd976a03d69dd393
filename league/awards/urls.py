"""The address of the closing."""

from django.urls import path

from league.awards import views

urlpatterns = [path("competitions/<int:pk>/closing/", views.closing, name="competition_closing")]
