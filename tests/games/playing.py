"""Tables for tests: opened with a few words, dealt with given cards, played to the end by bots."""

import datetime as dt

from games import tables
from games.models import Player, Table
from games.rules.base.chance import GivenChance
from games.rules.cards import cards
from games.rules.match.commands import Deal
from games.rules.notation import notation
from games.tables import Look, projection
from games.tables.aggregate import locked
from games.tables.autoplay.due_tables import act_by_itself

PILE = "y1 y2 y3 y4 y5 y6 y7 y8 y9"
START = dt.datetime(2026, 5, 1, 19, 30, tzinfo=dt.UTC)


def after(seconds: float) -> dt.datetime:
    """The time some seconds after every test began."""
    return START + dt.timedelta(seconds=seconds)


def players(names: str) -> list[Player]:
    return [Player.objects.create(name=name) for name in names.split()]


def open_table(who: str = "", *, seats: int | None = None, host: Player | None = None, **facts) -> Table:
    """Open a table and seat people in order; `bot` in their place is a bot."""
    names = who.split()
    facts = {"name": "Table 1", "rulebook": "classic", **facts}
    table = tables.open_table(seats=seats or len(names), host=host, by="organizer:1", at=START, **facts)
    for seat, name in enumerate(names):
        if name == "bot":
            tables.seat_bot(table.pk, seat=seat, by="organizer:1", at=START)
        else:
            tables.sit(table.pk, seat=seat, player=Player.objects.create(name=name), at=START)
    return fresh(table)


def deal(
    who: str, hands: str, pile: str, *, options: dict | None = None, at: dt.datetime = START, **facts
) -> Table:
    """Start a match whose first deal is known: A deals, so B begins.

    `hands` are those of A, B … separated by `/`, all of one size; the first card of `pile` is the starter.
    """
    hand_size = len(cards.cards(hands.split("/", maxsplit=1)[0]))
    options = {"dealer_choice": "fixed", "hand_size": hand_size, **(options or {})}
    return begin(open_table(who, options=options, **facts), hands, pile, at=at)


def begin(table: Table, hands: str, pile: str, *, at: dt.datetime = START) -> Table:
    """Start the match of an open table with known cards, as `deal` does."""
    dealer, *others = hands.split("/")
    with locked(table.pk) as held:
        held.begin(by="organizer:1", at=at, chance=_order([*others, dealer], pile))
    return fresh(table)


def deal_next(table: Table, hands: str, pile: str, *, at: dt.datetime = START) -> Table:
    """Begin the next deal with known cards; `hands` begin with the next after the dealer, who comes last."""
    with locked(table.pk) as held:
        held.do(Deal(), by="organizer:1", at=at, chance=_order(hands.split("/"), pile))
    return fresh(table)


def dealt(who: str = "Ana Bo", **facts) -> Table:
    """Start a match with three cards each; B is to move, and may play any of theirs on red 9."""
    hands = "r1 r2 r3/r4 r5 r6" + "/b1 b2 b3" * (len(who.split()) - 2)
    return deal(who, hands, f"r9 {PILE} {PILE}", **facts)


def do(table: Table, command: str, *, after: int | None = None, at: dt.datetime = START) -> Look:
    """Let the player of a seat do something, in the notation of the rules: `B play r5`."""
    command_ = notation.command(command)
    seat = table.seats.get(index=notation.seat(command[0])) if command[1] == " " else table.seats.first()
    version = fresh(table).version if after is None else after
    return tables.act(table.pk, command_, after=version, by=f"player:{seat.player_id}", at=at)


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def player(table: Table, letter: str) -> Player:
    return table.seats.select_related("player").get(index=notation.seat(letter)).player


def see(table: Table, letter: str | None = None) -> Look:
    return tables.look(table.pk, player(table, letter) if letter else None)


def move_on(table: Table, at: dt.datetime | None = None) -> bool:
    """Let happen what happens by itself when the table's time has come."""
    now = fresh(table)
    when = at or now.due_at
    return tables.play_for_bot(now.pk, version=now.version, at=when) or tables.end_turn(
        now.pk, version=now.version, at=when
    )


def play_out(table: Table | int, *, moves: int = 5000, one_by_one: bool = False) -> Table:
    """Let bots and the clock play until the match is over; people who are asked to act run out of time.

    A deal is written at once, which is many times as quick, unless each move shall go through the write side.
    """
    pk = table if isinstance(table, int) else table.pk
    while moves > 0:
        now = Table.objects.get(pk=pk)
        if now.status != Table.Status.RUNNING:
            return now
        if one_by_one:
            moves -= 1
            assert move_on(now), f"nothing happens in {now.state_name} of {now.turn_seat}"
        else:
            moves -= play_deal(pk, moves)
    raise AssertionError(f"table {pk} did not finish in time")


def play_deal(pk: int, moves: int) -> int:
    """Let happen what happens by itself until the next deal, the end or so many moves; return how many."""
    with locked(pk) as held:
        deal = held.table.round_number
        for number in range(moves):
            if held.table.status != Table.Status.RUNNING or (number and held.table.round_number != deal):
                return number
            moved = act_by_itself(held, held.table.due_at)
            assert moved, f"nothing happens in {held.table.state_name} of {held.table.turn_seat}"
    return moves


def assert_rebuilt_equals_live(table: Table | int) -> None:
    """Rebuilding a table from its log gives exactly the rows that playing gave."""
    pk = table if isinstance(table, int) else table.pk
    live = _rows(pk)
    Table.objects.filter(pk=pk).update(
        status="open", step=0, round_number=9, state_name="?", turn_seat=7, due_at=None, name="?", options={}
    )
    Table.objects.get(pk=pk).seats.update(total=-1, is_bot=False, place=9, bot_name="?")
    assert _rows(pk) != live
    projection.rebuild(pk)
    assert _rows(pk) == live


def _rows(pk: int) -> list[dict]:
    table = Table.objects.get(pk=pk)
    return [{"pk": row.pk, **projection.values(row)} for row in [table, *table.seats.order_by("index")]]


def _order(hands: list[str], pile: str) -> GivenChance:
    """Return the chance that deals these hands, the dealer's last, and then has this pile."""
    order = [card for dealt in zip(*map(cards.cards, hands), strict=True) for card in dealt]
    return GivenChance([order + cards.cards(pile)], any_cards=True)
