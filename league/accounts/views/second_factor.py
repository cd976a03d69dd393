"""Second factors and recovery codes: the views of django-allauth with our statuses.

The library checks each code, and refuses one that was used before.
"""

from typing import Any

from allauth.account.internal.stagekit import LOGIN_SESSION_KEY
from allauth.account.utils import get_next_redirect_url, passthrough_next_redirect_url
from allauth.mfa.base import views as second_factor
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes import views as recovery
from allauth.mfa.totp import views as totp
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect
from django.urls import reverse, reverse_lazy

from league.accounts.responses import FormStatus, led_to_log_in


class SecondFactor(FormStatus, second_factor.AuthenticateView):
    """The code, or a passkey, after the password."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Treat a form with neither as one with an empty code; lead to the log-in after a timeout."""
        if request.method == "POST" and not {"code", "credential"} & request.POST.keys():
            request.POST = QueryDict("code=")
        log_in = request.session.get(LOGIN_SESSION_KEY) or {}
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        if isinstance(response, HttpResponseRedirect) and response.url == reverse("account_login"):
            return led_to_log_in(log_in.get("redirect_url") or "")
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Return the context, with the kinds of second factors that the user has."""
        own = Authenticator.objects.filter(user=self.stage.login.user)
        kinds = {*own.values_list("type", flat=True)}
        asked = {
            "has_passkey": Authenticator.Type.WEBAUTHN in kinds,
            "has_app": Authenticator.Type.TOTP in kinds,
        }
        return {**super().get_context_data(**kwargs), **asked}


class CodeAgain(FormStatus, second_factor.ReauthenticateView):
    """The code once more, before something that matters."""


class SecondFactorOn(FormStatus, totp.ActivateTOTPView):
    """The QR code for the app, and the first code of the app."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Show the recovery codes to users who have a second factor already, such as after a double click."""
        if is_mfa_enabled(request.user, [Authenticator.Type.TOTP]):
            return redirect(to_recovery_codes(request))
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response

    def form_valid(self, form: ActivateTOTPForm) -> HttpResponse:
        """Switch it on once."""
        try:
            response: HttpResponse = super().form_valid(form)
        except IntegrityError:
            return redirect(to_recovery_codes(self.request))
        return response

    def get_success_url(self) -> str:
        """Return the next page."""
        return behind_second_factor(self.request, has_new_codes=self.did_generate_recovery_codes)


class SecondFactorOff(FormStatus, totp.DeactivateTOTPView):
    """Take the second factor away."""

    success_url = reverse_lazy("me")


class RecoveryCodes(recovery.ViewRecoveryCodesView):
    """The recovery codes, and the way back to what a second factor was needed for."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Return the context, with the page that was wanted before the second factor was switched on."""
        wanted = get_next_redirect_url(self.request)
        return {**super().get_context_data(**kwargs), "wanted": wanted}


def to_recovery_codes(request: HttpRequest) -> str:
    """Return the address of the recovery codes, with the page of this site that was wanted before."""
    address: str = passthrough_next_redirect_url(
        request, reverse("mfa_view_recovery_codes"), REDIRECT_FIELD_NAME
    )
    return address


def behind_second_factor(request: HttpRequest, *, has_new_codes: bool) -> str:
    """Return the page after a second factor was added: new recovery codes, or the page wanted before."""
    return to_recovery_codes(request) if has_new_codes else get_next_redirect_url(request) or reverse("me")


recovery_codes_file = recovery.download_recovery_codes
new_recovery_codes = recovery.generate_recovery_codes
