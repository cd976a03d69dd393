"""Situation: any moment of any match; whoever looks finds every move they may make, and no other."""

import html
import random
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.template.loader import render_to_string

from games.models import Player, Seat, Table
from games.pages.context import TablePage
from games.pages.views.table import MoveForm
from games.rules.base.chance import Chance
from games.rules.decisions.decide import decide, new_match, step
from games.rules.decisions.legal import legal_commands
from games.rules.match import commands as c
from games.rules.match import phases
from games.rules.match.visibility import seen_by
from games.rules.notation import notation
from games.rules.options import rulebooks
from games.rules.options.options import build
from games.tables.queries import Look
from tests.games.playing import START
from tests.suite.extent import is_thorough

MOVE = re.compile(r'name="move"\s+value="([^"]+)"')
ASKED = re.compile(r"\bpage\.([a-z_]+)(?:\.([a-z_]+))?")
INCLUDED = re.compile(r'{% include "((?:games|league/sharing)/[^"]+)"')
TEMPLATES = Path("templates")
ODD = {
    # rulebook, options, seats: what the presets leave out
    "everything that moves hands": (
        "classic-112-swap",
        {"seven_zero": True, "five_exchange": True, "jump_in": True, "jump_in_self": True},
        4,
    ),
    "performances": (
        "classic-112-swap",
        {
            "customizable_effects": ["next_situps_or_draw_3", "next_sings_or_draw_2", "charade_colour_dump"],
            "hand_size": 10,
        },
        3,
    ),
    "pairs and centre": (
        "classic",
        {"pair_as_skip": True, "uno_centre": True, "ready_pause": True, "false_call_penalty": 2},
        5,
    ),
    "stacks and reflections": (
        "russian-plus-ten",
        {"stack_draw_two": "sum", "stack_draw_four": "sum", "stack_ten": True, "reverse_reflects": True},
        3,
    ),
    "forced": ("filipino", {"play_after_draw": "forced", "colours_in_circle": True}, 3),
    "manual": ("classic", {"match_end": "manual", "hand_size": 2}, 2),
}


def table_of(state, rulebook):
    table = Table(
        pk=1,
        name="T",
        rulebook=rulebook,
        options=state.differences,
        seat_count=state.seats,
        status="running",
        host_id=100,
        version=7,
        due_at=START + timedelta(seconds=30),
    )
    seats = [
        Seat(table=table, index=seat, player_id=100 + seat, player=Player(pk=100 + seat, name=f"Name{seat}"))
        for seat in range(state.seats)
    ]
    return table, seats


def offered(state, seat, rulebook):
    """What the rules allow a seat, and what its page offers to the form."""
    table, seats = table_of(state, rulebook)
    legal = [
        command for command in legal_commands(state, seat) if not isinstance(command, c.EndMatch) or seat == 0
    ]
    if state.options.teams == "partners":  # the rules let partners be caught, the page does not offer it
        legal = [
            command
            for command in legal
            if not isinstance(command, c.Catch) or (command.target - seat) % 4 != 2
        ]
    look = Look(table=table, seats=seats, version=7, sight=seen_by(state, seat), seat=seat, legal=legal)
    text = render_to_string("games/pages/_table.html", {"page": TablePage(look, START)})
    return set(legal), {understood(html.unescape(move), seat) for move in MOVE.findall(text)}


def understood(move, seat):
    form = MoveForm({"move": move, "after": "7"})
    assert form.is_valid(), form.errors
    return notation.command_of_seat(form.cleaned_data["move"], seat)


def moments(rulebook, options, seats, steps, dice):
    """States of a random match: after every command one is yielded; the match starts again when it ends."""
    state = new_match(rulebook, build(rulebook, options), seats)
    step(state, c.Deal(), Chance(dice.randbytes(8)))
    for _step in range(steps):
        yield state
        choices = [command for seat in range(seats) for command in legal_commands(state, seat)]
        if not choices:
            return
        kinds = sorted({type(choice).__name__ for choice in choices} - {"EndMatch"})
        kind = dice.choice(kinds)
        step(
            state,
            dice.choice([choice for choice in choices if type(choice).__name__ == kind]),
            Chance(dice.randbytes(8)),
        )


def seats_of(rulebook):
    fewest, most = rulebooks.fitting_seats(rulebook)
    return max(fewest, min(most, 4))


CASES = {name: (name, {}, seats_of(name)) for name in rulebooks.names()} | ODD


@pytest.mark.sampled(
    "follows a match of each rulebook for 16 moves and one of rare options for 36, not for 60",
    about=["games/rules/", "games/pages/", "games/forms.py", "templates/games/"],
)
@pytest.mark.parametrize("case", CASES)
def test_every_legal_move_is_on_the_page_and_no_other(case, thorough):
    rulebook, options, seats = CASES[case]
    dice = random.Random(case)
    steps = 60 if thorough else 36 if case in ODD else 16
    for number, state in enumerate(moments(rulebook, options, seats, steps, dice)):
        if state.phase == "turn" and number % 5:
            continue  # the rarer states are what this is about
        assert_all_offered(state, rulebook)


def assert_all_offered(state, rulebook):
    for seat in range(state.seats):
        legal, commands = offered(state, seat, rulebook)
        assert commands == legal, (state.phase, seat)


@pytest.mark.sampled(
    "sends what the page of every second seat offers",
    about=["games/rules/", "games/pages/", "games/forms.py", "templates/games/"],
)
@pytest.mark.parametrize("case", ODD)
def test_the_page_sends_moves_that_the_rules_accept(case):
    rulebook, options, seats = CASES[case]
    dice = random.Random(case)
    for number, state in enumerate(moments(rulebook, options, seats, 40, dice)):
        for seat in range(seats) if is_thorough() else range(number % 2, seats, 2):
            _legal, commands = offered(state, seat, rulebook)
            for command in commands:
                decide(state, command, Chance(b"page"))


@pytest.mark.django_db
def test_in_every_state_there_is_every_move_on_the_page():
    """Random matches go on until each state has been met."""
    wanted = phases.RUNNING | {phases.OVER}
    met = set()
    for number in range(400):
        case = sorted(CASES)[number % len(CASES)]
        rulebook, options, seats = CASES[case]
        for state in moments(rulebook, options, seats, 80, random.Random(f"{case} {number}")):
            if state.phase not in met:
                met.add(state.phase)
                assert_all_offered(state, rulebook)
        if met >= wanted:
            break
    assert met >= wanted


def templates_of(name, known=()):
    """The templates of a page with what they include."""
    pages = {name: (TEMPLATES / name).read_text()}
    for other in INCLUDED.findall(pages[name]):
        if other not in {*known, *pages}:
            pages |= templates_of(other, {*known, *pages})
    return pages


@pytest.mark.parametrize("whole", ["games/pages/table.html", "league/sharing/_table.html"])
def test_the_templates_of_a_table_ask_only_for_what_its_page_has(whole):
    state = new_match("classic", build("classic", {}), 4)
    table, seats = table_of(state, "classic")
    page = TablePage(
        Look(table=table, seats=seats, version=7, sight=seen_by(state, 0), seat=0, legal=[]), START
    )
    asked = {what for text in templates_of(whole).values() for what in ASKED.findall(text)}
    assert len(asked) > 40
    there = {name: value for name, value in vars(page).items() if value is not None}
    unknown = {
        f"{part}.{fact}"
        for part, fact in asked
        if part not in dir(page) or (fact and part in there and fact not in dir(there[part]))
    }
    assert unknown == set()
