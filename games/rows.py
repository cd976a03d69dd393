"""Rows as plain values: taken apart, put together again, and written where they differ.

Every move of everybody comes by here, and each step takes a third to a half of the time of model objects.
"""

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from django.db import connection, models

Row = TypeVar("Row", bound=models.Model)
Values = tuple[Any, ...]
"""One value for each column of a model, in its own order."""


def values(row: models.Model) -> Values:
    """Take a row apart."""
    return _taken_apart(type(row))(row)


def put_together(model: type[Row], its_values: Values) -> Row:
    """Return the row that was taken apart."""
    return model.from_db(None, _names(model), its_values)


def changed(row: models.Model, before: Values) -> list["models.Field[Any, Any]"]:
    """Return the columns in which a row is no longer as it was."""
    columns = zip(_fields(type(row)), before, values(row), strict=True)
    return [field for field, old, new in columns if old != new]


def update(row: models.Model, before: Values, *, guard: str = "") -> bool:
    """Write the columns that differ from `before`; return whether the row was still there to be written.

    A column named as `guard` must still be as it was, too. One query, none if nothing differs.
    """
    fields = changed(row, before)
    if not fields:
        return True
    told = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
    columns = ", ".join(f'"{field.column}" = %s' for field in fields)
    where, unchanged = '"id" = %s', [row.pk]
    if guard:
        where += f' AND "{guard}" = %s'
        unchanged.append(before[_names(type(row)).index(guard)])
    table = row._meta.db_table  # noqa: SLF001 - public in spite of its name
    with connection.cursor() as cursor:
        cursor.execute(f'UPDATE "{table}" SET {columns} WHERE {where}', [*told, *unchanged])  # noqa: S608
        return bool(cursor.rowcount == 1)


@cache
def _fields(model: type[models.Model]) -> list["models.Field[Any, Any]"]:
    return list(model._meta.concrete_fields)  # noqa: SLF001 - as above


@cache
def _names(model: type[models.Model]) -> list[str]:
    return [field.attname for field in _fields(model)]


@cache
def _taken_apart(model: type[models.Model]) -> Callable[[models.Model], Values]:
    return attrgetter(*_names(model))
