"""Situation: somebody watches a deal from outside and would notice what must not be seen."""

import msgspec
import pytest

from games import eventstore, tables
from games.models import TableEvent
from games.rules.match import events as e
from tests.games.playing import START, deal, do, open_table, player
from tests.games.visiting import log_in, look_at
from tests.spectators.onlooker import WrongError, require_conserved, require_no_hidden_card

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    table = deal("Ana Bo Cy", "r1 r2 r3/r4 r5 b6/b7 b8 b9", "r9 y1 y2 y3 y4 y5 y6 y7")
    do(table, "B play r4")
    return table


def test_a_spectators_page_passes(client, table):
    page = look_at(client, table).content.decode()
    assert "red 4" in page
    require_no_hidden_card(table.pk, page)


def test_the_page_of_a_player_is_noticed_where_a_spectator_should_see_it(client, table):
    log_in(client, player(table, "C"))
    with pytest.raises(WrongError, match="blue 7, blue 8, blue 9"):
        require_no_hidden_card(table.pk, look_at(client, table).content.decode())


def test_a_card_of_the_draw_pile_is_noticed(client, table):
    page = look_at(client, table).content.decode() + "Yellow 1"
    with pytest.raises(WrongError, match="yellow 1"):
        require_no_hidden_card(table.pk, page)


def test_a_whole_log_passes_and_one_without_a_single_card_does_not():
    table = open_table("Ana Bo Cy")
    tables.start(table.pk, by="organizer:1", at=START)
    rows = eventstore.read(TableEvent, table.pk)
    assert require_conserved(table.pk, rows).round == 1
    lost = [row._replace(event=_without_a_card(row.event)) for row in rows]
    with pytest.raises(WrongError, match="came or went"):
        require_conserved(table.pk, lost)


def _without_a_card(event):
    if not isinstance(event, e.CardsDealt):
        return event
    # From the middle: the ends may be turned up, and put back where they were.
    return msgspec.structs.replace(event, pile=event.pile[:40] + event.pile[41:])
