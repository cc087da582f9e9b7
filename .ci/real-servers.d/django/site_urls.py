from django.http import HttpResponse
from django.urls import include, path

urlpatterns = [
    path("accounts/", include("allauth.urls")),
    path("o/", include("oauth2_provider.urls", namespace="oauth2_provider")),
    path("done/", lambda request: HttpResponse("<!doctype html><title>Done</title><h1>Done</h1>")),
]
