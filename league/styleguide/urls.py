"""The address of the style guide."""

from django.urls import path

from league.styleguide import views

urlpatterns = [path("styleguide/", views.styleguide, name="styleguide")]
