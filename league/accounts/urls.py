"""The addresses of accounts. The library looks for some of them under names of its own."""

from allauth.account import views as library
from django.contrib.auth.views import LogoutView
from django.urls import path, re_path

from league.accounts import allauth_views as views
from league.accounts import passkey_views, profile_views, token_views
from league.accounts import views as account_views
from league.http import languages

urlpatterns = [
    path("language/", languages.choose, name="language"),
    path("guest/", account_views.guest, name="guest"),
    path("sign-up/", account_views.sign_up, name="sign_up"),
    path("sign-up/", account_views.sign_up, name="account_signup"),
    path("log-in/", views.LogIn.as_view(), name="log_in"),
    path("log-in/", views.LogIn.as_view(), name="account_login"),
    path("log-in/code/", views.SecondFactor.as_view(), name="mfa_authenticate"),
    path("log-in/again/", views.PasswordAgain.as_view(), name="account_reauthenticate"),
    path("log-in/again/code/", views.CodeAgain.as_view(), name="mfa_reauthenticate"),
    path("log-in/again/passkey/", passkey_views.PasskeyAgain.as_view(), name="mfa_reauthenticate_webauthn"),
    path("log-in/passkey/", passkey_views.PasskeyAlone.as_view(), name="mfa_login_webauthn"),
    path("log-in/closed/", library.account_inactive, name="account_inactive"),
    path("log-out/", LogoutView.as_view(), name="log_out"),
    path("password/", views.Forgotten.as_view(), name="account_reset_password"),
    path("password/sent/", library.password_reset_done, name="account_reset_password_done"),
    path("password/done/", library.password_reset_from_key_done, name="account_reset_password_from_key_done"),
    re_path(
        "^password/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[^/]+)/$",
        views.NewPassword.as_view(),
        name="account_reset_password_from_key",
    ),
    path("e-mail/<str:key>/", views.ConfirmEmail.as_view(), name="account_confirm_email"),
    path("me/", profile_views.me, name="me"),
    path("me/", profile_views.me, name="mfa_index"),
    path("me/name/", profile_views.change_name, name="me_name"),
    path("me/privacy/", profile_views.change_privacy, name="me_privacy"),
    path("me/browsers/", profile_views.end_sessions, name="me_browsers"),
    path("me/tokens/", token_views.my_tokens, name="my_tokens"),
    path("me/tokens/<int:pk>/revoke/", token_views.my_token_revoke, name="my_token_revoke"),
    path("clubs/<slug:slug>/tokens/", token_views.club_tokens, name="club_tokens"),
    path(
        "clubs/<slug:slug>/tokens/<int:pk>/revoke/", token_views.club_token_revoke, name="club_token_revoke"
    ),
    path("me/password/", views.ChangePassword.as_view(), name="account_change_password"),
    path("me/password/first/", views.SetPassword.as_view(), name="account_set_password"),
    path("me/e-mail/", views.Email.as_view(), name="account_email"),
    path("me/second-factor/", views.SecondFactorOn.as_view(), name="mfa_activate_totp"),
    path("me/second-factor/off/", views.SecondFactorOff.as_view(), name="mfa_deactivate_totp"),
    path("me/passkeys/", passkey_views.Passkeys.as_view(), name="mfa_list_webauthn"),
    path("me/passkeys/<int:pk>/remove/", passkey_views.RemovePasskey.as_view(), name="mfa_remove_webauthn"),
    path("me/recovery-codes/", views.RecoveryCodes.as_view(), name="mfa_view_recovery_codes"),
    path("me/recovery-codes/new/", views.new_recovery_codes, name="mfa_generate_recovery_codes"),
    path("me/recovery-codes/file/", views.recovery_codes_file, name="mfa_download_recovery_codes"),
    path("me/delete/", account_views.delete, name="delete_account"),
]
