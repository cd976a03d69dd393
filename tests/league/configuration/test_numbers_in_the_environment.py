"""Situation: whoever starts the site sets a number."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from league.configuration import environment


@pytest.mark.parametrize("written", ["0", "-1", "many", "1.5", "²"])
def test_a_number_that_cannot_be_is_refused(monkeypatch, written):
    monkeypatch.setenv("WEB_THREADS", written)
    with pytest.raises(ImproperlyConfigured, match="WEB_THREADS must be 2 or more"):
        environment.number("WEB_THREADS", 16, least=2)


@pytest.mark.parametrize("written", ["", "16"])
def test_a_number_that_is_left_out_is_the_usual_one(monkeypatch, written):
    monkeypatch.setenv("WEB_THREADS", written)
    assert environment.number("WEB_THREADS", 16) == 16
