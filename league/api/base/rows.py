"""Rows that no table holds, asked as the framework asks a query: in an order, from one on, filtered."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any, Final

from django_filters import rest_framework as filters

_NOTHING: Final = (None, "")


class Rows:
    """Some dozens of rows that are worked out; each has a `pk` of its own."""

    def __init__(self, rows: Iterable[dict[str, Any]]) -> None:
        self._rows = list(rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self._rows)

    def __getitem__(self, part: slice) -> list[dict[str, Any]]:
        return self._rows[part]

    def order_by(self, *names: str) -> "Rows":
        """Return them in an order, of which the first name is the first word."""
        rows = self._rows
        for ordering in reversed(names):
            name = ordering.removeprefix("-")
            rows = sorted(rows, key=itemgetter(name), reverse=ordering.startswith("-"))
        return Rows(rows)

    def exclude(self, **nothing: None) -> "Rows":
        """Return those that have something there."""
        return Rows(row for row in self._rows if all(row[name] is not None for name in nothing))

    def behind(self, names: Sequence[str], values: Sequence[str]) -> "Rows":
        """Return those behind these values in an order (`-name`: downwards); ValueError for no values."""
        if not self._rows:
            return self
        keys = [name.removeprefix("-") for name in names]
        place = [_read(type(self._rows[0][key]), text) for key, text in zip(keys, values, strict=True)]
        return Rows(row for row in self._rows if _is_behind([row[key] for key in keys], place, names))

    def that_fit(self, known: dict[str, filters.Filter], wanted: dict[str, Any]) -> "Rows":
        """Return those that fit every filter for which something was wanted."""
        asked = [(known[name], value) for name, value in wanted.items() if value not in _NOTHING]
        return Rows(row for row in self._rows if all(_fits(filter_, row, value) for filter_, value in asked))


def _fits(filter_: filters.Filter, row: dict[str, Any], wanted: Any) -> bool:
    """Whether a row has what is wanted: the same, in a list, or with `icontains` a part of it."""
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
    """Return a place in an order as it was before a cursor held it."""
    return kind.fromisoformat(text) if hasattr(kind, "fromisoformat") else kind(text)
