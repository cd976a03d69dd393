"""The settings of the suite: those of the site, but with passwords that take no time to check."""

from league.settings import *  # noqa: F403
from league.settings import PASSWORD_HASHERS

# The real ones are there, too: what was hashed for good is still understood.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *PASSWORD_HASHERS]
