"""Plain English: turns of phrase that a club would not put on its notice board are said nowhere.

The sentences of pages, refusals, e-mails and scripts are checked, the help of commands, the documents, and
the schema of the API.
"""

import ast
import re
from collections.abc import Iterator
from typing import Any, Final

import pytest

from tests.languages.gathering import DOMAINS, ROOT, gather
from tests.league.api.openapi.document import document
from tests.test_docs import DOCUMENTS

pytestmark = pytest.mark.one_database

FORBIDDEN: Final = {
    r"\b(?:[Oo]nly|from|than|by) who\b": "a player who …, whoever …",
    r"(?:^|[.:;] )Who (?!can see|sits)[^?]*$": "a player who …, if you …; a heading is a noun",
    r"\banew\b": "again, from the start",
    r"\b[Mm]eanwhile\b": "in the meantime",
    r"\b[Ss]o many\b": "the number of …",
    r"\bone’s\b|\b(?<![Nn]o )[Oo]ne (?:may|can|must|has to)\b": "you",
    r"\b(?:token|link|invitation|code|session)s? (?:is|are) over\b": "expired",
    r"(?:\d|\{\w+\}|\)s) letters?\b(?!,)|\bthis letter\b": "characters, e-mail",
    r"\b(?:lay|lays|laying) (?:a|the|one|any|it|that|down)\b|\blaid\b": "play",
    r"(?<![Tt]here )\b(?:is|are) no (?!one\b|longer\b|more\b|different\b)": "is not a …, there is no …",
    r"\b(?:[Nn]o|[Ss]ome|[Ee]very|[Aa]ny)body\b": "no one, someone, everyone, anyone",
    r"\b[Mm]end(?:s|ed|ing)?\b": "fix, correct",
    r"\b(?:the|an) own\b": "your own, their own",
    r"\blevel (?:at|on) the line\b": "tied at the cut-off",
    r"\ba lot (?:has to|must) decide\b": "decided by lot",
    r"\b(?:[Gg]o|[Gg]oes|going|gone|went) on\b": "advances, continues, remains",
    r"\b[Ll]ook(?:s|ed)? again\b": "check",
    r"\bin vain\b": "say what happened instead",
    r"\bas you want it\b": "Saved.",
    r"\bnot good\b": "invalid",
    r"\bcan be had\b": "is available",
    r"\bhears? of\b": "is notified",
    r"\bpassed over\b": "skipped, ignored",
    r"\bby (?:itself|themselves)\b": "automatically",
    r"\b(?:is|are) to be\b": "must be, will be",
    r"\b[Nn]ever may\b|\bmay more than\b": "can never",
    r"\bstands? (?:as|behind|beside|in|there)\b": "is, appears",
    r"\b(?:[Ff]aces|turn about|turned round)\b": "must answer, no extra turn, reversed",
    r"\b[Cc]heat(?:s|ed|ing)?\b": "bluffer, bluffs: a bluff is legal",
    r"\b[Ll]ast but one\b": "second-to-last",
    r"\b[Ff]ound a club\b": "create a club",
    r"\b[Ii]ts kin\b": "variants",
    r"\b[Uu]nwanted mail\b": "spam folder",
    r"\b(?<!score )sheets? of A4\b": "page: a sheet is a score sheet",
}
"""Each turn of phrase, and what to say instead."""
ELSEWHERE: Final = {
    "league/http/framework_messages.py": "Django and allauth say it so",
}
"""Where sentences are not checked, and why."""
HISTORY: Final = ("docs/decisions/", "CHANGELOG.md")
"""Documents that stay as they were written."""
CODE: Final = re.compile(r"^ *```.*?^ *```$|`[^`]*`", re.DOTALL | re.MULTILINE)
PARAGRAPH: Final = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*|#>]|\d+\.)\s)")
SENTENCE: Final = re.compile(r"(?<=[.?!]) | \| ")
SAID_ALIKE: Final = {
    "{names} won the match",
    "{names} eliminated",
    "{n} up and {n} down",
    "{said}, and the best {n} of the others.",
    "%(number)s in the draw pile",
    "%(number)s changed",
    'and %(n)s more in the <a href="%(link)s%(query)s">standings</a>',
}
"""Sentences whose plural only other languages tell from the singular."""
TITLE: Final = re.compile(r"{% block title %}(.*?){% endblock %}", re.DOTALL)
SHOWS_THE_SAME: Final = (
    {"games/pages/table.html", "games/scoresheets/sheet.html"},
    {"games/replay/replay.html", "games/replay/sheet.html"},
    {"refused.html", "unread.html"},
)
"""Templates of one address, or of one situation: they share a title."""


def turns_in(sentence: str) -> list[str]:
    """Return what to say instead of each forbidden turn of phrase in a sentence."""
    return [instead for turn, instead in FORBIDDEN.items() if re.search(turn, sentence)]


