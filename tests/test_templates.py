"""What every template does, read without answering a page."""

import re
from html.parser import HTMLParser
from pathlib import Path

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"
_LABEL = re.compile(r"<label\b[^>]*\bfor=\"([^\"{]+)\"")
_TAG = re.compile(r"{%.*?%}", re.DOTALL)
_SWAPPED = re.compile(r"hx-(?:target|select)=\"#([^\"{]+)\"")
_TRUSTED = re.compile(r"\|\s*safe(?:seq)?\b|\bautoescape\s+off\b")
_FORM = re.compile(r"<form\b(?P<begin>[^>]*)>(?P<inside>.*?)</form>", re.DOTALL)
_LABELLED = {"aria-label", "aria-labelledby", "hidden"}
_NO_LABEL = {"button", "hidden", "submit"}


class _Fields(HTMLParser):
    """Reads the fields of a template and its labels."""

    def __init__(self) -> None:
        super().__init__()
        self.labels: set[str | None] = set()
        self.without: list[dict[str, str | None]] = []
        self.count = 0
        self._is_in_label = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        if tag == "label":
            self._is_in_label = True
            self.labels.add(facts.get("for"))
        elif tag in {"input", "select", "textarea"} and facts.get("type") not in _NO_LABEL:
            self.count += 1
            if not self._is_in_label and not facts.keys() & _LABELLED:
                self.without.append(facts)

    def handle_endtag(self, tag: str) -> None:
        if tag == "label":
            self._is_in_label = False


def forms() -> list[tuple[str, str]]:
    """Where each form that is posted stands, and what is in it."""
    return [
        (f"{path.relative_to(TEMPLATES)} {number}", match["inside"])
        for path in sorted(TEMPLATES.rglob("*.html"))
        for number, match in enumerate(_FORM.finditer(path.read_text()), start=1)
        if 'method="post"' in match["begin"]
    ]


def test_whatever_is_posted_proves_that_it_comes_from_our_page() -> None:
    forms_ = forms()
    assert len(forms_) > 50
    assert [place for place, inside in forms_ if "{% csrf_token %}" not in inside] == []


def test_a_label_names_a_field_of_its_template() -> None:
    pages = {path: path.read_text() for path in sorted(TEMPLATES.rglob("*.html"))}
    labels = [(path, name) for path, page in pages.items() for name in _LABEL.findall(page)]
    assert len(labels) > 50
    assert [
        f"{path.relative_to(TEMPLATES)}: {name}" for path, name in labels if f'id="{name}"' not in pages[path]
    ] == []


def test_every_field_has_a_label() -> None:
    count, without = 0, []
    for path in sorted(TEMPLATES.rglob("*.html")):
        page = _Fields()
        page.feed(_TAG.sub(" ", path.read_text()))
        count += page.count
        unnamed = [facts for facts in page.without if facts.get("id", "") not in page.labels]
        without += [f"{path.relative_to(TEMPLATES)}: {facts}" for facts in unnamed]
    assert count > 100
    assert without == []


def test_an_answer_replaces_an_element_of_some_template() -> None:
    pages = {path: path.read_text() for path in sorted(TEMPLATES.rglob("*.html"))}
    every = "".join(pages.values())
    swapped = [(path, name) for path, page in pages.items() for name in _SWAPPED.findall(page)]
    assert len(swapped) > 25
    assert [
        f"{path.relative_to(TEMPLATES)}: {name}" for path, name in swapped if f'id="{name}"' not in every
    ] == []


def test_no_page_trusts_a_text() -> None:
    """A page escapes whatever it shows; what is safe is marked so in Python, where linters look."""
    pages = sorted(TEMPLATES.rglob("*.html"))
    assert [str(path.relative_to(TEMPLATES)) for path in pages if _TRUSTED.search(path.read_text())] == []
