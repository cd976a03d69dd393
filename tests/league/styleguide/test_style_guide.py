"""Situation: those who build pages look up how everything looks; nobody else finds the page."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from pytest_django.asserts import assertContains

import games
import league
from games.rules.cards.cards import TOKENS
from games.templatetags.cards import card_name, sprite
from league.models import Club
from league.styleguide import colours
from league.styleguide.page import PARTS, StyleguidePage

STATIC = Path(games.__file__).parent / "static/games"
LEAGUE = Path(league.__file__).parent / "static/league"
OF_ITS_OWN = {"certificates", "poster", "print_outs", "screen"}
"""Sheets whose type and gaps follow the size of a hall or of paper instead of the scales."""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everything_can_be_read_in_both_themes(theme: str) -> None:
    faint = [
        (reading.pair.what, round(reading.contrast, 2))
        for reading in colours.readings(theme)
        if not reading.is_enough
    ]
    assert faint == []


def test_the_colour_of_a_club_can_be_read_in_both_themes() -> None:
    text = (LEAGUE / "clubs/colours.css").read_text()
    assert re.findall(r'\[data-colour="(\w+)"\]', text) == Club.Colour.values
    pairs = [pair for pair in colours.PAIRS if "accent" in (pair.front, pair.back)]
    pairs.append(colours.Pair("accent", "sunk", "links in a well"))
    for club_colour in Club.Colour.values:
        accent = re.findall(rf"--club-{club_colour}(?:-ink)?: light-dark\((.+), (.+)\);", text)
        for number, theme in enumerate(("light", "dark")):
            known = colours.colours(theme) | {"accent": accent[0][number], "accent-ink": accent[1][number]}
            for pair in pairs:
                assert colours.contrast(known[pair.front], known[pair.back]) >= pair.least, (
                    club_colour,
                    pair,
                )


def test_contrast_is_that_of_the_standard() -> None:
    assert colours.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert colours.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert colours.contrast("#ffffff", "#777777") == colours.contrast("#777777", "#ffffff")
    assert colours.contrast("#123456", "#123456") == 1


def test_dark_says_every_colour_that_it_changes_and_no_other() -> None:
    light, dark = colours.colours("light"), colours.colours("dark")
    assert light.keys() == dark.keys()
    assert light["paper"] != dark["paper"]
    assert light["red"] == dark["red"]


def test_style_sheets_use_only_sizes_of_the_scales() -> None:
    known = colours.themes()["light"].keys()
    for name in ("site.css", "pages/table.css", "cards.css"):
        used = set(re.findall(r"var\(--((?:text|space)-[\w-]+)", (STATIC / name).read_text()))
        assert used <= known, name
    sizes = [float(value.removesuffix("rem")) for value in colours.scale("text").values()]
    spaces = [float(value.removesuffix("rem")) for value in colours.scale("space").values()]
    assert sizes == sorted(sizes)
    assert spaces == sorted(spaces)


def test_every_sheet_of_a_part_exists() -> None:
    sheets = {sheet for part in PARTS for sheet in StyleguidePage(part).sheets}
    assert [sheet for sheet in sheets if not finders.find(sheet)] == []


CLUB_COLOURS = set(re.findall(r"--(club-[\w-]+):", (LEAGUE / "clubs/colours.css").read_text()))
NAMED = set(colours.themes()["light"]) | {"zoom"} | CLUB_COLOURS
"""The properties of the roots, and the one that a script sets."""
SHEETS = [*sorted(LEAGUE.rglob("*.css")), *sorted(STATIC.rglob("*.css"))]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_type_and_gaps_are_from_the_scales(sheet: Path) -> None:
    """What is smaller than the smallest step puts a line right by eye; below nothing, drawings overlap."""
    text = re.sub(r"(?:clamp|calc)\([^;}]*", "", sheet.read_text())
    matches = re.findall(
        r"(?<![\w-])(?:font(?:-size)?|(?:row-|column-)?gap|(?:margin|padding)[a-z-]*):([^;}]*)", text
    )
    loose = [
        answer
        for answer in matches
        for rem in re.findall(r"(?<![\w.-])([\d.]+)rem", answer)
        if float(rem) > 0.2
    ]
    assert sheet.stem in OF_ITS_OWN or loose == []


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_colours_are_those_that_have_a_name(sheet: Path) -> None:
    """Only where they get their names they are numbers; shades and shadows are of any colour."""
    text = re.sub(r":root\s*{[^}]*}", "", sheet.read_text(), count=1)
    assert re.findall(r"#[0-9a-f]{3,8}\b", text) == []
    assert set(re.findall(r"var\(--([\w-]+)", text)) - set(re.findall(r"--([\w-]+):", text)) <= NAMED


@pytest.mark.django_db
@pytest.mark.one_database
def test_the_guide_shows_every_card_and_is_there_only_while_the_site_is_built(client, settings) -> None:
    assert client.get("/styleguide/").status_code == 404
    settings.DEBUG = True
    page = client.get("/styleguide/")
    for number, text in enumerate(TOKENS):
        assertContains(page, f'aria-label="{card_name(number)}"')
        assertContains(page, f"<code>{text}</code>")
    for name in re.findall(r'id="(icon-[\w-]+)"', sprite()):
        assertContains(page, f'href="#{name}"')
    for state in ("is-hovered", "is-focused", "disabled", "aria-busy", "aria-invalid", "empty"):
        assertContains(page, state)
    assertContains(page, "style=", count=0)


OF_A_STATE = {
    "": "is-focused is-hovered seat--turn seat--out clock--short pending message",
    "competitions": "standings__me standings__line moved--up moved--down form__won timer--paused timer--over"
    " is-dragged match__line--on match__line--down match__line--cut podium__step--1 asof__banner award tick",
    "people": "place--won place--mine place--theirs date--off date__clash notices__new wishes duel__level",
    "score": "waiting standing__dealer standing__out pick--nobody left__row--held key--black chip undone",
    "replay": "movelist__step comments__step share__in aria-current empty",
    "rules": "option--changed choice--usual example__refused errorlist",
}
"""What each part of the guide shows besides what is as it usually is."""


@pytest.mark.django_db
@pytest.mark.one_database
@pytest.mark.parametrize("part", PARTS)
def test_every_part_of_the_guide_shows_its_components_in_their_states(part, client, settings) -> None:
    settings.DEBUG = True
    page = client.get("/styleguide/", {"part": part}).content.decode()
    assert [other_part for other_part in OF_A_STATE[part].split() if other_part not in page] == []
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_a_part_that_there_is_not_is_the_first_one() -> None:
    assert StyleguidePage("nonsense").part == ""
