"""The addresses of accounts. The library looks for some of them under names of its own."""

from allauth.account import views as library
from django.contrib.auth.views import LogoutView
from django.urls import path, re_path

from league.accounts.views import account, log_in, passkeys, second_factor, sign_up, tokens, vacation
from league.http import languages

urlpatterns = [
    path("language/", languages.choose, name="language"),
    path("guest/", sign_up.guest, name="guest"),
    path("sign-up/", sign_up.sign_up, name="sign_up"),
    path("sign-up/", sign_up.sign_up, name="account_signup"),
    path("log-in/", log_in.LogIn.as_view(), name="log_in"),
    path("log-in/", log_in.LogIn.as_view(), name="account_login"),
    path("log-in/code/", second_factor.SecondFactor.as_view(), name="mfa_authenticate"),
    path("log-in/again/", log_in.PasswordAgain.as_view(), name="account_reauthenticate"),
    path("log-in/again/code/", second_factor.CodeAgain.as_view(), name="mfa_reauthenticate"),
    path("log-in/again/passkey/", passkeys.PasskeyAgain.as_view(), name="mfa_reauthenticate_webauthn"),
    path("log-in/passkey/", passkeys.PasskeyAlone.as_view(), name="mfa_login_webauthn"),
    path("log-in/closed/", library.account_inactive, name="account_inactive"),
    path("log-out/", LogoutView.as_view(), name="log_out"),
    path("password/", log_in.Forgotten.as_view(), name="account_reset_password"),
    path("password/sent/", library.password_reset_done, name="account_reset_password_done"),
    path("password/done/", library.password_reset_from_key_done, name="account_reset_password_from_key_done"),
    re_path(
        "^password/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[^/]+)/$",
        log_in.NewPassword.as_view(),
        name="account_reset_password_from_key",
    ),
    path("e-mail/<str:key>/", log_in.ConfirmEmail.as_view(), name="account_confirm_email"),
    path("me/", account.me, name="me"),
    path("me/", account.me, name="mfa_index"),
    path("me/name/", account.change_name, name="me_name"),
    path("me/privacy/", account.change_privacy, name="me_privacy"),
    path("me/browsers/", account.end_sessions, name="me_browsers"),
    path("me/vacation/", vacation.vacation, name="vacation"),
    path("me/tokens/", tokens.my_tokens, name="my_tokens"),
    path("me/tokens/<int:pk>/revoke/", tokens.my_token_revoke, name="my_token_revoke"),
    path("clubs/<slug:slug>/tokens/", tokens.club_tokens, name="club_tokens"),
    path("clubs/<slug:slug>/tokens/<int:pk>/revoke/", tokens.club_token_revoke, name="club_token_revoke"),
    path("me/password/", log_in.ChangePassword.as_view(), name="account_change_password"),
    path("me/password/first/", log_in.SetPassword.as_view(), name="account_set_password"),
    path("me/e-mail/", log_in.Email.as_view(), name="account_email"),
    path("me/second-factor/", second_factor.SecondFactorOn.as_view(), name="mfa_activate_totp"),
    path("me/second-factor/off/", second_factor.SecondFactorOff.as_view(), name="mfa_deactivate_totp"),
    path("me/passkeys/", passkeys.Passkeys.as_view(), name="mfa_list_webauthn"),
    path("me/passkeys/<int:pk>/remove/", passkeys.RemovePasskey.as_view(), name="mfa_remove_webauthn"),
    path("me/recovery-codes/", second_factor.RecoveryCodes.as_view(), name="mfa_view_recovery_codes"),
    path("me/recovery-codes/new/", second_factor.new_recovery_codes, name="mfa_generate_recovery_codes"),
    path("me/recovery-codes/file/", second_factor.recovery_codes_file, name="mfa_download_recovery_codes"),
    path("me/delete/", account.delete, name="delete_account"),
]
