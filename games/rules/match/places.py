"""The places of partners: those of their sides."""

from collections.abc import Sequence


def of_sides(places: Sequence[int]) -> list[int]:
    """Return the places of partners by seat: there are two sides, so a side that has not won is second."""
    return [min(place, 2) for place in places]
