"""The log-in, passwords and e-mail addresses: the views of django-allauth with our statuses."""

from typing import Any

from allauth.account import views as account
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse_lazy
from django.utils import timezone
from django.utils.translation import ngettext
from django.views import View

from league.accounts import tokens
from league.accounts.responses import FormStatus


class LogIn(FormStatus, account.LoginView):
    """The log-in name or e-mail address and the password."""

    def get_context_data(self, **facts: Any) -> dict[str, Any]:
        """Let the links in the head of the page lead on to the wanted page, too."""
        shown: dict[str, Any] = super().get_context_data(**facts)
        return shown | {"come_back_to": shown.get("redirect_field_value")}


class PasswordAgain(FormStatus, account.ReauthenticateView):
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
            count = tokens.revoke_all(form.user, at=timezone.now())
            sentence = ngettext("{n} token revoked.", "{n} tokens revoked.", count)
            messages.success(self.request, sentence.format(n=count))
        return response


class ChangePassword(AfterSignUp, EndingTokens, FormStatus, account.PasswordChangeView):
    """Another password; guests have none."""


class SetPassword(AfterSignUp, account.PasswordSetView):
    """A first password: guests give it with a log-in name, and who has one is led to where it is changed."""


class Forgotten(FormStatus, account.PasswordResetView):
    """Send a link with which a new password can be set."""


class NewPassword(EndingTokens, FormStatus, account.PasswordResetFromKeyView):
    """Set a new password after the link."""


class Email(AfterSignUp, FormStatus, account.EmailView):
    """A first or another e-mail address; it counts once it is confirmed."""

    success_url = reverse_lazy("account_email")


class ConfirmEmail(account.ConfirmEmailView):
    """The link in a letter, and the button behind it."""
