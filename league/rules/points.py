"""Competition points for a place at a table."""


def points(place: int, seats: int) -> int:
    """Return the points for a place: one for every seat from this place down, and one extra for winning.

    A table of four gives 5, 3, 2, 1; a table of three 4, 2, 1; two seats 3, 1. Those who share a
    place all get its points, and the places they fill together are skipped (1, 2, 2, 4).
    """
    return seats - place + 1 + (place == 1)
