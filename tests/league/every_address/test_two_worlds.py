"""Situation: two worlds differ in nothing but hidden cards, and somebody asks for everything there is."""

import pytest

from games.tables import projection
from tests.league.every_address.two_worlds import SEATS, Asked, Situation, Stage, assert_equal_worlds
from tests.suite import extent

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.written_by_hand,
    pytest.mark.one_database,
    pytest.mark.sampled(
        "of each situation two of three seats ask, and one of three bystanders; a command is tried by one of"
        " six, and beside the table itself everybody looks at a third",
        about=["games/", "league/"],
    ),
]

PILE = "r9 y1 y2 y3 y4 y5 y6 y7 y8 y9 g1 g2 g3 g5 g6 g7 g8 b2 b3 b4 b5 b6 g0 b0"

SITUATIONS = {
    "B has drawn and may still act": Situation(
        "r1 r2 r3 b1/r4 r5 w4 g4/b7 b8 b9 g9", PILE, ("B draw",), knows={"B": "y1"}
    ),
    "C is the victim of a Wild Draw Four that may be a bluff": Situation(
        "r1 r2 r3 b1/r4 r5 w4 g4/b7 b8 b9 g9",
        PILE,
        ("B draw", "B pass", "C draw", "C pass", "A play r1", "B play w4 g"),
        knows={"B": "y1", "C": "y2"},
    ),
    "C has seen the hand of B": Situation(
        "r1 r2 r3 b1/r4 r5 w4 g4/b7 b8 b9 g9",
        PILE,
        ("B draw", "B pass", "C draw", "C pass", "A play r1", "B play w4 g", "C challenge"),
        knows={"B": "y1 y3 y4 y5 y6", "C": "y2 r4 r5 g4 y1"},
        open="r4",  # everybody has heard that B held some red card
    ),
    "B and C have swapped hands": Situation(
        "r1 r2 r3 b1/r4 r7 w4 g4/b7 b8 b9 g9",
        PILE,
        ("B play r7 to C",),
        {"seven_zero": True},
        {"B": "b7 b8 b9 g9", "C": "r4 w4 g4"},
    ),
    "B offers C an exchange": Situation(
        "r1 r2 r3 b1/r4 r5 w4 g4/b7 b8 b9 g9", PILE, ("B play r5 ex C g4",), {"five_exchange": True}
    ),
    "B and C have exchanged cards": Situation(
        "r1 r2 r3 b1/r4 r5 w4 g4/b7 b8 b9 g9",
        PILE,
        ("B play r5 ex C g4", "C give b9"),
        {"five_exchange": True},
        {"B": "b9", "C": "g4"},
    ),
    "everybody reaches for the centre": Situation(
        "r1 r2/r4 r5/b7 b8", PILE, ("B play r4 uno",), {"uno_centre": True}
    ),
    "C may jump in": Situation(
        "r1 r2 r3 b1/r4 r5 w4 g4/b7 b8 b9 g9", PILE, ("B play r4",), {"jump_in": True}
    ),
}


WITH_MOST_TO_LEARN = {
    "B has drawn and may still act": "AC",
    "C is the victim of a Wild Draw Four that may be a bluff": "BC",
    "C has seen the hand of B": "AC",
    "B and C have swapped hands": "BC",
    "B offers C an exchange": "BC",
    "B and C have exchanged cards": "AB",
    "everybody reaches for the centre": "AC",
    "C may jump in": "AC",
}
"""The people who ask in a quick run: those whom the hidden cards concern, and their spectators."""


def _seats():
    """Each situation with everybody who plays and asks in it."""
    return [
        (situation, seat)
        for situation, seats in WITH_MOST_TO_LEARN.items()
        for seat in (SEATS if extent.is_thorough() else seats)
    ]


@pytest.fixture(params=SITUATIONS)
def situation(request):
    return SITUATIONS[request.param]


