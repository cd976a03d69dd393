"""A field of a shape in words: what it may be, and whether it has to be there."""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.webhooks.kinds import KINDS

_FORMATS: Final = {
    "date-time": gettext_lazy("time (ISO 8601, UTC)"),
    "date": gettext_lazy("date"),
    "uri": gettext_lazy("address"),
    "double": gettext_lazy("number"),
}
_TYPES: Final = {
    "integer": gettext_lazy("whole number"),
    "number": gettext_lazy("number"),
    "boolean": gettext_lazy("true or false"),
    "object": gettext_lazy("object"),
    "anything": gettext_lazy("anything"),
}
_UP_TO: Final = gettext_lazy("up to {number}")
_BOUNDS: Final = {
    "minimum": gettext_lazy("from {number}"),
    "maximum": gettext_lazy("to {number}"),
    "maxLength": _UP_TO,
    "maxItems": _UP_TO,
}
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
    words = [_words(schema)]
    for bound, said in _BOUNDS.items():
        if bound in schema and abs(schema[bound]) < 2**53:
            words.append(said.format(number=schema[bound]))
    if "default" in schema and schema["default"] not in (None, "", [], {}):
        default = schema["default"]
        value = str(default).lower() if isinstance(default, bool) else default
        words.append(_("usually {value}").format(value=value))
    return ", ".join(words), named(schema)


def _words(schema: Mapping[str, Any]) -> str:
    types = schema.get("type", "object" if "$ref" in schema or "allOf" in schema else "anything")
    several = types if isinstance(types, list) else [types]
    if "oneOf" in schema:
        several = list(dict.fromkeys(one.get("type", "object") for one in schema["oneOf"]))
    said = [_word(one, schema) for one in several]
    return _("{some} or {last}").format(some=", ".join(said[:-1]), last=said[-1]) if said[1:] else said[0]


def _word(kind: str, schema: Mapping[str, Any]) -> str:
    if kind == "null":
        return "null"
    if "enum" in schema:
        return _choices([one for one in schema["enum"] if one is not None])
    if kind == "array":
        return _("list ({words})").format(words=_words(schema.get("items", {})))
    if kind == "string":
        return str(_FORMATS.get(schema.get("format", "")) or _("text"))
    return str(_TYPES[kind])


def _choices(names: list[Any]) -> str:
    if KINDS.keys() == set(names):
        return _("one of the types of webhooks")
    backwards = [one for one in names if str(one)[:1] == "-" and str(one)[1:] in names]
    said = _("one of {choices}, each also with `-` in front") if backwards else _("one of {choices}")
    return said.format(choices=", ".join(f"`{one}`" for one in names if one not in backwards))
