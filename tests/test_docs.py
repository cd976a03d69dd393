"""What the documents promise exists, and what exists is described."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.screenshots import readme

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()
SETTINGS = (ROOT / "docs/run/settings.md").read_text()
FEATURES = (ROOT / "docs/use/features.md").read_text()
MAKEFILE = (ROOT / "Makefile").read_text()
TARGETS = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
WRITTEN = {"docs/programs/refusal-codes.md", "docs/programs/event-types.md"}
"""Pages that docs/registries.py writes from the code."""
DOCUMENTS = sorted(
    {path.relative_to(ROOT).as_posix() for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]} - WRITTEN
)


def test_every_make_command_in_the_documents_exists() -> None:
    for name in DOCUMENTS:
        text = (ROOT / name).read_text()
        named = set(re.findall(r"(?:`|^)(?:[A-Z_]+=\S+ )*make ([a-z-]+)", text, re.MULTILINE))
        assert named <= TARGETS, f"{name} names {named - TARGETS}"


def test_make_help_lists_every_target() -> None:
    answer = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert set(re.findall(r"make ([a-z-]+)", answer)) == TARGETS


def test_every_command_is_on_the_page_of_commands_and_no_other() -> None:
    page = (ROOT / "docs/develop/commands.md").read_text()
    paths = [path.relative_to(ROOT) for app in ("games", "league") for path in (ROOT / app).rglob("*.py")]
    managed = {path.stem for path in paths if path.match("management/commands/*.py")} - {"__init__"}
    modules = {
        ".".join(path.with_suffix("").parts)
        for path in paths
        if 'if __name__ == "__main__":' in (ROOT / path).read_text()
    }
    assert set(re.findall(r"^\| `make ([a-z-]+)` \|", page, re.MULTILINE)) == TARGETS
    assert set(re.findall(r"^\| `python manage\.py (\w+)", page, re.MULTILINE)) == managed
    assert set(re.findall(r"`(?:python -m )?((?:games|league)\.[\w.]+)", page)) == modules


def described_settings() -> set[str]:
    """Return the names in the first column of the table of settings."""
    rows = SETTINGS.split("| variable")[1].split("\n\n")[0].splitlines()[2:]
    return {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row.split("|")[1])}


def test_the_table_of_the_environment_is_the_settings() -> None:
    settings = (ROOT / "league/settings.py").read_text()
    read = set(re.findall(r'\b(?:on|number|number_or_on|words)\(\s*"([A-Z_]+)"', settings))
    for path in [*(ROOT / "games").rglob("*.py"), *(ROOT / "league").rglob("*.py")]:
        read |= set(re.findall(r'environ\.get\(\s*"([A-Z_]+)"', path.read_text()))
    # The packages of OpenTelemetry read theirs.
    assert {name for name in described_settings() if not name.startswith("OTEL_")} == read


def test_ci_is_lint_and_test_and_nothing_else() -> None:
    commands = [
        line.strip()
        for line in (ROOT / ".ci/run").read_text().splitlines()
        if line.strip() and not line.startswith(("#", "set ", "cd "))
    ]
    assert commands == ["make lint", "make test"]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_and_pictures_of_a_document_lead_somewhere(name: str) -> None:
    document = ROOT / name
    links = re.findall(r"\]\(([^)#]+)\)", document.read_text())
    missing = [link for link in links if "://" not in link and not (document.parent / link).exists()]
    assert not missing


def test_the_architecture_names_every_package_and_nothing_else() -> None:
    tree = (ROOT / "ARCHITECTURE.md").read_text().split("## Packages")[1].split("```")[1]
    named = [line.split()[0] for line in tree.strip().splitlines()]
    packages = {
        ".".join(path.parent.relative_to(ROOT).parts)
        for app in ("games", "league")
        for path in (ROOT / app).rglob("__init__.py")
    }
    assert len(named) == len(set(named))
    assert set(named) == packages


def test_every_module_and_file_that_the_documentation_names_exists() -> None:
    missing = [
        f"{document}: {name}"
        for document in DOCUMENTS
        for name in re.findall(r"`((?:games|league|tests)[./][\w./]*\w)", (ROOT / document).read_text())
        if not exists(name)
    ]
    assert missing == []


def exists(name: str) -> bool:
    """Whether a path exists, or a dotted name is a module, or something that stands in a module."""
    if "/" in name:
        return (ROOT / name).exists()
    path = ROOT / name.replace(".", "/")
    if path.is_dir() or path.with_suffix(".py").exists():
        return True
    module, attribute = path.parent, path.name
    files = [module.with_suffix(".py"), module / "__init__.py"]
    return any(attribute in file.read_text() for file in files if file.exists())


def test_the_list_of_changes_has_a_line_for_each_change() -> None:
    _title, *versions = (ROOT / "CHANGELOG.md").read_text().split("\n## ")
    lines = [line for version in versions for line in version.splitlines()[1:] if line]
    assert [line for line in lines[1:] if not line.startswith(("- ", "### "))] == []


def test_the_index_of_decisions_names_each_of_them() -> None:
    folder = ROOT / "docs/decisions"
    listed = re.findall(r"^- \[(.+)\]\((.+)\)$", (folder / "index.md").read_text(), re.MULTILINE)
    pages = {page.name: page.read_text().splitlines()[0].removeprefix("# ") for page in folder.glob("0*.md")}
    assert {name: title for title, name in listed} == pages


def test_the_architecture_fits_two_pages() -> None:
    assert len((ROOT / "ARCHITECTURE.md").read_text().splitlines()) <= 150


def test_pinned_dependencies_name_no_registry() -> None:
    for path in [ROOT / "constraints.txt", ROOT / "pyproject.toml", ROOT / ".ci/setup"]:
        assert not re.search(r"://|--(extra-)?index", path.read_text()), path.name


def test_every_picture_of_the_readme_is_there_for_both_themes_and_small() -> None:
    shown = re.findall(r"tests/screenshots/pictures/([^\s\"]+)", README + FEATURES)
    wanted = {f"{subject}-{scheme}.webp" for subject in readme.SUBJECTS for scheme in readme.SCHEMES}
    assert set(shown) == wanted
    for picture in shown:
        assert (readme.FOLDER / picture).stat().st_size < 100_000
