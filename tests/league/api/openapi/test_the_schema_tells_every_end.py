"""Every list, text and number that a program may send has an end in the schema, or a reason for none."""

import re
from collections.abc import Iterator
from typing import Any

from tests.league.api.openapi.document import document

WITHOUT_END = {
    r"header .*": "a web server takes 64 kB of headers",
    r"path (id|\w+)$": "numbers and words of an address find something, or nothing: 404",
    r"DrawAsked\.(entrants|results).*": "`entry_list` and `history_document` read it",
    r"StandingsAsked\.results.*": "`history_document` reads it",
    r"(MatchRecord|RecordRound)\b.*": "a record is read as the file it is",
    r"(NewRealCards|NewTable|Rulebook(Asked|Changed|Sent))\.options.*": "`options.build` reads it",
    r"LogoSent\.picture": "a file, whose size the parser limits",
    r"post_competitions_id_draft_seating text/csv": "a megabyte, as every body",
}  # fmt: skip
"""Patterns of places, and what ends it there."""
COMPOSED = {"allOf", "oneOf", "anyOf"}
SHORT_FORMATS = {"date-time", "date", "time", "binary", "uuid"}


def sent() -> Iterator[tuple[str, Any]]:
    """Every schema of what is sent, with the name of its place."""
    for methods in document()["paths"].values():
        for operation in methods.values():
            for parameter in operation.get("parameters", ()):
                place = "" if parameter["in"] == "path" else f"{operation['operationId']} "
                yield f"{parameter['in']} {place}{parameter['name']}", parameter["schema"]
            for kind, content in operation.get("requestBody", {}).get("content", {}).items():
                yield f"{operation['operationId']} {kind}", content["schema"]


def endless(place: str, schema: Any, inside: frozenset[str] = frozenset()) -> Iterator[str]:
    """The places in a schema that take anything of any length or size."""
    if reference := schema.get("$ref"):
        name = reference.rpartition("/")[2]
        if name not in inside:
            yield from endless(name, document()["components"]["schemas"][name], inside | {name})
    elif not COMPOSED & schema.keys() and not _ends(schema):
        yield place
    for name, part in _parts(place, schema):
        yield from endless(name, part, inside)


def _parts(place: str, schema: Any) -> Iterator[tuple[str, Any]]:
    for words in COMPOSED & schema.keys():
        yield from ((place, part) for part in schema[words])
    if "items" in schema:
        yield f"{place}[]", schema["items"]
    for name, part in schema.get("properties", {}).items():
        yield f"{place}.{name}", part
    if isinstance(schema.get("additionalProperties"), dict):
        yield f"{place}.*", schema["additionalProperties"]


def _ends(schema: Any) -> bool:
    kinds = schema.get("type", "anything")
    kinds = set(kinds if isinstance(kinds, list) else [kinds]) - {"null", "boolean"}
    if "enum" in schema or "const" in schema or not kinds:
        return True
    if "object" in kinds:
        return schema.get("additionalProperties", False) is False or "maxProperties" in schema
    if "array" in kinds:
        return "maxItems" in schema
    if "string" in kinds:
        return "maxLength" in schema or "pattern" in schema or schema.get("format") in SHORT_FORMATS
    return {"minimum", "maximum"} <= schema.keys()


def test_nothing_that_a_program_sends_is_without_an_end_in_the_schema() -> None:
    places = {place for name, schema in sent() for place in endless(name, schema)}
    assert len({name for name, _schema in sent()}) > 500
    assert {
        place for place in places if not any(re.fullmatch(pattern, place) for pattern in WITHOUT_END)
    } == set()


def test_each_reason_is_still_needed() -> None:
    places = {place for name, schema in sent() for place in endless(name, schema)}
    assert [
        pattern for pattern in WITHOUT_END if not any(re.fullmatch(pattern, place) for place in places)
    ] == []
