"""People with accounts for tests: made quickly, logged in through the page."""

import re

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.core import mail
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from games.models import Player
from league.notifications import account_emails as waiting

PASSWORD = "seven red cards"


def somebody(name: str, *, email: str = "", is_verified: bool = True) -> User:
    """Make a person with an account; the log-in name is the name in small letters."""
    user = User.objects.create(
        username=name.lower(), first_name=name, password=make_password(PASSWORD), email=email
    )
    Player.objects.create(user=user, name=name)
    if email:
        EmailAddress.objects.create(user=user, email=email, verified=is_verified, primary=is_verified)
    return user


def log_in(client: Client, login: str, password: str = PASSWORD, **facts: object) -> HttpResponse:
    return client.post("/log-in/", {"login": login, "password": password}, **facts)


def is_in(client: Client) -> bool:
    return client.get("/me/").status_code == 200


def letters() -> list[mail.EmailMessage]:
    """What was sent so far, once a worker has been at the letters that waited."""
    waiting.send_waiting(now=timezone.now)
    return mail.outbox


def link_in(letter: mail.EmailMessage) -> str:
    """The path of the first link in a letter."""
    match = re.search(r"http://testserver(/\S+/)\n", letter.body)
    assert match, letter.body
    return match[1]
