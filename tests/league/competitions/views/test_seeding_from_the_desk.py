"""Situation: an organizer puts the entrants into their order of strength, in every way there is."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from pytest_django.asserts import assertContains

from games.models import Player
from league import competitions
from league.competitions import rating_updates
from league.models import Competition, Entrant, Membership
from league.rules.competition.commands import Withdraw
from tests.games.playing import START
from tests.games.visiting import log_in
from tests.league.club_nights import BY, announced, fresh, play_on, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition(client):
    made = announced(4)
    olga = Player.objects.create(name="Olga")
    Membership.objects.create(club=made.club, player=olga, is_organizer=True)
    log_in(client, olga)
    return made


def seed(client, competition, **fields):
    return client.post(f"/competitions/{competition.pk}/seed/", fields)


def order(competition):
    return [entrant.number for entrant in competition.entrants.filter(withdrawn=False).order_by("seed")]


def numbers(*seeds):
    return {f"seed_{number}": seed for number, seed in enumerate(seeds, start=1)}


def test_numbers_are_written(client, competition):
    seed(client, competition, **numbers(4, 3, 2, 1))
    assert order(competition) == [4, 3, 2, 1]


def test_arrows_move_a_name_without_script(client, competition):
    seed(client, competition, up=3, **numbers(1, 2, 3, 4))
    assert order(competition) == [1, 3, 2, 4]
    seed(client, competition, down=1, **numbers(1, 2, 3, 4))
    assert order(competition) == [2, 1, 3, 4]
    seed(client, competition, up=1, **numbers(1, 2, 3, 4))
    assert order(competition) == [1, 2, 3, 4]


def test_the_start_does_not_overwrite_an_order_that_was_saved_after_the_one_shown(client, competition):
    seen = fresh(competition).version
    seed(client, competition, **numbers(4, 3, 2, 1))
    now, start = fresh(competition).version, f"/competitions/{competition.pk}/start/"
    answer = client.post(start, {"after": now, "seeding_after": seen, **numbers(2, 1, 3, 4)})
    assertContains(answer, 'data-seeding="unsaved"', status_code=409)
    page = answer.content.decode()
    assert page.index('name="seed_2"') < page.index('name="seed_1"'), "the order that was sent is still shown"
    assert order(competition) == [4, 3, 2, 1]
    assert fresh(competition).is_before_start
    assert client.post(start, {"after": now, "seeding_after": now, **numbers(2, 1, 3, 4)}).status_code == 302
    assert order(competition) == [2, 1, 3, 4]


def test_a_seeding_is_saved_although_somebody_has_entered_since(client, competition):
    seen = fresh(competition).version
    competitions.enter(competition.pk, players=[Player.objects.create(name="Late")], by=BY, at=START)
    assert seed(client, competition, after=seen, **numbers(4, 3, 2, 1)).status_code == 302
    assert order(competition) == [4, 3, 2, 1, 5]


def test_a_seeding_is_saved_although_somebody_has_left_since(client, competition):
    seen = fresh(competition).version
    competitions.act(competition.pk, Withdraw(2), by=BY, at=START)
    assert seed(client, competition, after=seen, **numbers(4, 3, 2, 1)).status_code == 302
    assert order(competition) == [4, 3, 1]


def test_a_seeding_that_is_refused_stays_on_the_page(client, competition):
    seen = fresh(competition).version
    seed(client, competition, **numbers(2, 1, 3, 4))
    for path in ("seed", "start"):
        page = client.post(f"/competitions/{competition.pk}/{path}/", {"after": seen, **numbers(4, 3, 2, 1)})
        assert page.status_code == 409
        assert [entrant.number for entrant, _field in page.context["desk"].seeds] == [4, 3, 2, 1]
    assert order(competition) == [2, 1, 3, 4]


@pytest.mark.parametrize("way", ["lot", "rating"])
@pytest.mark.parametrize("is_saved", [True, False])
def test_an_order_made_by_hand_is_replaced_only_after_a_second_press(client, competition, way, is_saved):
    if is_saved:
        seed(client, competition, **numbers(4, 3, 2, 1))
    before = order(competition)
    page = seed(client, competition, **{way: 1}, **numbers(4, 3, 2, 1))
    assertContains(page, "would replace the order that you made by hand", status_code=422)
    assertContains(page, f'name="replaces" value="{way}"', status_code=422)
    assert order(competition) == before
    assert seed(client, competition, replaces=way, **{way: 1}, **numbers(4, 3, 2, 1)).status_code == 302


def test_lots_and_ratings_replace_each_other_unasked(client, competition):
    for way in ("lot", "rating", "lot"):
        assert seed(client, competition, **{way: 1}, **shown(competition)).status_code == 302


def shown(competition):
    return {f"seed_{number}": seed for seed, number in enumerate(order(competition), start=1)}


def test_lots_are_drawn_from_a_seed_that_stays(client, competition):
    seed(client, competition, lot=1)
    stored = competition.events.get(name="entrants_seeded").payload
    assert '"method":"lot"' in stored
    assert len(stored.split('"seed":"')[1].split('"')[0]) == 16
    seed(client, competition, blocks=1, **numbers(4, 3, 2, 1))
    assert order(competition)[:2] == [4, 3]


def test_by_the_standings_of_an_earlier_competition(client, competition):
    before = play_on(started(3))
    Competition.objects.filter(pk=before.pk).update(club=competition.club)
    third, first = (
        before.entrants.order_by("-rank").first().player,
        before.entrants.order_by("rank").first().player,
    )
    competitions.enter(competition.pk, players=[third, first], by=BY, at=START)
    assertContains(client.get(f"/competitions/{competition.pk}/"), f'<option value="{before.pk}">')
    seed(client, competition, standings=1, earlier=before.pk)
    assert order(competition) == [6, 5, 1, 2, 3, 4]


def test_standings_of_another_club_say_nothing(client, competition):
    other = play_on(started(3))
    page = seed(client, competition, standings=1, earlier=other.pk)
    assertContains(page, "Choose a competition of the club", status_code=422)


def test_by_the_ladder_of_the_club(client, competition):
    before = play_on(started(3))
    Competition.objects.filter(pk=before.pk).update(club=competition.club)
    rating_updates.recompute(competition.club_id)
    third, first = (
        before.entrants.order_by("-rank").first().player,
        before.entrants.order_by("rank").first().player,
    )
    competitions.enter(competition.pk, players=[third, first], by=BY, at=START)
    seed(client, competition, rating=1)
    assert order(competition) == [6, 5, 1, 2, 3, 4]


LIST = "Name;Club;Rating\nplayer 2;North;1500\nPlayer 4;;1800.5\n\nPlayer 1;South;900\nPlayer 3;;1000\n"


def test_a_list_with_ratings_and_clubs(client, competition):
    assert seed(client, competition, csv=1, list=LIST).status_code == 302
    assert order(competition) == [4, 2, 3, 1]
    assert [entrant.team for entrant in Entrant.objects.filter(competition=competition)] == [
        "South",
        "North",
        "",
        "",
    ]


def test_a_file_and_rows_without_ratings(client, competition):
    text = "\ufeffPlayer 3\nPlayer 1\nPlayer 4\nPlayer 2\n"
    sent = SimpleUploadedFile("seeds.csv", text.encode())
    assert seed(client, competition, csv=1, file=sent).status_code == 302
    assert order(competition) == [3, 1, 4, 2]


@pytest.mark.parametrize(
    ("row", "sentences"),
    [
        ("Zed", "No entrant has this name."),
        ("Player 1", "This name is in the list twice."),
        ("Player 4,North,strong", "The rating “strong” is not a number."),
        ("Player 4,North,nan", "The rating “nan” is not a number."),
        (f"Player 4,{'x' * 61}", "The club’s name can have up to 60 characters."),
        ("Player 4,North,1,more", "This row has more than a name, a club and a rating."),
        ("", "This entrant is missing from the list."),
    ],
)
def test_every_row_that_does_not_fit_is_told_and_nothing_changes(client, competition, row, sentences):
    text = f"Player 1\nPlayer 2\nPlayer 3\n{row}"
    page = seed(client, competition, csv=1, list=text)
    assertContains(page, sentences, status_code=422)
    assertContains(page, "Nothing was changed", status_code=422)
    assertContains(page, "Player 1\nPlayer 2", status_code=422)
    assert fresh(competition).version == competition.version


def test_two_of_one_name_are_seeded_by_number(client, competition):
    twin = Player.objects.create(name="Player 1")
    competitions.enter(competition.pk, players=[twin], by=BY, at=START)
    page = seed(client, competition, csv=1, list="Player 1\nPlayer 2\nPlayer 3\nPlayer 4")
    assertContains(page, "Two entrants have this name.", status_code=422)


def test_a_list_of_rubbish_is_no_fault_of_the_server(client, competition):
    for text in ("", '"', "\x00\x00", '"a\nb', ",,,\n,", "x," * 5000):
        assert seed(client, competition, csv=1, list=text).status_code == 422
    sent = SimpleUploadedFile("seeds.csv", bytes(range(256)))
    assert seed(client, competition, csv=1, file=sent).status_code == 422


def test_a_list_that_is_not_a_list_is_refused_as_a_whole(client, competition):
    page = seed(client, competition, csv=1, list='"' + "x" * 200_000)
    assertContains(page, "<b>The list</b>: It must be text with a row for each entrant.", status_code=422)


def test_a_list_of_somebody_who_saw_less_changes_nothing(client, competition):
    page = seed(client, competition, csv=1, list=LIST, after=1)
    assertContains(page, "Someone was faster", status_code=409)
    assert {entrant.team for entrant in competition.entrants.all()} == {""}
