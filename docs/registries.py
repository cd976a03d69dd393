"""Pages that are written from what the code registers: refusal codes and types of events."""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import django
import msgspec


def write(docs: Path) -> None:
    """Write the pages beside those that are written by hand; unchanged ones keep their time."""
    django.setup()
    for name, lines in (("refusal-codes.md", _codes()), ("event-types.md", _event_types())):
        page, text = docs / "programs" / name, "\n".join(lines) + "\n"
        if not page.exists() or page.read_text() != text:
            page.write_text(text)


def _codes() -> Iterator[str]:
    from league.api.openapi import codes

    yield "# Refusal codes\n"
    yield "A refusal changes nothing. Its code is stable; its sentence is in the language of the reader.\n"
    yield "| code | HTTP status | sentences |"
    yield "|---|---|---|"
    for code in codes.read():
        statuses = ", ".join(str(status) for status in code.statuses)
        said = "<br>".join(_cell(sentence.text) for sentence in code.says)
        yield f"| `{code.code}` | {statuses} | {said} |"


def _event_types() -> Iterator[str]:
    from games.rules.base import event_types

    for module in ("games.tables.events", "league.rules.competition.events", "league.rules.roster"):
        import_module(module)  # it registers its types

    yield "# Event types\n"
    yield (
        "What the logs of tables, score sheets, competitions and rosters hold. A stored event keeps its "
        "name, its schema and its JSON for ever; an older schema is read through its upcasts.\n"
    )
    yield "| event | schema | fields |"
    yield "|---|---|---|"
    for name, kind in sorted(event_types.by_name().items()):
        fields = ", ".join(f"`{field.encode_name}`" for field in msgspec.structs.fields(kind.cls))
        yield f"| `{name}` | {kind.schema} | {fields or '–'} |"


def _cell(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")
