"""The settings of the suite: those of the site, but with passwords that take no time to check."""

from league.settings import *  # noqa: F403

# The real ones are there, too: what was hashed for good is still understood.
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.MD5PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
