"""Somebody founds a club and makes it theirs; everybody sees it, or only its people."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games.models import Player
from games.rulebooks import commands as custom_rulebooks
from league import competitions
from league.http.time_zones import zones
from league.models import Club, Competition, Membership
from league.rules.competition import commands
from league.rules.settings.stages import SEASON, StageSettings
from tests.games.playing import START
from tests.league.club_nights import BY, announced, club, knock_out, later, play_on, players, started
from tests.league.clubs.visiting import of, post, somebody

pytestmark = pytest.mark.django_db


def settings_of(club: Club, **changes) -> dict:
    usual = {
        "name": club.name,
        "analyses_matches": "on",
        "description": club.description,
        "colour": club.colour,
        "time_zone": club.time_zone,
        "default_rulebook": club.default_rulebook,
        "is_public": "1" if club.is_public else "0",
        "joining": club.joining,
    }
    return usual | changes


def test_someone_who_founds_a_club_owns_it() -> None:
    ana = somebody(name="Ana")
    answer = post(ana, "/clubs/new/", name="  Café   Zoë ", time_zone="Europe/Berlin")
    assertRedirects(answer, "/clubs/cafe-zoe/")
    made = Club.objects.get()
    assert (made.name, made.time_zone, made.is_public, made.joining) == (
        "Café Zoë",
        "Europe/Berlin",
        True,
        "request",
    )
    assert [(membership.player.name, membership.is_owner) for membership in Membership.objects.all()] == [
        ("Ana", True)
    ]


def test_founding_needs_an_account_a_name_and_a_time_zone() -> None:
    assertRedirects(Client().get("/clubs/new/"), "/log-in/?next=/clubs/new/")
    for wrong in ({"name": "  "}, {"name": "x" * 81}, {"time_zone": "Mars/Olympus"}, {"name": "\x00"}):
        fields = {"name": "Riverside", "time_zone": "UTC", **wrong}
        assert post(somebody(), "/clubs/new/", **fields).status_code == 422
    assert not Club.objects.exists()


@pytest.mark.parametrize(
    ("language", "label"), [("en", "Indian Ocean"), ("ru", "Индийский океан"), ("vi", "Ấn Độ Dương")]
)
def test_time_zones_are_listed_by_parts_of_the_world_in_the_visitors_language(language, label) -> None:
    page = somebody().get("/clubs/new/", headers={"Accept-Language": language})
    assertContains(page, f'<optgroup label="{label}">')
    assertContains(page, '<option value="Indian/Mauritius">Mauritius</option>')


def test_a_time_zone_is_listed_once_and_under_its_present_name() -> None:
    listed = [name for _part, cities in zones()[1:] for name, _city in cities]
    assert {"Asia/Kolkata", "Europe/Istanbul", "Asia/Nicosia", "Australia/Sydney"} <= set(listed)
    older = {"Asia/Calcutta", "Asia/Istanbul", "Europe/Nicosia", "Australia/ACT", "America/Virgin"}
    assert older.isdisjoint(listed)
    assert len(listed) == len(set(listed))


def test_an_older_name_of_a_time_zone_is_understood_and_shown_as_the_present_one() -> None:
    club_ = club()
    ana = somebody(club_, is_owner=True)
    Club.objects.update(time_zone="Asia/Saigon")
    assertContains(ana.get(f"/clubs/{club_.slug}/edit/"), 'value="Asia/Ho_Chi_Minh" selected')
    post(somebody(), "/clubs/new/", name="Lakeside", time_zone="Asia/Calcutta")
    assert Club.objects.get(name="Lakeside").time_zone == "Asia/Kolkata"


def test_clubs_of_one_name_have_addresses_of_their_own_and_sent_twice_there_is_one() -> None:
    ana = somebody()
    for slug in ("riverside", "riverside-2", "riverside-3"):
        assertRedirects(post(ana, "/clubs/new/", name="Riverside", time_zone="UTC"), f"/clubs/{slug}/")
    fields = {"name": "新しい", "time_zone": "UTC", "command_id": "one"}
    assert ana.post("/clubs/new/", fields).url == ana.post("/clubs/new/", fields).url == "/clubs/club/"
    assertRedirects(post(ana, "/clubs/new/", name="New", time_zone="UTC"), "/clubs/new-2/")


def test_owners_change_everything_but_the_address() -> None:
    club_ = club()
    ana = somebody(club_, is_owner=True)
    changes = {
        "name": "Other name",
        "description": "Thursdays at eight.",
        "colour": "violet",
        "time_zone": "Asia/Tokyo",
        "default_rulebook": "elimination-500",
        "is_public": "0",
        "joining": "open",
    }
    assertRedirects(post(ana, f"/clubs/{club_.slug}/edit/", **changes), f"/clubs/{club_.slug}/")
    club_.refresh_from_db()
    assert {name: getattr(club_, name) for name in changes} == changes | {"is_public": False}
    assertContains(ana.get(f"/clubs/{club_.slug}/edit/"), 'value="Asia/Tokyo" selected')


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"time_zone": "Europe/../../etc/passwd"},
        {"default_rulebook": "custom-99"},
        {"joining": "x"},
        {"colour": "#ff00ff"},
        {"is_public": "x"},
        {"description": "x" * 2001},
    ],
)
def test_settings_that_cannot_be_are_refused_beside_their_field(wrong) -> None:
    club_ = club()
    answer = post(somebody(club_, is_owner=True), f"/clubs/{club_.slug}/edit/", **settings_of(club_, **wrong))
    assertContains(answer, "errorlist", status_code=422)
    assertContains(answer, "Fix the fields marked in red first", status_code=422)
    assert Club.objects.get().name == club_.name


def test_the_usual_rulebook_may_be_one_of_the_club_and_is_chosen_beforehand() -> None:
    club_ = club()
    ana = somebody(club_, is_owner=True)
    custom = custom_rulebooks.keep(
        keeper=club_, name="House rules", preset="classic", options={"jump_in": True}, at=START
    )
    post(ana, f"/clubs/{club_.slug}/edit/", **settings_of(club_, default_rulebook=custom.key))
    assertContains(
        ana.get(f"/clubs/{club_.slug}/competitions/new/"), f'<option value="{custom.key}" selected>'
    )
    assertContains(ana.get(f"/clubs/{club_.slug}/"), f"/tables/new/?rulebook={custom.key}")
    custom_rulebooks.discard(custom)
    assertContains(ana.get(f"/clubs/{club_.slug}/"), "The usual rulebook no longer exists")
    assert ana.get(f"/clubs/{club_.slug}/competitions/new/").status_code == 200


def test_the_page_says_what_is_now_next_and_past_and_how_many_belong_to_it(client) -> None:
    club_ = club()
    for name, how in (("Cup", knock_out), ("Evening", announced), ("Old", announced)):
        made = how(4, name=name)
    competitions.act(made.pk, commands.Cancel(), by=BY, at=later(1))
    type(made).objects.update(club=club_)
    Membership.objects.bulk_create(Membership(club=club_, player=player) for player in players(3))
    page = client.get(f"/clubs/{club_.slug}/").content.decode()
    marks = ['id="now"', ">Cup<", 'id="next"', ">Evening<", 'id="past"', ">Old<"]
    assert sorted(marks, key=page.index) == marks
    assert "3 members" in page
    assert "Player 1" not in page


def test_competitions_that_are_over_come_in_pages_of_twenty(client) -> None:
    club_ = club()
    made = announced(0, name="Cup")
    rows = [Competition(club=club_, name=f"Cup {number:02}", format=made.format) for number in range(45)]
    for number, row in enumerate(rows):
        row.status, row.is_archived = Competition.Status.CANCELLED, number < 22
        row.created_at = row.finished_at = later(number)
    Competition.objects.bulk_create(rows)
    page = f"/clubs/{club_.slug}/"

    def shown(address: str) -> list[str]:
        return re.findall(r">(Cup \d\d)</a>", client.get(address).content.decode())

    archive = [f"Cup {number:02}" for number in range(21, 1, -1)]
    assert shown(page) == [f"Cup {number:02}" for number in range(44, 24, -1)] + archive
    assertContains(client.get(page), 'href="?past=2#past"')
    assertContains(client.get(page), "Archive (22)")
    assert shown(f"{page}?past=2") == ["Cup 24", "Cup 23", "Cup 22", *archive]
    assert shown(f"{page}?archived=2")[20:] == ["Cup 01", "Cup 00"]
    assert shown(f"{page}?past=x&archived=-1") == shown(page)


def test_dates_are_those_of_the_clubs_time_zone(client) -> None:
    made = announced(0)
    late = START.replace(hour=22, minute=30)
    type(made).objects.filter(pk=made.pk).update(created_at=late)
    for zone, day in (("UTC", late), ("Asia/Tokyo", late + timedelta(days=1))):
        Club.objects.update(time_zone=zone)
        assertContains(client.get(made.club.get_absolute_url()), f"{day:%-d %B %Y}")


def test_a_club_for_its_people_shows_strangers_only_how_to_come_in(client) -> None:
    made = knock_out(4, name="Secret cup")
    Club.objects.update(is_public=False, description="Ask us at the bar.")
    page = client.get(made.club.get_absolute_url())
    assertContains(page, "Ask us at the bar.")
    assertContains(page, "Only people in this club can see what it plays")
    assertNotContains(page, "Secret cup")
    assertContains(somebody(made.club).get(made.club.get_absolute_url()), "Secret cup")


def test_a_club_that_is_empty_says_what_to_do_next() -> None:
    club_ = club()
    page = somebody(club_, is_owner=True).get(f"/clubs/{club_.slug}/")
    for words in (
        "Nothing is announced",
        "Announce a competition",
        '">Describe your club</a>',
        "No finished competitions yet",
    ):
        assertContains(page, words)


def steps_left(client: Client, page: str) -> list[str] | None:
    """The first steps that are not done; None where no steps are shown."""
    steps = re.findall(
        r"<li>(.*?)</li>",
        client.get(page).content.decode().partition('class="steps"')[2].partition("</ol>")[0],
    )
    left = [re.sub("<[^>]+>", "", step) for step in steps if "Done:" not in step]
    return left if steps else None


def test_first_steps_are_ticked_when_they_are_done_and_go_away_with_the_last() -> None:
    club_ = club()
    ana, page = somebody(club_, name="Ana", is_owner=True), f"/clubs/{club_.slug}/"
    steps = ["Invite people", "Announce a competition", "Play your first night"]
    later_ = f"{steps[2]} after you announce a competition"
    assert steps_left(ana, page) == [*steps[:2], later_]
    assert steps_left(somebody(), page) is None
    post(ana, f"{page}invitations/", note="", days=7, most_uses=5, roles="member")
    assert steps_left(ana, page) == [steps[1], later_]
    cup = announced_again(club_)
    assert steps_left(ana, page) == steps[2:]
    assertContains(ana.get(page), f'<a href="{cup.get_absolute_url()}">Play your first night</a>')
    play_on(cup)
    assert steps_left(ana, page) is None


def test_the_page_costs_the_same_queries_however_much_there_is(django_assert_num_queries) -> None:
    club_ = club()
    ana = somebody(club_, is_owner=True)
    ana.get(f"/clubs/{club_.slug}/")  # what Django keeps of its content types
    for size in (1, 3):
        for _number in range(size):
            made = announced(0)
            type(made).objects.filter(pk=made.pk).update(club=club_)
            Membership.objects.create(club=club_, player=Player.objects.create(name="x"))
        with django_assert_num_queries(13):
            ana.get(f"/clubs/{club_.slug}/")


def test_the_visitor_reads_what_they_are_here() -> None:
    club_ = club()
    ana = somebody(club_, is_referee=True)
    assertContains(ana.get(f"/clubs/{club_.slug}/"), "Your roles here: referee and member")
    assert of(ana).clubs.get() == club_


def test_the_page_of_a_club_names_its_last_champions() -> None:
    cup = knock_out(5)
    page = f"/clubs/{cup.club.slug}/"
    assertNotContains(Client().get(page), "sheet latest")
    competitions.act(cup.pk, commands.Cancel(), by=BY, at=later(1))
    made = play_on(announced_again(cup.club))
    winner = made.entrants.get(rank=1).player
    shown = Client().get(page)
    assertContains(shown, f'<a href="/players/{winner.pk}/"><strong>{winner.name}</strong></a>')
    assertContains(shown, f"/competitions/{made.pk}/closing/")


def test_the_winners_of_a_season_are_named_with_their_divisions() -> None:
    season = play_on(started(8, groups=2))
    page = Client().get(f"/clubs/{season.club.slug}/").content.decode()
    latest = page[page.index("sheet latest") :]
    names = [season.entrants.get(division=n, division_rank=1).player.name for n in (1, 2)]
    places = [latest.index(words) for words in (names[0], "Division 1", names[1], "Division 2")]
    assert places == sorted(places)


def test_the_pages_of_a_club_have_its_colour() -> None:
    cup = announced(4)
    Club.objects.update(colour="violet")
    club = cup.club.get_absolute_url()
    for page in (club, f"{club}calendar/", f"{club}ladder/", cup.get_absolute_url()):
        assertContains(Client().get(page), '<main id="main" data-colour="violet">')
    assertContains(Client().get("/"), '<main id="main" data-colour="">')


def announced_again(club: Club) -> Competition:
    """Another evening of the club that has started."""
    stages = [StageSettings(SEASON)]
    facts = {"name": "Saturday", "rulebook": "classic", "options": {"target_score": 40}, "with_bots": True}
    made = competitions.create(club=club, stages=stages, by=BY, at=START, **facts)
    competitions.enter(made.pk, players=players(4), by=BY, at=START)
    competitions.act(made.pk, commands.Start(), by=BY, at=START)
    return made
