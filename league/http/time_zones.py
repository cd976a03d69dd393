"""The time zones to choose from, for clubs and for people."""

from functools import cache
from importlib.resources import files
from typing import Any, Final
from zoneinfo import available_timezones

from django.utils.translation import gettext_lazy

from league.http.choices import not_a_choice

_UTC: Final = "UTC"
_REGIONS: Final = {
    "Africa": gettext_lazy("Africa"),
    "America": gettext_lazy("America"),
    "Antarctica": gettext_lazy("Antarctica"),
    "Arctic": gettext_lazy("Arctic"),
    "Asia": gettext_lazy("Asia"),
    "Atlantic": gettext_lazy("Atlantic"),
    "Australia": gettext_lazy("Australia"),
    "Europe": gettext_lazy("Europe"),
    "Indian": gettext_lazy("Indian Ocean"),
    "Pacific": gettext_lazy("Pacific"),
}
"""The names of the parts of the world after which time zones are named."""


def zones() -> list[tuple[str, Any]]:
    """Return the time zones to choose from: UTC, then the cities of each part of the world."""
    cities: dict[str, list[tuple[str, str]]] = {region: [] for region in _REGIONS}
    for name in sorted(_places()):
        region, _slash, city = name.partition("/")
        if region in cities:
            cities[region].append((name, city.replace("_", " ").replace("/", ", ")))
    return [(_UTC, _UTC), *((str(_REGIONS[region]), inside) for region, inside in cities.items())]


def present_name(name: str) -> str:
    """Return the name in the list for a time zone that has several, `Asia/Kolkata` for `Asia/Calcutta`."""
    return name if name == _UTC or name in _places() else _links().get(name, name)


def check_zone(name: str) -> str:
    """Return the name of a time zone; ValidationError for one that cannot be chosen."""
    region, _slash, city = name.partition("/")
    if name != _UTC and not (region in _REGIONS and city and name in available_timezones()):
        raise not_a_choice(name)
    return name


@cache
def _places() -> frozenset[str]:
    """Return the time zones under the names of today, each once, as the database of zones lists them."""
    return frozenset(line.split("\t")[2] for line in _lines("zone.tab") if not line.startswith("#"))


@cache
def _links() -> dict[str, str]:
    """Return older names of time zones, each with the name that it stands for."""
    links = (line.split() for line in _lines("tzdata.zi") if line.startswith("L "))
    return {older: name for _link, name, older in links}


def _lines(name: str) -> list[str]:
    return files("tzdata").joinpath("zoneinfo", name).read_text(encoding="utf-8").splitlines()
