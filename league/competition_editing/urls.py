"""The addresses where a competition is announced and edited."""

from django.urls import path

from league.competition_editing import views

urlpatterns = [
    path("clubs/<slug:slug>/competitions/new/", views.competition_new, name="competition_new"),
    path("clubs/<slug:slug>/competitions/outlook/", views.competition_outlook, name="competition_outlook"),
    path("competitions/<int:pk>/edit/", views.competition_edit, name="competition_edit"),
]
