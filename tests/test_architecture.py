"""The structure is what ARCHITECTURE.md says it is."""

import ast
import re
import subprocess
import sys
from collections import Counter, defaultdict
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
APPS = ("games", "league")
MODULES = sorted(
    path.relative_to(ROOT)
    for app in APPS
    for path in (ROOT / app).rglob("*.py")
    if "migrations" not in path.parts
)
NAMED = {".".join(path.with_suffix("").parts).removesuffix(".__init__"): path for path in MODULES}
"""The file of each module."""
ONLY_IN_TESTS = {"games/rules/goldens", "games/rules/outcomes", "league/costs", "league/every_address"}
"""Folders of tests of no single package: recorded matches, a second engine, costs, every address."""
DRAWERS = {
    "utils",
    "util",
    "common",
    "helpers",
    "helper",
    "core",
    "manager",
    "managers",
    "service",
    "services",
    "misc",
}


def test_every_module_says_what_it_is() -> None:
    assert [str(path) for path in MODULES if path.stem in DRAWERS] == []
    silent = [
        str(path)
        for path in MODULES
        if not ast.get_docstring(parsed(path)) and (path.name != "__init__.py" or (ROOT / path).read_text())
    ]
    assert silent == []


def test_no_folder_is_a_hall() -> None:
    tests = [path for path in (ROOT / "tests").rglob("*.py") if path.name != "__init__.py"]
    static = [path for app in APPS for path in (ROOT / app / "static").rglob("*") if path.is_file()]
    sizes = Counter(path.parent for path in MODULES if path.name != "__init__.py")
    templates = [path for path in (ROOT / "templates").rglob("*") if path.is_file()]
    sizes += Counter(path.parent.relative_to(ROOT) for path in [*tests, *static, *templates])
    assert not {str(folder): size for folder, size in sizes.items() if size > 20}


@pytest.mark.parametrize("app", APPS)
def test_tests_lie_as_the_packages_do(app: str) -> None:
    folders = {path.parent.relative_to(ROOT / "tests") for path in (ROOT / "tests" / app).rglob("*.py")}
    packages = {path.parent for path in MODULES}
    assert {str(folder) for folder in folders - packages} == {
        folder for folder in ONLY_IN_TESTS if folder.startswith(f"{app}/")
    }


@pytest.mark.parametrize("app", APPS)
def test_static_files_lie_as_the_packages_do(app: str) -> None:
    static = ROOT / app / "static" / app
    packages = {path.parent.name for path in MODULES if path.name == "__init__.py" and path.parts[0] == app}
    assert {path.parent.name for path in static.rglob("*") if path.is_file()} <= packages


def test_the_top_level_holds_nothing_unexpected() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("NO GIT CHECKOUT: the top level cannot be told from what was built in it")
    top = {line.split("/")[0] for line in listed.stdout.splitlines()}
    allowed = {"manage.py", "pyproject.toml", "constraints.txt", "Makefile", "LICENSE"}
    allowed |= {"league", "games", "templates", "tests", "docker", "docs"}
    assert {name for name in top if not name.startswith(".") and not name.endswith(".md")} <= allowed


def test_the_api_reaches_no_view_form_or_page_of_the_site() -> None:
    """What pages and programs both need lies beneath both, in modules that know no form and no template.

    Imports of imported modules count, too, however far away, in both apps.
    """
    of_pages = re.compile(r"(.*_)?(views|forms|page|pages)")
    of_django = {"django.forms", "django.shortcuts.render", "django.template", "django.views"}
    from_api = {name for name in NAMED if name.split(".")[:2] == ["league", "api"]}
    reached = reached_from(from_api) - from_api
    assert {"games.models", "league.competitions.write_side"} <= reached
    assert [name for name in sorted(reached) if any(map(of_pages.fullmatch, name.split(".")))] == []
    assert [name for name in sorted(reached) if imported_modules(NAMED[name]) & of_django] == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports for types and inside functions count, too."""
    graph = {}
    for name, path in NAMED.items():
        imported = imported_modules(path) & NAMED.keys() - {name}
        packages = {module.rpartition(".")[0] for module in imported}
        graph[name] = imported - packages
    TopologicalSorter(graph).prepare()


def test_no_packages_import_each_other_in_a_circle() -> None:
    """A module counts as its package; a package and those within it are read as a whole."""
    graph: defaultdict[str, set[str]] = defaultdict(set)
    for name, path in NAMED.items():
        package = _package(name)
        for other in map(_package, imported_modules(path) & NAMED.keys()):
            if not f"{package}.".startswith(f"{other}.") and not other.startswith(f"{package}."):
                graph[package].add(other)
    TopologicalSorter(graph).prepare()


def test_the_rules_run_without_django() -> None:
    code = (
        "import sys, games.rules.decisions.decide, games.rules.scenarios, games.bots.simple_bot;"
        "import league.rules.decisions.decide;"
        "sys.exit('django.conf' in sys.modules and 'settings' in dir(sys.modules['django.conf'])"
        " and sys.modules['django.conf'].settings.configured)"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, env={"PATH": "/usr/bin:/bin"})


OFFER = re.compile(r"^For other packages: (.+?)\.$", re.DOTALL | re.MULTILINE)
PACKAGES = sorted(".".join(path.parent.parts) for path in MODULES if path.name == "__init__.py")


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_names_the_modules_that_others_import(package: str) -> None:
    """Both ways: what others import is named, and what is named is imported."""
    assert offered(package) == imported_by_others(package)


def offered(package: str) -> set[str]:
    """Return the modules that the docstring of a package offers to other packages."""
    face = (ROOT / package.replace(".", "/") / "__init__.py").read_text()
    offer = OFFER.search(ast.get_docstring(ast.parse(face)) or "")
    if offer is None:
        return set()
    return modules_of(package) if offer[1] == "every module" else set(re.findall(r"`(\w+)`", offer[1]))


def imported_by_others(package: str) -> set[str]:
    """Return the modules of a package that are imported outside of it. Lists of addresses do not count."""
    return {
        module
        for module in modules_of(package)
        if any(not f"{path}.".startswith(f"{package}.") for path in importers()[f"{package}.{module}"])
    }


def modules_of(package: str) -> set[str]:
    return {path.stem for path in MODULES if ".".join(path.parent.parts) == package} - {"__init__"}


@cache
def importers() -> dict[str, set[str]]:
    """Return, for each name that is imported, the modules that import it."""
    by_name: defaultdict[str, set[str]] = defaultdict(set)
    for path in MODULES:
        if path.stem != "urls":
            for name in imported_modules(path):
                by_name[name].add(".".join(path.with_suffix("").parts))
    return by_name


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse((ROOT / path).read_text())


@cache
def imported_modules(path: Path) -> frozenset[str]:
    """Return what a module imports: modules, and names that may be modules."""
    names: set[str] = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
        elif isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
    return frozenset(names)


def reached_from(names: set[str]) -> set[str]:
    """Return the modules with all that they import, directly or not, and the packages these lie in."""
    reached: set[str] = set()
    waiting = {*names}
    while waiting:
        name = waiting.pop()
        reached.add(name)
        package = name.rpartition(".")[0]
        waiting |= ((imported_modules(NAMED[name]) | {package}) & NAMED.keys()) - reached
    return reached


def _package(name: str) -> str:
    return name if NAMED[name].name == "__init__.py" else name.rpartition(".")[0]
