"""Situation: a bracket is shown elsewhere: as a picture, in previews of links, in a frame of another site."""

import io
import re
from xml.etree import ElementTree as ET

import pytest
from django.test import Client
from PIL import Image
from pytest_django.asserts import assertContains, assertNotContains

from games.models import Player
from games.pictures.fonts import width
from league.models import Club, Competition
from league.rules.settings.stages import StageSettings
from tests.games.visiting import log_in
from tests.league.by_hand import play, played_elsewhere
from tests.league.club_nights import announced

pytestmark = pytest.mark.django_db

KNOCK_OUT = StageSettings("single_elimination", table_size=2, advance=1)
FORMATS = [
    (8, [StageSettings("single_elimination", table_size=2, advance=1, third_place=True)]),
    (11, [StageSettings("double_elimination", table_size=2)]),
    (12, [StageSettings("single_elimination", table_size=2, consolation=True)]),
    (12, [StageSettings("single_elimination", table_size=2, reseed="seed")]),
    (16, [StageSettings("single_elimination", table_size=4, advance=2)]),
    (23, [StageSettings("elimination_500", table_size=5, advance=2)]),
    (9, [StageSettings("swiss", table_size=3, rounds=4)]),
    (12, [StageSettings("season", table_size=4, rounds=3)]),
    (8, [StageSettings("round_robin", table_size=2, groups=2, qualify=2), KNOCK_OUT]),
]


def cup(entrants=8):
    return played_elsewhere(entrants, KNOCK_OUT)


def cup_that_is_redrawn(entrants):
    return played_elsewhere(
        entrants, StageSettings("single_elimination", table_size=2, advance=1, reseed="seed")
    )


def asked(competition, what, client=None, **question):
    return (client or Client()).get(f"/competitions/{competition.pk}/{what}", question)


def test_a_picture_can_be_read_whatever_people_call_themselves():
    made = cup()
    names = ["</text><script>alert(1)</script>", "A\x07\x0bB", '" onload="x', "\ufffe\u202eabc"]
    for player, name in zip(Player.objects.order_by("pk"), names, strict=False):
        Player.objects.filter(pk=player.pk).update(name=name)
    Competition.objects.update(name='"><script>x</script>\x08')
    content = asked(made, "bracket.svg").content
    assert b"<script" not in content
    for element in ET.fromstring(content.decode()).iter():
        assert not [name for name in element.attrib if name.startswith("on")]


def test_no_name_leaves_its_card_in_a_picture():
    made = cup()
    names = ["W" * 60, "山" * 60, "O'Brien <b>&amp; Sons", "i" * 60]
    for player, name in zip(Player.objects.order_by("pk"), names, strict=False):
        Player.objects.filter(pk=player.pk).update(name=name)
    play(made, 1)
    drawn = ET.fromstring(asked(made, "bracket.svg").content).iter()
    texts = [
        (element.text, element.get("font-weight") == "700") for element in drawn if element.get("x") == "57.0"
    ]
    assert len(texts) == 8
    assert {text[0] for text, _is_bold in texts} >= {"W", "山", "O", "i"}
    for text, is_bold in texts:
        assert width(text, 13, is_bold=is_bold) <= 196 - 40 - 10 - width("900", 13)
    assert "i" * 20 in max((text for text, _is_bold in texts), key=len)


def closed():
    made = cup()
    Club.objects.filter(pk=made.club_id).update(is_public=False)
    return made


def as_player(number):
    client = Client()
    log_in(client, Player.objects.get(name=f"Player {number}"))
    return client


def written(picture):
    return re.findall(r"<text[^>]*>([^<]*)</text>", picture.content.decode())


@pytest.mark.parametrize(("entrants", "stages"), FORMATS)
def test_every_format_has_its_picture_at_every_time(entrants, stages):
    rulebook = "elimination-500" if stages[0].format == "elimination_500" else "classic"
    made = played_elsewhere(entrants, *stages, rulebook=rulebook)
    for rounds in (0, 1, 100):
        play(made, rounds)
        for question in ({}, {"stage": "1"}, {"size": "card"}):
            drawn = asked(made, "bracket.svg", **question)
            assert drawn["Content-Type"] == "image/svg+xml"
            assert {"Friday", "Player 1"} <= set(written(drawn))


AT_TABLES = StageSettings("elimination_500", table_size=4, advance=2)


