"""Rows that no table holds, with the part of a QuerySet that lists need: order, slices, filters."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any, Final

from django_filters import rest_framework as filters

_NOTHING: Final = (None, "")


class Rows:
    """A few dozen computed rows; each has its own `pk`."""

    def __init__(self, rows: Iterable[dict[str, Any]]) -> None:
        self._rows = list(rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self._rows)

    def __getitem__(self, part: slice) -> list[dict[str, Any]]:
        return self._rows[part]

    def order_by(self, *names: str) -> "Rows":
        """Return the rows in an order; the first name decides first."""
        rows = self._rows
        for ordering in reversed(names):
            name = ordering.removeprefix("-")
            rows = sorted(rows, key=itemgetter(name), reverse=ordering.startswith("-"))
        return Rows(rows)

    def exclude(self, **nothing: None) -> "Rows":
        """Return the rows that have a value in the field."""
        return Rows(row for row in self._rows if all(row[name] is not None for name in nothing))

    def behind(self, names: Sequence[str], values: Sequence[str]) -> "Rows":
        """Return the rows after these values in an order (`-name`: descending). ValueError: bad values."""
        if not self._rows:
            return self
        keys = [name.removeprefix("-") for name in names]
        place = [_read(type(self._rows[0][key]), text) for key, text in zip(keys, values, strict=True)]
        return Rows(row for row in self._rows if _is_behind([row[key] for key in keys], place, names))

    def that_fit(self, known: dict[str, filters.Filter], wanted: dict[str, Any]) -> "Rows":
        """Return the rows that match every filter of the query."""
        asked = [(known[name], value) for name, value in wanted.items() if value not in _NOTHING]
        return Rows(row for row in self._rows if all(_fits(filter_, row, value) for filter_, value in asked))


def _fits(filter_: filters.Filter, row: dict[str, Any], wanted: Any) -> bool:
    """Whether a row matches a filter: the same value, a value of a list, or with `icontains` a part of it."""
    held = row.get(filter_.field_name)
    if filter_.lookup_expr == "icontains":
        return wanted.casefold() in str(held).casefold()
    return wanted in held if isinstance(held, Collection) and not isinstance(held, str) else held == wanted


def _is_behind(row: Sequence[Any], place: Sequence[Any], names: Sequence[str]) -> bool:
    for mine, other, name in zip(row, place, names, strict=True):
        if mine != other:
            return bool(mine < other if name.startswith("-") else mine > other)
    return False


def _read(kind: Any, text: str) -> Any:
    """Return a value of a cursor in its own type."""
    return kind.fromisoformat(text) if hasattr(kind, "fromisoformat") else kind(text)
