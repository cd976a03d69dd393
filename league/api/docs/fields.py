"""A field of a shape in words: what it may be, and whether it has to be there."""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from league.webhooks.kinds import KINDS

_FORMATS: Final = {"date-time": "time (ISO 8601, UTC)", "date": "date", "uri": "address", "double": "number"}
_BOUNDS: Final = (("minimum", "from"), ("maximum", "to"), ("maxLength", "up to"), ("maxItems", "up to"))


_CHOICE: Final = re.compile(r"^\* `(.*?)` - (.*)$", re.MULTILINE)


class Field(NamedTuple):
    """A field, or something behind `?` or in a header; `shape` names the object that it is or holds."""

    name: str
    kind: str
    shape: str
    is_required: bool
    about: str


def fields_of(shape: Mapping[str, Any]) -> list[Field]:
    """Return the fields of an object."""
    required = set(shape.get("required", ()))
    found = []
    for name, one in shape.get("properties", {}).items():
        kind, inner = kind_of(one)
        found.append(Field(name, kind, inner, name in required, said(one)))
    return found


def said(schema: Mapping[str, Any]) -> str:
    """Return what is said of a value, its choices in a line with it."""
    return _CHOICE.sub(r"`\1`: \2.", schema.get("description", "")).replace("..", ".")


def named(schema: Mapping[str, Any] | None) -> str:
    """Return the name of the shape that a schema is, or holds; empty for none."""
    if not schema:
        return ""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    inner = [*schema.get("allOf", ()), *schema.get("oneOf", ()), *schema.get("anyOf", ())]
    inner += [
        schema[name] for name in ("items", "additionalProperties") if isinstance(schema.get(name), dict)
    ]
    inner += list(schema.get("properties", {}).values()) if schema.get("type") == "object" else []
    return next((name for one in inner if (name := named(one))), "")


def kind_of(schema: Mapping[str, Any]) -> tuple[str, str]:
    """Return what a value may be in words, and the shape that this speaks of."""
    words = _words(schema)
    for bound, said in _BOUNDS:
        if bound in schema and abs(schema[bound]) < 2**53:
            words += f", {said} {schema[bound]}"
    if "default" in schema and schema["default"] not in (None, "", [], {}):
        default = schema["default"]
        words += f", usually {str(default).lower() if isinstance(default, bool) else default}"
    return words, named(schema)


def _words(schema: Mapping[str, Any]) -> str:
    types = schema.get("type", "object" if "$ref" in schema or "allOf" in schema else "anything")
    several = types if isinstance(types, list) else [types]
    if "oneOf" in schema:
        several = list(dict.fromkeys(one.get("type", "object") for one in schema["oneOf"]))
    return " or ".join(_word(one, schema) for one in several)


def _word(kind: str, schema: Mapping[str, Any]) -> str:
    if kind == "null":
        return "null"
    if "enum" in schema:
        return _choices([one for one in schema["enum"] if one is not None])
    if kind == "array":
        inner = _words(schema.get("items", {}))
        return f"list of {inner}" if inner.startswith("one of") else f"list ({inner})"
    if kind == "string":
        return _FORMATS.get(schema.get("format", ""), "text")
    return {"integer": "whole number", "number": "number", "boolean": "true or false"}.get(kind, kind)


def _choices(names: list[Any]) -> str:
    if KINDS.keys() == set(names):
        return "one of the types of webhooks"
    backwards = [one for one in names if str(one)[1:] in names]
    listed = ", ".join(f"`{one}`" for one in names if one not in backwards)
    return f"one of {listed}" + (", each also with `-` in front" if backwards else "")
