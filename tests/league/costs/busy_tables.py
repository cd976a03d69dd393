"""Tables at which much has been played, said and written down, in every state of a match."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from django.test import Client
from django.utils import timezone

from games import scoresheets, tables
from games.models import ChatMessage, Player, ReplayComment, Table
from games.replay.comments import MOST as MOST_COMMENTS
from games.rules.scoresheet.commands import EndMatch, ObjectToResult, RecordDeal
from games.tables import scheduling
from league.api.tables.match_records import ON_THE_SPOT
from tests.games.playing import START, open_table, play_deal, play_out
from tests.league.club_nights import BY

Facts = Mapping[str, Any]
POINTS: Final = 10_000
"""The most of a match."""
DEALS: Final = 60
_MESSAGES: Final = 500


class BusyTables:
    """Those of Ana; each method makes one and returns what stands in its addresses."""

    people: Sequence[Player]
    ana: Player
    bo: Player

    def long_match(self) -> Facts:
        """A match of four bots to 10,000 points that is over, with all comments and much talk."""
        options = {"target_score": POINTS}
        table = open_table("bot bot bot bot", options=options, bot_pause_ms=0, host=self.ana)
        tables.start(table.pk, by="organizer:1", at=START)
        with scheduling.collect_due_bots():
            play_out(table, moves=100_000)
        values = {"table_id": table.pk, "player": self.bo, "said_at": START}
        messages = ChatMessage.objects.bulk_create(
            ChatMessage(text="x" * 200, **values) for _row in range(_MESSAGES)
        )
        comments = ReplayComment.objects.bulk_create(
            ReplayComment(step=9, text="x" * 300, **values) for _row in range(MOST_COMMENTS - 1)
        )
        return {"pk": table.pk, "step": 900, "message": messages[0].pk, "comment": comments[0].pk}

    def playing(self) -> Facts:
        """A match of ten to 10,000 points, Ana first, of which 3,000 moves have been made."""
        table = self._table(9)
        tables.start(table, by=BY, at=START)
        left = 3000
        with scheduling.collect_due_bots():
            while left > 0:
                left -= play_deal(table, left)
        return {"pk": table}

    def moving(self) -> Facts:
        """A match of ten in which it is Ana's turn, at the beginning; Bo sits at the end."""
        table = self._table(8, seats=10, dealer_choice="fixed")
        tables.sit(table, seat=9, player=self.bo, at=START)
        tables.start(table, by=BY, at=timezone.now())
        for _turn in range(30):
            if Table.objects.get(pk=table).turn_seat == 0:
                break
            play_deal(table, 1)
        return {"pk": table}

    def waiting_for_start(self) -> Facts:
        """Ana's table of ten that can begin."""
        return {"pk": self._table(9)}

    def seating(self) -> Facts:
        """Somebody's table of ten with free seats."""
        made = tables.open_table(name="Seats", rulebook="classic", seats=10, by=BY, at=START, host=self.ana)
        return {"pk": made.pk}

    def paused(self) -> Facts:
        """The match of ten while it is interrupted."""
        table = self._table(9)
        tables.start(table, by=BY, at=timezone.now())
        tables.pause(table, by=BY, at=timezone.now())
        return {"pk": table}

    def away(self) -> Facts:
        """A match of ten in which a bot plays for Ana."""
        table = self._table(9)
        tables.start(table, by=BY, at=timezone.now())
        tables.leave(table, player=self.ana, at=timezone.now())
        return {"pk": table}

    def paper(self) -> Facts:
        """Ten with real cards, who play to 10,000 points and have written down 60 deals."""
        return {"pk": self._with_real_cards(DEALS), "deal": 1}

    def to_confirm(self) -> Facts:
        """Ten with real cards whose match is over, but not confirmed."""
        table = self._with_real_cards(DEALS)
        scoresheets.act(table, EndMatch(), by=BY, at=START)
        return {"pk": table}

    def disputed(self) -> Facts:
        """The same, and Ana objects."""
        table = self._with_real_cards(DEALS)
        scoresheets.act(table, EndMatch(), by=BY, at=START)
        by = f"player:{self.ana.pk}"
        scoresheets.act(table, ObjectToResult(0, "x" * 200), by=by, at=START)
        return {"pk": table}

    def _table(self, bots: int, *, seats: int = 0, **options: Any) -> int:
        facts = {"options": {"target_score": POINTS, **options}, "host": self.ana, "bot_pause_ms": 0}
        facts |= {"seats": seats or 1 + bots, "rulebook": "classic"}
        made = tables.open_table(name="Ten", by=BY, at=START, **facts)
        tables.sit(made.pk, seat=0, player=self.ana, at=START)
        for seat in range(1, bots + 1):
            tables.seat_bot(made.pk, seat=seat, by=BY, at=START)
        return made.pk

    def _with_real_cards(self, deals: int) -> int:
        facts = {"options": {"target_score": POINTS}, "host": self.ana, "confirm": "others"}
        made = tables.open_table(
            name="Paper", rulebook="classic", seats=10, is_physical=True, by=BY, at=START, **facts
        )
        tables.take_seats(made.pk, players=[self.ana, *self.people[1:10]], by=BY, at=START)
        tables.start(made.pk, dealer=0, by=BY, at=START)
        for deal in range(1, deals + 1):
            left = {seat: 2 for seat in range(10) if seat != deal % 10}
            scoresheets.act(made.pk, RecordDeal(deal, out=deal % 10, left=left), by=BY, at=START)
        return made.pk

    @cached_property
    def record(self) -> bytes:
        """A record about as long as one may be that is checked on the spot: of a match to 6,000 points."""
        # Cards are dealt by chance, so that a match may become too long.
        records = (self._record_to(points) for points in (6000, 5000, 4000, 3000))
        return next(record for record in records if len(record) < ON_THE_SPOT)

    def _record_to(self, points: int) -> bytes:
        table = open_table("bot bot bot bot", options={"target_score": points}, bot_pause_ms=0)
        tables.start(table.pk, by=BY, at=START)
        with scheduling.collect_due_bots():
            play_out(table, moves=100_000)
        return Client().get(f"/tables/{table.pk}/record.json").content
