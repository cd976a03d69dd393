"""How passwords are kept in the database."""

import pytest
from django.contrib.auth.hashers import identify_hasher, make_password
from django.contrib.auth.models import User
from django.test import Client

from league.settings import PASSWORD_HASHERS

PASSWORD = "blue-seven-and-a-skip"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _as_on_a_site(settings):
    settings.PASSWORD_HASHERS = PASSWORD_HASHERS


def log_in() -> Client:
    client = Client()
    client.post("/log-in/", {"login": "ana", "password": PASSWORD})
    return client


def test_a_password_is_hashed_with_the_memory_that_is_recommended():
    facts = identify_hasher(make_password(PASSWORD)).safe_summary(make_password(PASSWORD))
    assert {
        str(name): value
        for name, value in facts.items()
        if str(name) in {"variety", "memory cost", "time cost"}
    } == {
        "variety": "argon2id",
        "memory cost": 19_456,
        "time cost": 2,
    }


def test_an_older_hash_lets_its_owner_in_and_is_replaced():
    user = User.objects.create(username="ana", password=make_password(PASSWORD, hasher="pbkdf2_sha256"))
    assert log_in().session["_auth_user_id"] == str(user.pk)
    user.refresh_from_db()
    assert user.password.startswith("argon2$argon2id$")
    assert log_in().session["_auth_user_id"] == str(user.pk)
