"""How passwords are kept."""

from typing import Final

from django.contrib.auth.hashers import Argon2PasswordHasher

__all__ = ["PasswordHasher"]

_MEBIBYTE: Final = 1024


class PasswordHasher(Argon2PasswordHasher):
    """Argon2id with the least memory that OWASP's Password Storage Cheat Sheet recommends.

    Django's own parameters take 100 MiB a password: a few people who log in at once would fill the memory of
    a small machine. A stored hash names its parameters, so they may change.
    """

    time_cost = 2
    memory_cost = 19 * _MEBIBYTE
    parallelism = 1