def looks(stage, which):
    """Every way to look at a table; in a quick run the table itself, and in turn a third of the others."""
    at, last = f"/tables/{stage.table.pk}/", len(stage.situation.moves) + 1
    table = [Asked(at, htmx=htmx) for htmx in (False, True)]
    others = [
        Asked(path, htmx=htmx)
        for path in (f"{at}chat/", f"{at}replay/?step={last}")
        for htmx in (False, True)
    ]
    steps = [f"{at}replay/?step={step}" for step in (last - 1, 999, "x")]
    others += [Asked(path) for path in (f"{at}?after=1", f"{at}record.json", *steps)]
    return [*table, *(others if extent.is_thorough() else others[which % 3 :: 3])]


def commands(stage, which):
    """Every kind of command, most of them refused in one way or another; none draws a card.

    Each is tried by one of six viewers of a situation, in a thorough run by two of four.
    """
    with stage.world(stage.situation.order) as table:
        version = table.version
    at = f"/tables/{table.pk}/"
    moves = "pass|uno|catch B|play b6|play r9|play w4|play r1|play b7|jump b8|give b6|deal|ready|slap|x"
    posts = [("moves/", {"move": move, "after": version}) for move in moves.split("|")]
    posts += [("moves/", {"move": move, "after": 1}) for move in ("draw", "accept", "challenge")]
    posts += [("moves/", {}), ("moves/", {"move": "draw", "after": "x"})]
    posts += [("moves/", {"why": why, "after": version}) for why in ("r9", "b6", "w4", "x")]
    posts += [("moves/", {"move": "pass", "after": version, "command_id": "not an id"})]
    posts += [("chat/", {"text": "hello"}), ("chat/", {"text": "x" * 300})]
    posts += [
        ("leave/", {}),
        ("come-back/", {}),
        ("sit/", {"seat": 0}),
        ("bot/", {"seat": 0}),
        ("start/", {}),
    ]
    posts += [(f"chat/{stage.message.pk}/hide/", {}), ("chat/999/hide/", {}), ("ruling/", {"ruling": "end"})]
    every = 2 if extent.is_thorough() else 6
    tried = posts[which % every :: every]
    return [Asked(at + path, fields, htmx=bool(number % 2)) for number, (path, fields) in enumerate(tried)]


def drawing(stage):
    with stage.world(stage.situation.order) as table:
        version = table.version
    path = f"/tables/{table.pk}/moves/"
    return [Asked(path, {"move": move, "after": version}, htmx=True) for move in ("draw", "accept")]


def test_a_bystander_is_told_nothing_of_any_hand(situation):
    # The referee is the host, or where there is none the organizer.
    hosted = len(situation.moves) % 2 == 0
    stage = Stage(situation, hosted=hosted)
    bystanders, number = "-WS", list(SITUATIONS.values()).index(situation)
    for whom in bystanders if extent.is_thorough() else bystanders[number % 3]:
        assert_equal_worlds(stage, None, whom, looks(stage, number // 3), shift=5)
    asked = [*looks(stage, number), *commands(stage, len(SEATS) + len(situation.moves))]
    assert_equal_worlds(stage, None, "H" if hosted else "O", asked, shift=5)


@pytest.mark.parametrize(("situation", "seat"), _seats())
def test_a_player_is_told_nothing_but_their_own_cards(situation, seat):
    situation, number = SITUATIONS[situation], SEATS.index(seat)
    stage = Stage(situation, hosted=True)
    asked = [*looks(stage, number), *commands(stage, number + len(situation.moves))]
    assert_equal_worlds(stage, seat, seat, asked, shift=5)
    # Who draws learns what they draw, and of the pile below no more than of the hands.
    assert_equal_worlds(stage, seat, seat, drawing(stage), shift=5, fixed=12)


@pytest.mark.parametrize("who", ["Ana Bo Cy", "Ana bot Cy", "Ana bot bot"])
def test_the_rows_of_a_table_hold_no_card_and_no_pause_that_depends_on_one(who):
    """The lobby and the admin site show them, and the clock of the page counts down to what they say."""
    stage = Stage(Situation("r1 r2 r3 b1/r4 r5 w4 g4/b7 b8 b9 g9", PILE), hosted=True, who=who)
    rows = []
    for shift in (0, 5, 9):
        with stage.world(stage.situation.other(None, shift=shift)) as table:
            own = projection.values(table)
            own.pop("head")  # the hash of the log, which no page shows
            rows.append((own, [projection.values(seat) for seat in table.seats.all()]))
    assert rows[0] == rows[1] == rows[2]
