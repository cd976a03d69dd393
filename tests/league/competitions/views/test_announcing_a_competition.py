"""Situation: an organizer chooses what is held and announces it, with all mistakes that can be made."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from league import competitions
from league.competitions.announcing.fields import CHOICES
from league.competitions.announcing.kinds import KINDS
from league.competitions.forms.announcement import CompetitionForm
from league.models import Competition, Membership
from league.rules.settings.points import PointsScheme
from league.rules.settings.stages import StageSettings
from tests.games.playing import players
from tests.games.visiting import log_in
from tests.league.club_nights import club

pytestmark = pytest.mark.django_db

USUAL = {"name": "Friday", "rulebook": "classic", "venue": "online"}


@pytest.fixture
def place(client: Client):
    club_ = club()
    olga = players("Olga")[0]
    Membership.objects.create(club=club_, player=olga, is_organizer=True)
    log_in(client, olga)
    return club_


def announce(client, place, **fields):
    return client.post(f"/clubs/{place.slug}/competitions/new/", {**USUAL, **fields})


def announced():
    return competitions.look(Competition.objects.get().pk).settings


A_WIN_OF_THREE = PointsScheme(bye=4)

STAGES = {
    "season": [StageSettings("season", "Season", rounds=3)],
    "swiss": [StageSettings("swiss", "Swiss", rounds=3, meetings_first=True, points=A_WIN_OF_THREE)],
    "arena": [StageSettings("arena", "Arena", evening_minutes=120, streak=2)],
    "round_robin": [StageSettings("round_robin", "Round robin", table_size=2, rounds=0)],
    "round_robin_tables": [StageSettings("round_robin", "Round robin", rounds=0, points=A_WIN_OF_THREE)],
    "elimination_500": [StageSettings("elimination_500", "Elimination to 500")],
    "single_elimination": [StageSettings("single_elimination", "Knock-out", table_size=2, separate_clubs=1)],
    "knock_out_tables": [StageSettings("single_elimination", "Knock-out")],
    "double_elimination": [
        StageSettings("double_elimination", "Double elimination", table_size=2, separate_clubs=1)
    ],
    "groups_knock_out": [
        StageSettings(
            "swiss", "Groups", rounds=3, meetings_first=True, groups=4, qualify=2, points=A_WIN_OF_THREE
        ),
        StageSettings("single_elimination", "Finals"),
    ],
    "swiss_cut": [
        StageSettings("swiss", "Swiss", rounds=3, meetings_first=True, qualify=8, points=A_WIN_OF_THREE),
        StageSettings("single_elimination", "Top cut"),
    ],
    "season_finals": [
        StageSettings("season", "Season", rounds=3, qualify=2),
        StageSettings("single_elimination", "Finals"),
    ],
}


@pytest.mark.parametrize("name", CHOICES)
def test_the_page_offers_the_choices_that_programs_have(name):
    offered = [value for value, _label in CompetitionForm.base_fields[name].choices if value != ""]
    assert set(offered) == set(CHOICES[name].values)


@pytest.mark.parametrize("card", KINDS)
def test_a_name_and_a_card_are_enough_for_every_kind(client, place, card):
    assert announce(client, place, format=card).status_code == 302
    announcement = announced()
    assert announcement.stages == STAGES[card]
    assert (announcement.limit, announcement.venue, announcement.by_hand, announcement.lots_by_hand) == (
        0,
        "online",
        False,
        False,
    )


def test_every_card_has_a_line_that_explains_it_and_every_field_a_label(client, place):
    page = client.get(f"/clubs/{place.slug}/competitions/new/")
    for kind in KINDS.values():
        assertContains(page, kind.title)
        assertContains(page, kind.explanation)
    text = page.content.decode()
    for name in ("table_size", "points", "third_place", "limit", "by_hand"):
        assert f'for="id_{name}"' in text


def test_everything_of_a_season_can_be_said(client, place):
    more = {"divisions": 2, "rounds": 6, "best_of": 4, "minimum": 3, "points": "4: 6 4 2 1\n\n3: 5, 3, 1"}
    announce(
        client, place, format="season", limit=24, venue="elsewhere", by_hand="on", lots_by_hand="on", **more
    )
    announcement = announced()
    (stage,) = announcement.stages
    assert (stage.groups, stage.rounds, stage.best_of, stage.minimum) == (2, 6, 4, 3)
    assert stage.points == PointsScheme({4: [6, 4, 2, 1], 3: [5, 3, 1]})
    assert (announcement.limit, announcement.venue, announcement.by_hand, announcement.lots_by_hand) == (
        24,
        "elsewhere",
        True,
        True,
    )


@pytest.mark.parametrize(
    ("fields", "by_hand"),
    [
        ({"venue": "online"}, False),
        ({"venue": "online", "by_hand": "on"}, True),
        ({"venue": "online", "at_once": "on"}, False),
        ({"venue": "physical"}, True),
        ({"venue": "physical", "at_once": "on"}, False),
        ({"venue": "elsewhere"}, True),
        ({"venue": "physical", "format": "arena"}, False),
    ],
)
def test_where_people_meet_the_next_round_waits_for_its_organizer_unless_they_want_it_at_once(
    client, place, fields, by_hand
):
    announce(client, place, **{"format": "season"} | fields)
    assert announced().by_hand is by_hand


@pytest.mark.parametrize(
    ("fields", "bye"),
    [
        ({"table_size": 2}, 3),
        ({"table_size": 2, "points": "2: 2 0"}, 2),
        ({"table_size": 4, "points": "4: 10 6 3 1"}, 4),
        ({"table_size": 4, "points": "4: 10 6 3 1\n3: 8 4 1"}, 8),
        ({"table_size": 4, "bye_points": 0}, 0),
        ({"table_size": 4, "bye_points": 4}, 4),
        ({"format": "groups_knock_out", "table_size": 2}, 0),
    ],
)
def test_a_bye_is_worth_a_win_that_everybody_could_have_had_unless_somebody_says_otherwise(
    client, place, fields, bye
):
    announce(client, place, **{"format": "swiss"} | fields)
    assert announced().stages[0].points.bye == bye


def test_a_table_has_no_more_than_ten_places_to_be_worth_something(client, place):
    answer = announce(client, place, format="swiss", points="4: 5 3 2 1\n10:" + " 1" * 11)
    assertContains(answer, "Line 2: a table has 2 to 10 seats.", status_code=422)
    assert not Competition.objects.exists()


def test_a_bye_worth_less_than_a_loss_is_warned_of(client, place):
    sentence = "A bye is worth 0 points and last place in a match 1: a player who sits out falls behind"
    announce(client, place, format="swiss", table_size=2, bye_points=0)
    assertContains(client.get(f"/competitions/{Competition.objects.get().pk}/"), sentence)
    announce(client, place, format="swiss", table_size=2, points="2: 3 0", bye_points=0)
    assertNotContains(client.get(f"/competitions/{Competition.objects.last().pk}/"), sentence)


def test_groups_of_two_meet_everybody_and_play_on_for_the_third_place(client, place):
    more = {"table_size": 2, "groups": 3, "legs": 2, "qualify": 2, "best_of_rest": 2, "third_place": "on"}
    announce(client, place, format="groups_knock_out", **more)
    groups, finals = announced().stages
    assert (groups.format, groups.groups, groups.legs, groups.best_of_rest) == ("round_robin", 3, 2, 2)
    assert (finals.table_size, finals.third_place) == (2, True)


def test_an_elimination_takes_a_rulebook_with_elimination_where_the_chosen_one_has_none(client, place):
    announce(client, place, format="elimination_500", reseed="total")
    assert announced().rulebook == "elimination-500"
    assert announced().stages[0].reseed == "total"


def test_fields_that_a_card_does_not_ask_for_are_ignored(client, place):
    more = {"rounds": "many", "points": "nonsense", "groups": 999, "advance": 9}
    assert announce(client, place, format="double_elimination", **more).status_code == 302
    assert announced().stages == STAGES["double_elimination"]


@pytest.mark.parametrize(
    ("fields", "beside", "sentence"),
    [
        ({"format": "elimination_500", "advance": 4}, "advance", "4 cannot advance from a table of 4"),
        ({"format": "elimination_500", "table_size": 2}, "table_size", "3 to 10 seats"),
        ({"format": "season", "rounds": 3, "best_of": 5}, "best_of", "Between 1 and 3 matchdays can count."),
        ({"format": "season", "rounds": 3, "minimum": 5}, "minimum", "0 to 3 matchdays"),
        ({"format": "season", "rounds": "x"}, "rounds", "Enter a whole number."),
        ({"format": "season", "rounds": 51}, "rounds", "less than or equal to 50"),
        ({"format": "season", "points": "5 3 2 1"}, "points", "Line 1 must look like “4: 5 3 2 1”"),
        ({"format": "season", "points": "4: 5 3 2"}, "points", "needs points for 4 places, not for 3"),
        (
            {"format": "season", "points": "4: 1 2 3 4"},
            "points",
            "a lower place must not be worth more than a higher place",
        ),
        ({"format": "season", "points": "44: 1"}, "points", "Line 1: a table has 2 to 10 seats."),
        ({"format": "swiss", "bye_points": 900}, "bye_points", "A bye is worth"),
        (
            {"format": "single_elimination", "table_size": 4, "third_place": "on"},
            "third_place",
            "need two at a table",
        ),
        (
            {"format": "single_elimination", "table_size": 4, "consolation": "on"},
            "consolation",
            "A consolation needs a knock-out with two at a table",
        ),
        (
            {"format": "single_elimination", "table_size": 2, "consolation": "on", "reseed": "seed"},
            "consolation",
            "A consolation needs a bracket whose later rounds are not reseeded",
        ),
        (
            {"format": "single_elimination", "table_size": 2, "consolation": "on", "placement": "on"},
            "consolation",
            "With matches for every place everyone already plays on",
        ),
        (
            {"format": "single_elimination", "table_size": 2, "placement": "on", "reseed": "seed"},
            "reseed",
            "Matches for every place need a bracket that is not reseeded",
        ),
        ({"format": "single_elimination", "table_size": 2, "reseed": "total"}, "reseed", "by seed, not"),
        (
            {"format": "groups_knock_out", "groups": 1, "qualify": 1},
            "qualify",
            "At least 2 must advance to the next stage",
        ),
        ({"format": "swiss", "table_size": 4, "rulebook": "two-player"}, "table_size", "seats"),
        ({"format": "season", "limit": 2001}, "limit", "less than or equal to 2000"),
        ({"format": "season", "name": "  "}, "name", "required"),
        ({"format": "chess"}, "format", "Select a valid choice"),
    ],
)
def test_a_mistake_is_said_in_words_beside_its_field(client, place, fields, beside, sentence):
    page = announce(client, place, **fields)
    assertContains(page, "Some fields need fixing", status_code=422)
    errors = page.context["form"].errors
    assert list(errors) == [beside]
    assert sentence in " ".join(errors[beside])
    assertContains(page, f'id="id_{beside}_error"', status_code=422)
    assertContains(page, f'<a href="#id_{beside}_error">', status_code=422)
    assert not Competition.objects.exists()


def test_written_text_stays_after_a_mistake(client, place):
    page = announce(client, place, format="season", name="Winter", points="4: 5 3 2")
    assertContains(page, 'value="Winter"', status_code=422)
    assertContains(page, "4: 5 3 2", status_code=422)


def test_a_double_click_announces_once(client, place):
    for _click in range(2):
        answer = announce(client, place, format="swiss", command_id="one")
    assert answer.headers["Location"] == f"/competitions/{Competition.objects.get().pk}/"


@pytest.mark.parametrize("who", ["member", "nobody"])
def test_only_organizers_announce(client, who):
    place = club()
    if who == "member":
        eve = players("Eve")[0]
        Membership.objects.create(club=place, player=eve)
        log_in(client, eve)
    assert client.get(f"/clubs/{place.slug}/competitions/new/").status_code == 403
    assert announce(client, place, format="swiss").status_code == 403
    assert not Competition.objects.exists()


def test_the_page_names_no_club_of_others(client, place):
    assertNotContains(client.get(f"/clubs/{place.slug}/competitions/new/"), club().name)


def test_the_pairing_among_equal_points_is_chosen(client, place):
    answer = announce(client, place, format="swiss", table_size=2, fold="1", pull_up="bottom")
    assert answer.status_code == 302
    (stage,) = announced().stages
    assert (stage.fold, stage.pull_up) == (True, "bottom")
    page = announce(client, place, format="swiss", table_size=2, pull_up="sideways")
    assert page.status_code == 422


@pytest.mark.parametrize("card", ["single_elimination", "double_elimination"])
def test_a_bracket_can_keep_clubs_apart(client, place, card):
    assert announce(client, place, format=card, table_size=2, separate_clubs=2).status_code == 302
    assert announced().stages[0].separate_clubs == 2


def test_each_round_of_a_knock_out_can_be_seeded_anew(client, place):
    answer = announce(
        client, place, format="single_elimination", table_size=2, reseed="seed", third_place="on"
    )
    assert answer.status_code == 302
    (stage,) = announced().stages
    assert (stage.reseed, stage.third_place, stage.is_redrawn) == ("seed", True, True)
    assertContains(client.get(answer.headers["Location"]), "Knock-out, each round reseeded")


def test_a_knock_out_of_two_can_have_a_consolation(client, place):
    answer = announce(client, place, format="single_elimination", table_size=2, consolation="on")
    assert answer.status_code == 302
    assert announced().stages[0].consolation
    assertContains(client.get(answer.headers["Location"]), "Knock-out, with a consolation")


def test_finals_can_have_a_consolation(client, place):
    more = {"table_size": 2, "groups": 2, "qualify": 2}
    announce(client, place, format="groups_knock_out", consolation="on", **more)
    assert [stage.consolation for stage in announced().stages] == [False, True]


@pytest.mark.parametrize("card", ["swiss_cut", "season_finals"])
def test_finals_can_be_seeded_anew_round_by_round(client, place, card):
    announce(client, place, format=card, table_size=2, rounds=3, cut=4, qualify=4, reseed="seed")
    assert [stage.reseed for stage in announced().stages] == ["", "seed"]


def test_the_best_seeds_skip_the_first_round_of_a_knock_out_and_of_a_top_cut(client, place):
    announce(client, place, format="single_elimination", table_size=2, byes=4)
    assert announced().stages[0].byes == 4
    for card in ("swiss_cut", "groups_knock_out", "season_finals"):
        announce(client, place, format=card, byes=2)
        stages = competitions.look(Competition.objects.latest("pk").pk).settings.stages
        assert [stage.byes for stage in stages] == [0, 2]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"byes": 1001}, "less than or equal to 1000"),
        ({"byes": -1}, "greater than or equal to 0"),
        ({"byes": 2, "placement": "on"}, "With matches for every place no one can skip the first round."),
        (
            {"byes": 2, "reseed": "seed"},
            "With two at a table and later rounds reseeded, no one can skip the first round",
        ),
    ],
)
def test_byes_that_cannot_be_are_refused_beside_their_field(client, place, fields, sentence):
    page = announce(client, place, format="single_elimination", table_size=2, **fields)
    assertContains(page, sentence, status_code=422)
    beside = page.content.decode().split(sentence)[0].rsplit("<label", 1)[1]
    assert 'for="id_byes"' in beside
    assert not Competition.objects.exists()


def test_how_many_games_decide_is_chosen_and_refused_beside_its_field(client, place):
    facts = {"format": "single_elimination", "best_of_matches": 3, "best_of_from": "final"}
    page = announce(client, place, table_size=4, **facts)
    assert page.context["form"].errors == {
        "best_of_matches": ["Matches of several games need a knock-out with two at a table."]
    }
    assertContains(page, 'id="id_best_of_matches_error"', status_code=422)
    assert announce(client, place, table_size=2, **facts).status_code == 302
    (stage,) = announced().stages
    assert (stage.best_of_matches, stage.best_of_from) == (3, "final")


@pytest.mark.parametrize("card", ["double_elimination", "groups_knock_out", "swiss_cut", "season_finals"])
def test_every_knock_out_of_two_can_have_games(client, place, card):
    fields = {"format": card, "table_size": 2, "best_of_matches": 5, "best_of_from": "semi_finals"}
    assert announce(client, place, **fields).status_code == 302
    stage = announced().stages[-1]
    assert (stage.best_of_matches, stage.best_of_from) == (5, "semi_finals")
    assert all(stage.best_of_matches == 1 for stage in announced().stages[:-1])


def test_someone_who_reports_results_from_elsewhere_is_not_asked_for_times_of_tables(client, place):
    assert announce(client, place, format="season", venue="elsewhere", turn_seconds="").status_code == 302
    assert announced().turn_seconds == 60


def test_lots_can_be_drawn_for_the_seeding_of_the_names(client, place):
    names = "\n".join(f"Player {number}" for number in range(1, 9))
    assert announce(client, place, format="swiss", names=names, draw_lots="on").status_code == 302
    state = competitions.look(Competition.objects.get().pk)
    assert sorted(entrant.seed for entrant in state.entrants.values()) == list(range(1, 9))
    page = client.get(f"/competitions/{Competition.objects.get().pk}/edit/")
    assertNotContains(page, "Draw lots for the seeding")
    assertContains(page, "Webhooks")


def test_the_two_cups_say_how_many_sit_at_a_table_beside_their_titles(client, place):
    page = client.get(f"/clubs/{place.slug}/competitions/new/")
    for hint in ("two at a table", "three or more at a table"):
        assertContains(page, f'<span class="small held__hint">{hint}</span>')
