"""Situation: programs get the JSON that the framework would write, many times as quickly."""

import datetime as dt
import json
from collections import OrderedDict
from decimal import Decimal
from uuid import UUID

import pytest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy
from rest_framework.renderers import JSONRenderer

from league.api.base.renderers import QuickJSONRenderer
from league.models import Competition

VALUES = [
    None,
    {"a": [1, 2.5, True, None, "é \u2028 \u2029 </script>"], "b": {}},
    OrderedDict(b=1, a=(2, 3)),
    {1: "a number as a key"},
    SafeString("<b>"),
    gettext_lazy("Standings"),
    Competition.Status.RUNNING,
    Decimal("1.5"),
    dt.datetime(2026, 5, 1, 20, 0, 0, 120000, tzinfo=dt.UTC),
    dt.date(2026, 5, 1),
    UUID(int=7),
    2**70,
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_an_answer_reads_as_the_framework_writes_it(value):
    ours, theirs = QuickJSONRenderer().render(value), JSONRenderer().render(value)
    assert ours == theirs or json.loads(ours) == json.loads(theirs)


def test_no_line_separator_of_javascript_is_in_an_answer():
    assert QuickJSONRenderer().render("\u2028\u2029") == rb'"\u2028\u2029"'


def test_a_reader_who_asks_for_indented_json_gets_it():
    assert QuickJSONRenderer().render({"a": 1}, "application/json; indent=2") == b'{\n  "a": 1\n}'