@pytest.mark.parametrize("shape", [13, 18, 21])
@pytest.mark.parametrize(
    ("entrants", "stage"), [(8, AT_TABLES), (13, AT_TABLES), (40, AT_TABLES), (8, KNOCK_OUT), (13, KNOCK_OUT)]
)
def test_a_wall_shows_a_cup_at_once_in_legible_names_and_without_a_head_of_its_own(entrants, stage, shape):
    rulebook = "elimination-500" if stage == AT_TABLES else "classic"
    made = played_elsewhere(entrants, stage, rulebook=rulebook)
    play(made, 1)
    drawn = asked(made, "bracket.svg", size="wall", shape=shape)
    assert "Friday" not in written(drawn)
    picture = ET.fromstring(drawn.content)
    wide, high = float(picture.attrib["width"]), float(picture.attrib["height"])
    assert max(wide, high * shape / 10) < 1320, "names have at least a hundredth of the width of the wall"
    players = {name for name in written(drawn) if name.startswith("Player ")}
    assert len(players) == entrants


@pytest.mark.parametrize("shape", ["", "0", "-3", "moon", "99999"])
def test_a_wall_of_no_shape_has_the_usual_picture(shape):
    made = cup()
    usual = asked(made, "bracket.svg", size="wall").content
    assert asked(made, "bracket.svg", size="wall", shape=shape).content == usual


def test_a_cup_too_large_for_a_wall_keeps_legible_names_for_its_pages():
    drawn = asked(cup(64), "bracket.svg", size="wall", shape="18")
    picture = ET.fromstring(drawn.content)
    assert float(picture.attrib["width"]) < 1500
    assert float(picture.attrib["height"]) > float(picture.attrib["width"])


def test_a_preview_of_a_list_shows_matches_where_many_have_a_bye():
    words = written(asked(cup_that_is_redrawn(12), "bracket.svg", size="card"))
    assert sum(word.startswith("Player ") for word in words) == 3 * 2 + 3
    assert "and 2 more" in words


def test_a_picture_names_everybody_and_who_is_still_open():
    made = cup(4)
    play(made, 1)
    words = written(asked(made, "bracket.svg"))
    assert words.count("Semi-finals") == 1
    assert words.count("Player 1") == 2
    assert words.count("Player 4") == 1
    assert "Winner of semi-final 1" in written(asked(cup(4), "bracket.svg"))


def test_previews_get_a_picture_of_their_size():
    image = Image.open(io.BytesIO(asked(cup(64), "bracket.png", size="card").content))
    assert image.size == (1200, 630)


@pytest.mark.parametrize("format_", ["single_elimination", "double_elimination"])
def test_the_picture_of_256_stays_reasonable(format_, django_assert_max_num_queries):
    made = played_elsewhere(256, StageSettings(format_, table_size=2, advance=1))
    with django_assert_max_num_queries(6):
        drawn = asked(made, "bracket.png")
    image = Image.open(io.BytesIO(drawn.content))
    assert image.width * image.height <= 10_100_000
    assert len(drawn.content) < 600_000
    assert len(asked(made, "bracket.svg").content) < 600_000


def test_a_picture_is_sent_once_as_long_as_it_is_the_same():
    made = cup()
    known = {"If-None-Match": asked(made, "bracket.png")["ETag"]}
    again = Client().get(f"/competitions/{made.pk}/bracket.png", headers=known)
    assert (again.status_code, again.content) == (304, b"")
    play(made, 1)
    assert Client().get(f"/competitions/{made.pk}/bracket.png", headers=known).status_code == 200


@pytest.mark.parametrize("what", ["bracket.svg", "bracket.png"])
def test_there_is_no_picture_before_the_start_nor_of_nonsense(what):
    made = cup()
    assert asked(announced(4), what).status_code == 404
    assert asked(made, what, step="x").status_code == 404
    assert asked(made, what, stage="9" * 50, size="\x00").status_code == 200
    assert Client().get(f"/competitions/999999/{what}").status_code == 404


@pytest.mark.parametrize("what", ["bracket.svg", "embed/bracket/", "embed/standings/"])
def test_hidden_names_are_numbers_whoever_asks(what):
    made = cup()
    client = as_player(3)
    Player.objects.filter(name="Player 3").update(name="Esther Secret", is_hidden=True)
    page = asked(made, what, client)
    assertNotContains(page, "Esther")
    assertContains(page, f"Player {Player.objects.get(is_hidden=True).pk}")


