"""Every shape in which an event was ever stored: `python -m tests.games.stored_events --write`.

`stored_events.json` holds name and schema, the fields with types and defaults, and a payload. It only grows:
writing adds what is new and never touches what is there.
"""

import ast
import json
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

FILE = Path(__file__).with_name("stored_events.json")


def known() -> dict[str, dict[str, Any]]:
    """Return what the file says by `name schema`: `fields` (name to type and default) and `sample`."""
    return json.loads(FILE.read_text()) if FILE.exists() else {}


def fields_of(cls: type[msgspec.Struct]) -> dict[str, str]:
    """Return the shape of an event: what each of its fields is called, holds, and is when it is left out."""
    types = get_type_hints(cls)
    return {
        field.name: _type_name(types[field.name]) + ("" if field.required else f" = {_default(field)!r}")
        for field in msgspec.structs.fields(cls)
    }


def defaults_of(fields: Mapping[str, str]) -> dict[str, Any]:
    """Return what plain fields of a shape are when they are left out, by name."""
    forms = {}
    for name, text in fields.items():
        with suppress(SyntaxError, ValueError):  # the end of a shape inside another one
            forms[name] = ast.literal_eval(text.rpartition(" = ")[2])
    return forms


def complaint(name: str, schema: int, cls: type[msgspec.Struct], stored: Mapping[str, Any]) -> str:
    """Return what is wrong with an event of today beside the stored shapes, empty if nothing is."""
    stored_shape = stored.get(f"{name} {schema}")
    if stored_shape is None:
        return f"{name} of schema {schema} has no stored sample: write it with `--write`"
    if stored_shape["fields"] != fields_of(cls):
        return f"the shape of {name} has changed: give it schema {schema + 1}, an upcast and a new sample"
    return ""


def sample_of(cls: type[msgspec.Struct]) -> msgspec.Struct:
    """Return an event with something in every field."""
    types = get_type_hints(cls)
    return cls(*(_value(types[field.name]) for field in msgspec.structs.fields(cls)))


def write() -> None:
    """Add the events of today that the file does not know yet."""
    from games import eventstore

    stored = known()
    for name, cls in eventstore.event_classes().items():
        event = sample_of(cls)
        _name, schema, payload = eventstore.encode(event)
        stored.setdefault(f"{name} {schema}", {"fields": fields_of(cls), "sample": payload})
    FILE.write_text(json.dumps(dict(sorted(stored.items())), indent=1, ensure_ascii=False) + "\n")


def _type_name(of: Any) -> str:
    """Return a type in words that change when anything inside it does."""
    inner = get_args(of)
    if get_origin(of) is UnionType:
        return " | ".join(map(_type_name, inner))
    if inner:
        return f"{get_origin(of).__name__}[{', '.join(map(_type_name, inner))}]"
    if _is_struct(of):
        return f"{{{', '.join(f'{name}: {held}' for name, held in fields_of(of).items())}}}"
    return getattr(of, "__name__", str(of))


def _is_struct(of: Any) -> bool:
    return isinstance(of, type) and issubclass(of, msgspec.Struct)


def _default(field: Any) -> Any:
    return field.default_factory() if field.default is msgspec.NODEFAULT else field.default


def _value(of: Any) -> Any:
    """Return something of a type that is not its usual default."""
    if of in _VALUES:
        return _VALUES[of]
    if _is_struct(of):
        return sample_of(of)
    inner = get_args(of)
    if get_origin(of) is UnionType:
        return _value(inner[0])
    if get_origin(of) is list:
        return [_value(inner[0])] * 2
    if get_origin(of) is dict:
        return {"key" if inner[0] is str else _value(inner[0]): _value(inner[1])}
    return tuple(_value(part) for part in inner if part is not ...)


_VALUES: dict[Any, Any] = {int: 3, bool: True, str: "word", float: 1.5, Any: "anything"}

if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    django.setup()
    if "--write" not in sys.argv:
        sys.exit(__doc__)
    write()