def sentences() -> Iterator[tuple[str, str]]:
    """Yield every sentence that is marked for translation, with the first file that says it."""
    for domain in DOMAINS:
        for message in gather(domain):
            places = [path for path, _line in message.locations if not path.startswith(tuple(ELSEWHERE))]
            if message.id and places:
                for sentence in message.id if isinstance(message.id, tuple) else (message.id,):
                    yield places[0], sentence


def helps() -> Iterator[tuple[str, str]]:
    """Yield what each command says of itself and of its arguments."""
    for path in sorted(ROOT.glob("*/management/commands/*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            is_help = isinstance(node, ast.keyword) and node.arg in {"help", "description", "epilog"}
            is_help |= isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "help"
            if is_help and isinstance(node.value, ast.Constant):
                yield str(path.relative_to(ROOT)), str(node.value.value)


def documents() -> Iterator[tuple[str, str]]:
    """Yield the sentences of each document, without its code."""
    for name in DOCUMENTS:
        if not name.startswith(HISTORY):
            for sentence in sentences_of((ROOT / name).read_text()):
                yield name, sentence


def descriptions(part: Any) -> Iterator[str]:
    """Yield the summaries and descriptions of the API's schema, whatever they describe."""
    if isinstance(part, dict):
        for name, value in part.items():
            if name in {"summary", "description"} and isinstance(value, str):
                yield value
            elif name not in {"example", "examples", "default", "enum"}:
                yield from descriptions(value)
    elif isinstance(part, list):
        for value in part:
            yield from descriptions(value)


def sentences_of(text: str) -> Iterator[str]:
    """Yield the sentences of a text in Markdown, each in a line of its own."""
    for paragraph in PARAGRAPH.split(CODE.sub("`code`", text)):
        yield from SENTENCE.split(" ".join(paragraph.split()))


@pytest.mark.parametrize(
    ("sentence", "count"),
    [
        ("Who lays a 5 may give one card away.", 2),
        ("Something else was entered meanwhile: look again and decide anew.", 3),
        ("A name has at most 60 letters.", 1),
        ("A code has 1 to 64 letters, digits or hyphens.", 0),
        ("This is no match record, and nobody hears of it.", 3),
        ("There is no one here, and there is no other table.", 0),
        ("Who went out?", 0),
        ("Who plays it how", 1),
        ("Ana is to be skipped; a later card never may more than that, and play goes on.", 3),
    ],
)
def test_turns_of_phrase_are_found(sentence: str, count: int) -> None:
    assert len(turns_in(sentence)) == count


def test_pages_and_commands_speak_plain_english() -> None:
    texts = [*sentences(), *helps()]
    assert len(texts) > 3000
    assert [(path, text, turns) for path, text in texts if (turns := turns_in(text))] == []


def test_a_document_is_read_sentence_by_sentence_without_its_code() -> None:
    text = "It goes\non to `so many`. Who\nis out?\n\n```\nmeanwhile\n```\n- first\n- second | third\n"
    texts = ["It goes on to `code`.", "Who is out?", "`code`", "- first", "- second", "third"]
    assert list(sentences_of(text)) == texts


def test_documents_speak_plain_english() -> None:
    texts = [*documents()]
    assert {"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"} <= {name for name, _text in texts}
    assert len(texts) > 1000
    assert [(name, text, turns) for name, text in texts if (turns := turns_in(text))] == []


def test_descriptions_are_found_wherever_they_stand() -> None:
    schema = {"paths": [{"summary": "A", "x": {"description": "B", "example": {"description": "C"}}}]}
    assert list(descriptions(schema)) == ["A", "B"]


def test_the_api_speaks_plain_english() -> None:
    descriptions_of_api = set(descriptions(document()))
    sentences_of_api = {
        sentence for description in descriptions_of_api for sentence in sentences_of(description)
    }
    assert len(descriptions_of_api) > 1000
    assert [(sentence, turns) for sentence in sentences_of_api if (turns := turns_in(sentence))] == []


def test_a_plural_is_not_its_singular_unless_it_counts_names() -> None:
    """“5 card” is wrong; where English says both alike, only other languages need the number."""
    alike = {
        message.id[0]
        for domain in DOMAINS
        for message in gather(domain)
        if isinstance(message.id, tuple) and message.id[0] == message.id[1]
    }
    assert alike <= SAID_ALIKE


def test_every_page_has_a_title_of_its_own() -> None:
    by_title: dict[str, set[str]] = {}
    root = ROOT / "templates"
    for path in root.rglob("*.html"):
        if title_block := TITLE.search(path.read_text()):
            title = re.sub(r"\bwith [^%]*|\btrimmed\b|\s+", " ", title_block[1])
            by_title.setdefault(title, set()).add(str(path.relative_to(root)))
    empty = by_title.pop("", set())
    shared = [pages for pages in by_title.values() if len(pages) > 1 and pages not in SHOWS_THE_SAME]
    assert (shared, empty) == ([], {"bare.html", "league/sharing/embed_base.html"})
