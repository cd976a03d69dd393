"""Situation: people read what they have to do, in their own language, and look for the button."""

import re

import pytest
from django.conf import settings

from tests.games.playing import deal, do, player
from tests.games.visiting import log_in, look_at

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_people_who_sort_new_cards_read_the_words_of_the_button_that_they_are_to_press(client, language):
    options = {"ready_pause": True}
    table = deal("Ana Bo", "r1 r2/w4 g5", "r9 y1 y2 y3 y4 y5 y6 y7", options=options)
    do(table, "B play w4 b")
    do(table, "A accept")
    log_in(client, player(table, "A"))
    page = look_at(client, table, headers={"Accept-Language": language}).content.decode()
    [headline] = re.findall(r'class="turn__words">([^<]+)<', page)
    [button] = re.findall(r'name="move"\s+value="ready"[^>]*>\s*([^<]+?)\s*<', page)
    assert button in headline
