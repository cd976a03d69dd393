"""Every number and text that a page may send has an end, as what programs send (test_bodies_have_ends)."""

from collections.abc import Iterator
from inspect import getmembers, isclass

import pytest
from allauth.core.context import request_context
from django import forms
from django.test import RequestFactory
from django.urls import get_resolver

from league.accounts import forms as of_accounts

WITH_LIMITS_OF_THEIR_OWN = {
    "SheetForm.rows": "`Sheet` reads it",
    "credential": "`CredentialField` looks at its length first",
}
NAMED = (
    *(forms.BooleanField, forms.ChoiceField, forms.ModelChoiceField, forms.FileField),
    *(forms.DateField, forms.DateTimeField, forms.TimeField),
)
"""What is one of a list, is read as one short thing, or has the limit of uploads."""
WITHOUT_A_USER = {"LogInForm", "ForgottenForm", "GuestForm", "NameForm", "SignUpForm"}


def of_the_site() -> Iterator[type[forms.BaseForm]]:
    get_resolver().reverse_dict  # noqa: B018 - imports all views, and with them all forms
    waiting: list[type[forms.BaseForm]] = [forms.BaseForm]
    while waiting:
        form = waiting.pop()
        waiting += form.__subclasses__()
        if form.__module__.startswith(("games.", "league.")) and form.__module__ != of_accounts.__name__:
            yield form


def endless(name: str, fields: dict[str, forms.Field]) -> Iterator[str]:
    """The fields that take anything of any length or size."""
    for key, field in fields.items():
        if {key, f"{name}.{key}"} & WITH_LIMITS_OF_THEIR_OWN.keys():
            continue
        if isinstance(field, forms.IntegerField | forms.FloatField):
            yield from [] if None not in (field.min_value, field.max_value) else [f"{name}.{key}"]
        elif not isinstance(field, NAMED) and getattr(field, "max_length", None) is None:
            yield f"{name}.{key}"


def test_no_form_takes_anything_without_end():
    forms = [*of_the_site()]
    assert len(forms) > 20
    assert [where for form in forms for where in endless(form.__name__, form.base_fields)] == []


@pytest.mark.parametrize(
    "name",
    [name for name, member in getmembers(of_accounts, isclass) if member.__module__ == of_accounts.__name__],
)
def test_no_form_of_accounts_does_either(name):
    form = getattr(of_accounts, name)
    request = RequestFactory().get("/")
    request.session = {}
    with request_context(request):
        made = form() if name in WITHOUT_A_USER else form(user=None)
    assert made.fields
    assert [*endless(name, made.fields)] == []


def test_a_password_that_is_far_too_long_is_not_even_hashed():
    form = of_accounts.LogInForm({"login": "ana", "password": "x" * 100_000})
    assert not form.is_valid()
    assert [error.code for error in form.errors.as_data()["password"]] == ["max_length"]
