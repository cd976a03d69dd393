"""The table in every state it can be in, for whoever sits there and whoever watches."""

from dataclasses import dataclass

from django.utils import timezone

from games import tables
from games.models import Player, Table
from games.rules.match import commands
from games.rules.notation import notation
from tests.games.playing import deal, do, fresh, move_on, open_table, play_out, player

PILE = "r9 " + "y1 y2 y3 y4 y5 y6 y7 y8 y9 g1 g2 g3 g4 g5 g6 g7 g8 g9 b1 b2 b3 b4 b5 b6 b7 b8 b9"
SEVEN = "/r4 r7 yS g2 b+ w w4/b1 b2 b3 b4 b5 b6 b7/g1 g2 g3 g4 g5 g6 g7"
OTHERS = "b1 b2 b3 b4 b6 b7 b8 g2 g4 g5"
MANY = "r0 r1 r3 r5 r5 rS r+ y0 y2 y4"
LONGEST_WORD = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"
"""What somebody may be called, and no line can break."""
MORE = "y7 yR y+ g1 g3 g6 g8 gS b2 b5 b9 bR b+ w w4"


@dataclass(frozen=True, slots=True)
class Scene:
    """A page worth a picture: its name, its address, and who looks (the organizer, a player or anybody)."""

    name: str
    path: str
    viewer: Player | None = None
    fields: dict[str, str] | None = None  # sent as a form, where the page is an answer
    click: str = ""  # what is clicked before the picture is taken
    status: int = 200  # that it answers with


def scenes() -> list[Scene]:
    """Put the tables together."""
    scenes_ = [_open(), _first_deal(), *_turns(), *_ends()]
    running = _dealt("Pia Quim Rui Sol", "r1 r2 r3 r5 y6 y7 y8" + SEVEN)
    scenes_ += [
        _seen("watched", running, ""),
        Scene("watched-framed", f"/tables/{running.pk}/embed/?theme=auto"),
        _seen("my-turn", running, "B"),
        _seen("not-my-turn", running, "A"),
    ]
    scenes_ += [
        _seen("colour", running, "B", click="#card-52-0"),
        _seen("keys", running, "B", click="#keys-open"),
        _seen("settings", running, "B", click="#settings-open"),
    ]
    return scenes_


def with_25_cards(who: str, *, letter: str = "B", first: str = OTHERS) -> Table:
    """Start a match in which a seat holds 25 cards; B is to move, with `first` where that is another seat."""
    full = notation.seat(letter)
    hands = [MANY if seat == full else first if seat == 1 else OTHERS for seat in range(len(who.split()))]
    table = _dealt(who, "/".join(hands), f"r9 {MORE}")
    for count in (10, 5):
        penalise(table, full, count)
    return table


def penalise(table: Table, seat: int, count: int) -> None:
    """Let the organizers give a seat penalty cards."""
    penalty = commands.Penalise(seat, count)
    tables.act(table.pk, penalty, after=fresh(table).version, by="organizer:1", at=timezone.now())


def _dealt(who: str, hands: str, pile: str = PILE, **facts) -> Table:
    """Deal known cards, with time enough until the last picture is taken."""
    facts = {"turn_seconds": 600, **facts}
    return deal(who, hands, f"{pile} {PILE}", at=timezone.now(), **facts)


def _seen(name: str, table: Table, letter: str, **facts) -> Scene:
    viewer = player(table, letter) if letter else None
    return Scene(f"table-{name}", f"/tables/{table.pk}/", viewer, **facts)


def _open() -> Scene:
    return _seen("open", open_table("Pia bot", seats=4, name="Friday night"), "A")


def _first_deal() -> Scene:
    table = open_table("Pia Quim", name="Friday night")
    tables.start(table.pk, by="organizer:1", at=timezone.now())
    return _seen("first-deal", table, "A")


def _turns() -> list[Scene]:
    full = with_25_cards("Pia Quim")
    many = f"Ana Bo Cy Dee Eli Fay Gus Hal Ida {LONGEST_WORD}"
    ten = _dealt(many, "/".join(["r1 r2 r3", "r4 r5 w", *["b1 b2 b3"] * 8]), name=f"{LONGEST_WORD} 2")
    pending = _dealt(
        "Pia Quim Rui", "y1 y2 y3 y4/r+ r5 r6 r7/b+ b5 g2 w4", "r9", options={"stack_draw_two": "sum"}
    )
    do(pending, "B play r+", at=timezone.now())
    challenge = _dealt("Pia Quim Rui", "y1 y2 y3 y4/w4 r5 r6 r7/b+ b5 g2 w4", "g9")
    do(challenge, "B play w4 b", at=timezone.now())
    calling = _dealt("Pia Quim Rui", "r1 r2/r4 w/b1 b2", "r9")
    caught = _dealt("Pia Quim Rui", "r1 r2/r4 r5/b1 b2", "r9")
    do(caught, "B play r4", at=timezone.now())
    jumping = _dealt("Pia Quim Rui", "r4 r2 y3/r4 r5 y5/b1 b2 g3", "r9", options={"jump_in": True})
    do(jumping, "B play r4", at=timezone.now())
    away = _dealt("Pia Quim Rui", "r1 r2 g3/r4 r5 y5/b1 b2 g3", "r9")
    tables.leave(away.pk, player=player(away, "A"), at=timezone.now())
    paused = _dealt("Pia Quim Rui", "r1 r2 g3/r4 r5 y5/b1 b2 g3", "r9")
    tables.pause(paused.pk, by="organizer:1", at=timezone.now())
    return [
        _seen("25-cards", full, "B"),
        _seen("25-waiting", full, "A"),
        _seen("of-ten", ten, "B"),
        _seen("pending", pending, "C"),
        _seen("pending-other", pending, "A"),
        _seen("challenge", challenge, "C"),
        _seen("say-uno", calling, "B"),
        _seen("say-uno-wild", calling, "B", click="#card-52-0"),
        _seen("late-call", caught, "B"),
        _seen("catch", caught, "A"),
        _seen("jump-in", jumping, "A"),
        _seen("away", away, "A"),
        _seen("paused", paused, "B"),
        _seen("refused", paused, "C"),
    ]


def _ends() -> list[Scene]:
    dealt = _dealt("Sara Tom Uli", "r1 r2 g3/r4 r5 y5/b1 b2 g3", "r9")
    tables.leave(dealt.pk, player=player(dealt, "B"), at=timezone.now())
    while fresh(dealt).state_name != "over":
        move_on(dealt)
    over = _dealt("Sara Tom bot", "r1 r2 g3/r4 r5 y5/b1 b2 g3", "r9", options={"target_score": 40})
    return [_seen("result", dealt, "A"), _seen("match-over", play_out(over.pk), "A")]
