"""The addresses of devices and of the app."""

from django.urls import path

from league.devices import views

urlpatterns = [
    path("me/devices/", views.my_devices, name="my_devices"),
    path("me/devices/<int:pk>/remove/", views.my_device_remove, name="my_device_remove"),
    path("app.webmanifest", views.manifest, name="app_manifest"),
    path("service-worker.js", views.service_worker, name="service_worker"),
    path("offline/", views.offline, name="offline"),
]
