"""What every template does, read without answering a page."""

import re
from pathlib import Path

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"
_LABEL = re.compile(r"<label\b[^>]*\bfor=\"([^\"{]+)\"")
_TRUSTED = re.compile(r"\|\s*safe(?:seq)?\b|\bautoescape\s+off\b")
_FORM = re.compile(r"<form\b(?P<begin>[^>]*)>(?P<inside>.*?)</form>", re.DOTALL)


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


def test_no_page_trusts_a_text() -> None:
    """A page escapes whatever it shows; what is safe is marked so in Python, where linters look."""
    pages = sorted(TEMPLATES.rglob("*.html"))
    assert [str(path.relative_to(TEMPLATES)) for path in pages if _TRUSTED.search(path.read_text())] == []