def test_the_page_tells_programs_that_preview_links():
    made = cup()
    page = asked(made, "bracket/")
    here = f"http://testserver/competitions/{made.pk}"
    assertContains(page, f'<meta property="og:image" content="{here}/bracket.png?size=card">')
    assertContains(page, '<meta property="og:title" content="Friday: bracket">')
    assertContains(page, f"&lt;iframe src=&quot;{here}/embed/bracket/?theme=light&quot;")
    assertContains(page, f"&lt;iframe src=&quot;{here}/embed/standings/?theme=light&quot;")


def test_a_closed_club_is_shown_nowhere_else():
    made = closed()
    client = as_player(1)
    for what in ("bracket.svg", "bracket.png", "embed/bracket/", "embed/standings/"):
        assert asked(made, what).status_code == 403
    for what in ("embed/bracket/", "embed/standings/"):
        assert asked(made, what, client).status_code == 403
    assert asked(made, "bracket.svg", client)["Cache-Control"] == "private, no-cache"
    page = asked(made, "bracket/", client)
    assertContains(page, "Only people in this club can open the link and the picture.")
    assertNotContains(page, "og:image")
    assertNotContains(page, "iframe")


@pytest.mark.parametrize("what", ["bracket", "standings"])
def test_other_sites_may_frame_the_embedded_page_and_nothing_else(what):
    made = cup()
    page = asked(made, f"embed/{what}/")
    assert "X-Frame-Options" not in page
    assert "frame-ancestors *" in page["Content-Security-Policy"]
    assert "default-src 'self'" in page["Content-Security-Policy"]
    whole = asked(made, "bracket/")
    assert whole["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in whole["Content-Security-Policy"]
    assert asked(closed(), f"embed/{what}/")["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("what", ["bracket", "standings"])
def test_the_embedded_page_knows_nobody(what):
    made = cup()
    page = asked(made, f"embed/{what}/", as_player(1))
    assert not page.cookies
    assert "Cookie" not in page.get("Vary", "")
    for words in ("csrf", "Log in", "Log out", "/me/", "<form"):
        assertNotContains(page, words)
    assert page.content == asked(made, f"embed/{what}/").content


def test_the_embedded_page_is_read_in_the_language_of_the_browser_alone():
    made, client = cup(), as_player(1)
    client.post("/language/", {"language": "cy", "next": "/"})
    address = f"/competitions/{made.pk}/embed/bracket/"
    assert client.get(address, headers={"accept-language": "ru"})["Content-Language"] == "ru"
    assert client.get(address)["Content-Language"] == "en"


@pytest.mark.parametrize(
    ("theme", "expected"),
    [("", "light"), ("light", "light"), ("dark", "dark"), ("auto", "auto"), ("x", "light")],
)
def test_the_theme_is_the_choice_of_the_other_site(theme, expected):
    assertContains(asked(cup(), "embed/bracket/", theme=theme), f'<html lang="en" data-theme="{expected}">')


def test_a_frame_asks_for_news_and_gets_nothing_while_there_is_none():
    made = cup()
    page = asked(made, "embed/standings/").content.decode()
    stamp = re.search(r"\?after=([\d.]+)", page).group(1)
    assert asked(made, "embed/standings/", after=stamp).status_code == 204
    play(made, 1)
    path = f"/competitions/{made.pk}/embed/bracket/"
    news = Client().get(path, {"after": stamp}, headers={"HX-Request": "true"})
    assert news.status_code == 200
    assertNotContains(news, "<html")


def test_links_open_beside_the_other_site_and_stages_within_the_frame():
    made = played_elsewhere(4, StageSettings("round_robin", table_size=2, qualify=2), KNOCK_OUT)
    play(made, 1)
    page = asked(made, "embed/bracket/", theme="dark")
    assertContains(page, '<base target="_blank">')
    assertContains(page, 'embed/bracket/?stage=1&amp;theme=dark" target="_self"')


@pytest.mark.parametrize("what", ["bracket", "standings"])
def test_whatever_is_asked_of_a_frame_is_answered(what):
    assert asked(announced(4), f"embed/{what}/").status_code == 200
    made = cup()
    for question in ({"stage": "0"}, {"stage": "x"}, {"all": "1"}, {"after": "\x00"}, {"find": "x" * 999}):
        assert asked(made, f"embed/{what}/", **question).status_code == 200
    assert asked(made, f"embed/{what}/", step="x").status_code == 422
    assert Client().get(f"/competitions/999999/embed/{what}/").status_code == 404
    assert Client().post(f"/competitions/{made.pk}/embed/{what}/").status_code == 405
