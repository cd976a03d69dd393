"""Situation: a page stands high on the stack of Python, and should not take longer for it."""

import sys

from django.http import HttpResponse
from django.test import RequestFactory

from league import settings
from league.http import stack_size


def test_a_page_has_more_than_a_piece_of_the_stack_to_itself():
    asked = []

    def page(request):
        asked.append(sys._getframe(1).f_code.co_stacksize)
        return HttpResponse(request.path)

    answer = stack_size.stack_middleware(page)(RequestFactory().get("/there/"))
    assert answer.content == b"/there/"
    assert asked == [stack_size.SLOTS]
    assert 8 * stack_size.SLOTS > 64 * 1024


def test_every_page_has_it():
    assert settings.MIDDLEWARE.index("league.http.stack_size.stack_middleware") == 1
