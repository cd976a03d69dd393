"""Pages of accounts that are the library's, with our templates and statuses."""

from typing import Any

from allauth.account import views as account
from allauth.mfa.base import views as second_factor
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes import views as recovery
from allauth.mfa.totp import views as totp
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect
from django.urls import reverse_lazy
from django.utils import timezone
from django.utils.translation import ngettext
from django.views import View

from league import tokens
from league.people.answers import Answering


class LogIn(Answering, account.LoginView):
    """The log-in name or e-mail address and the password."""


class PasswordAgain(Answering, account.ReauthenticateView):
    """The password once more, before something that matters."""


class AfterSignUp(View):
    """Guests sign up first: a password or an address alone logs nobody in."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Lead guests to the sign-up."""
        user = request.user
        if isinstance(user, User) and not user.has_usable_password():
            return redirect("sign_up")
        return super().dispatch(request, *args, **kwargs)


class EndingTokens:
    """Revokes tokens with a new password where that was ticked, and says how many."""

    request: HttpRequest

    def form_valid(self, form: Any) -> HttpResponse:
        """Set the password first."""
        response: HttpResponse = super().form_valid(form)  # type: ignore[misc]  # of FormView
        if form.cleaned_data.get("end_tokens"):
            many = tokens.revoke_all(form.user, at=timezone.now())
            said = ngettext("{n} token is revoked.", "{n} tokens are revoked.", many)
            messages.success(self.request, said.format(n=many))
        return response


class ChangePassword(EndingTokens, Answering, account.PasswordChangeView):
    """Another password."""


class SetPassword(AfterSignUp, account.PasswordSetView):
    """A first password: guests give it with a log-in name, and who has one is led to where it is changed."""


class Forgotten(Answering, account.PasswordResetView):
    """Send a link with which a new password can be set."""


class NewPassword(EndingTokens, Answering, account.PasswordResetFromKeyView):
    """Set a new password after the link."""


class Email(AfterSignUp, Answering, account.EmailView):
    """A first or another e-mail address; it counts once it is confirmed."""

    success_url = reverse_lazy("account_email")


class ConfirmEmail(account.ConfirmEmailView):
    """The link in a letter, and the button behind it."""


class SecondFactor(Answering, second_factor.AuthenticateView):
    """The code, or a passkey, after the password."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Take a form with neither as one with an empty code."""
        if request.method == "POST" and not {"code", "credential"} & request.POST.keys():
            request.POST = QueryDict("code=")
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say whether there is a passkey to be asked for."""
        has_passkey = is_mfa_enabled(self.stage.login.user, [Authenticator.Type.WEBAUTHN])
        return {**super().get_context_data(**kwargs), "has_passkey": has_passkey}


class CodeAgain(Answering, second_factor.ReauthenticateView):
    """The code once more, before something that matters."""


class SecondFactorOn(Answering, totp.ActivateTOTPView):
    """The QR code for the app, and the first code of the app."""

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Show the recovery codes to whoever has a second factor already, such as by a double click."""
        if is_mfa_enabled(request.user, [Authenticator.Type.TOTP]):
            return redirect("mfa_view_recovery_codes")
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response

    def form_valid(self, form: ActivateTOTPForm) -> HttpResponse:
        """Switch it on once."""
        try:
            response: HttpResponse = super().form_valid(form)
        except IntegrityError:
            return redirect("mfa_view_recovery_codes")
        return response


class SecondFactorOff(Answering, totp.DeactivateTOTPView):
    """Take the second factor away."""

    success_url = reverse_lazy("me")


recovery_codes = recovery.view_recovery_codes
recovery_codes_file = recovery.download_recovery_codes
new_recovery_codes = recovery.generate_recovery_codes
