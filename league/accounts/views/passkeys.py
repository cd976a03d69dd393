"""The pages of passkeys: keys in a device, or plugged into it, with which users log in."""

from typing import Any, Final

from allauth.core.internal import ratelimit
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import views as library
from allauth.mfa.webauthn.internal import auth
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse_lazy

from league.accounts.responses import FormStatus, led_to_log_in, status_of, too_many
from league.accounts.views.log_in import AfterSignUp
from league.accounts.views.second_factor import behind_second_factor

_BEGIN: Final = "webauthn_begin"


class Passkeys(AfterSignUp, FormStatus, library.AddWebAuthnView):
    """The passkeys of the user, and a new one."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Return the passkeys with what the browser needs to make another."""
        own = Authenticator.objects.filter(user=self.request.user, type=Authenticator.Type.WEBAUTHN)
        return {**super().get_context_data(**kwargs), **kwargs, "passkeys": own.order_by("pk")}

    def get_success_url(self) -> str:
        """Return the next page."""
        return behind_second_factor(self.request, has_new_codes=self.did_generate_recovery_codes)


class RemovePasskey(library.RemoveWebAuthnView):
    """Remove a passkey."""

    success_url = reverse_lazy("mfa_list_webauthn")


class PasskeyAgain(library.ReauthenticateWebAuthnView):
    """A passkey once more, before something that matters."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Return what the browser needs, with the form that did not fit."""
        return {**super().get_context_data(**kwargs), **kwargs}

    def form_invalid(self, form: Any) -> HttpResponse:
        """Ask again on the same page; the library leads to the log-in."""
        response: HttpResponse = self.render_to_response(
            self.get_context_data(form=form), status=status_of(form)
        )
        return response


class PasskeyAlone(library.LoginWebAuthnView):
    """A passkey in the place of name and password: what the browser needs, and what it sends."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:  # noqa: ARG002 - the library's
        """Answer with what the browser needs. The number of answers is limited: a session stores each."""
        if not ratelimit.consume(
            request, app="allauth.mfa", action=_BEGIN, config={_BEGIN: "120/m/ip"}, limit_get=True
        ):
            return too_many(request)
        return JsonResponse(auth.begin_authentication())

    def form_invalid(self, form: Any) -> HttpResponse:
        """Lead to the log-in with the error; it goes on to `next` from there."""
        super().form_invalid(form)
        return led_to_log_in(self.request.POST.get("next", ""))
