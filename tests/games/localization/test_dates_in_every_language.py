"""Dates and times are written as the reader's language writes them."""

import datetime as dt
import re
from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import translation

from games.localization import dates
from tests.languages.gathering import ROOT

pytestmark = pytest.mark.one_database

EVENING = dt.datetime(2026, 11, 23, 19, 5, 7, tzinfo=ZoneInfo("Europe/London"))
_IN_TEMPLATES = re.compile(r"\|(?:date|time)\b(?!:[\"'](?:c|Y-m-d)[\"'])")
_IN_MODULES = re.compile(r"dateformat\b|date_format\(|time_format\(|:%[HIdjAB]|strftime\(\"[^\"]*%[ABb]")
_FOR_MACHINES = ('format="%H:%M"', "%Y%m%dT", "%Y-%m-%d")


def written(language: str, write: Callable[..., str], *facts: Any) -> str:
    with translation.override(language):
        return re.sub(r"[\u00a0\u202f\u2009]", " ", write(*facts))


@pytest.mark.parametrize(
    ("language", "day", "hour"),
    [
        ("en", "23 November 2026", "19:05"),
        ("vi", "23 tháng 11, 2026", "19:05"),
        ("fil", "Nobyembre 23, 2026", "7:05 PM"),
        ("cy", "23 Tachwedd 2026", "19:05"),
        ("ru", "23 ноября 2026 г.", "19:05"),
    ],
)
def test_a_day_and_an_hour(language: str, day: str, hour: str) -> None:
    assert written(language, dates.day, EVENING) == day
    assert written(language, dates.clock, EVENING) == hour
    assert written(language, dates.moment, EVENING) in {f"{day}, {hour}", f"{hour} {day}"}


@pytest.mark.parametrize(
    ("language", "month", "weekday"),
    [
        ("en", "November 2026", "Monday 23 November"),
        ("vi", "Tháng 11 năm 2026", "Thứ Hai, 23 tháng 11"),
        ("fil", "Nobyembre 2026", "Lunes, Nobyembre 23"),
        ("cy", "Tachwedd 2026", "Dydd Llun, 23 Tachwedd"),
        ("ru", "Ноябрь 2026 г.", "понедельник, 23 ноября"),
    ],
)
def test_a_month_as_a_heading_and_a_weekday_without_a_year(language: str, month: str, weekday: str) -> None:
    assert written(language, dates.month, EVENING) == month
    assert written(language, dates.weekday, EVENING) == weekday


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Monday 23 November 2026, 19:05–22:30"),
        ("vi", "19:05–22:30 Thứ Hai, 23 tháng 11, 2026"),
        ("fil", "Lunes, Nobyembre 23, 2026, 7:05–10:30 PM"),
        ("cy", "Dydd Llun, 23 Tachwedd 2026, 19:05 – 22:30"),
        ("ru", "понедельник, 23 ноября 2026 г., 19:05–22:30"),
    ],
)
def test_an_evening_from_its_begin_to_its_end(language: str, words: str) -> None:
    assert written(language, dates.span, EVENING, EVENING.replace(hour=22, minute=30)) == words


def test_an_evening_that_ends_after_midnight_names_both_days() -> None:
    ends = EVENING + dt.timedelta(hours=6)
    words = "Monday 23 November 2026, 19:05 – Tuesday 24 November, 01:05"
    assert written("en", dates.span, EVENING, ends) == words
    assert written("fil", dates.span, EVENING, ends).endswith("– Martes, Nobyembre 24, 1:05 AM")


def test_an_hour_stays_in_the_time_zone_that_it_carries() -> None:
    in_manila = EVENING.astimezone(ZoneInfo("Asia/Manila"))
    assert written("en", dates.near_moment, in_manila) == "Tue 24 Nov, 03:05 PST"


def test_no_template_and_no_module_has_a_format_of_its_own() -> None:
    """Machines read `|date:"c"` and `|date:"Y-m-d"`; people read what `games.localization` writes."""
    wrong = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:90]}"
        for pattern, folders in ((_IN_TEMPLATES, ["templates"]), (_IN_MODULES, ["games", "league"]))
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.py" if folder != "templates" else "*.*"))
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if pattern.search(line) and not any(machine in line for machine in _FOR_MACHINES)
    ]
    assert not wrong, "\n".join(wrong)
