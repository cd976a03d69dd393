"""Situation: Wildleague is released, and somebody installs it where nothing of the repository is."""

import json
import re
import subprocess
import sys
import tomllib
import urllib.request
from pathlib import Path

import pytest
from hatchling.build import build_sdist
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

from league import command_line
from tests.servers import processes

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def files_of(*folders: str) -> set[str]:
    """The files of the repository in some folders, also those that are not committed yet."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", *folders],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode:
        pytest.skip("NO GIT CHECKOUT: what belongs to a release cannot be told from what was built in it")
    return {name for name in listed.stdout.splitlines() if (ROOT / name).exists()}


def test_the_wheel_holds_every_file_of_the_product_and_nothing_else() -> None:
    code = files_of("games", "league")
    templates = {f"league/{name}" for name in files_of("templates")}
    packed = {file.distribution_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    assert packed == code | templates
    for kind in ("*.html", "*.css", "*.js", "*.svg", "*.mo", "*.toml", "migrations/0001_*.py"):
        assert any(Path(name).match(kind) for name in packed), kind


def test_the_source_holds_what_the_wheel_is_built_of_and_the_documents() -> None:
    packed = {file.distribution_path for file in SdistBuilder(str(ROOT)).recurse_included_files()}
    needed = files_of("games", "league", "templates", "docs", "docker")
    assert needed <= packed
    assert {"pyproject.toml", "constraints.txt", "LICENSE", "README.md", "CHANGELOG.md"} <= packed
    assert not [name for name in packed if name.startswith(("tests/", "var/", ".venv/"))]


def test_the_changes_begin_with_the_version_of_the_release() -> None:
    first = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert first is not None
    assert first[1] == PROJECT["version"]


@pytest.mark.parametrize(
    ("tag", "heading", "sentences"),
    [
        ("v1.2.0", "1.2.0 (2026-12-31)", []),
        ("v1.2.1", "1.2.0 (2026-12-31)", ["pyproject.toml is 1.2.0", "CHANGELOG.md begins with 1.2.0"]),
        ("v1.2.0", "1.1.0 (2026-12-31)", ["CHANGELOG.md begins with 1.1.0"]),
        ("v1.2.0", "1.2.0 (unreleased)", ["says “unreleased”"]),
        ("1.2.0", "1.2.0 (2026-12-31)", ["not a tag such as v1.2.0"]),
    ],
)
def test_a_tag_is_refused_that_is_not_the_version_of_the_release(tmp_path, tag, heading, sentences) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(f"# Changes\n\n## {heading}\n\n- New.\n\n## 0.9.0 (2026-01-01)\n")
    command = [sys.executable, str(ROOT / ".ci/check-tag"), tag, str(tmp_path)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == bool(sentences)
    lines = checked.stderr.splitlines()
    assert len(lines) == len(sentences)
    assert all(words in line for words, line in zip(sentences, lines, strict=True))


def test_the_list_of_changes_can_be_checked_for_a_tag() -> None:
    command = [sys.executable, str(ROOT / ".ci/check-tag"), f"v{PROJECT['version']}"]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert [line for line in checked.stderr.splitlines() if "unreleased" not in line] == []


def test_the_command_explains_itself_and_refuses_what_it_does_not_know(capsys, monkeypatch) -> None:
    def output_of(*arguments: str) -> tuple[str, str]:
        monkeypatch.setattr(sys, "argv", ["wildleague", *arguments])
        command_line.main()
        return capsys.readouterr()

    helped, _nothing = output_of("--help")
    for command in ("demo", "web", "worker", "beat", "manage"):
        assert f"  {command} " in helped
    assert output_of("--version")[0] == f"Wildleague {PROJECT['version']}\n"
    with pytest.raises(SystemExit) as ended:
        output_of("dmeo")
    assert ended.value.code == 2
    told = capsys.readouterr()
    assert (told.out, told.err.splitlines()[0]) == ("", "“dmeo” is no command of Wildleague.")


@pytest.mark.slow(
    "builds the release and installs it from the registry into an environment of its own: a minute",
    about=["pyproject.toml", "constraints.txt", "league/configuration/", "league/command_line.py"],
)
def test_a_fresh_environment_installs_the_wheel_and_opens_the_demo_by_two_commands(tmp_path: Path) -> None:
    python, home = tmp_path / "venv/bin/python", tmp_path / "home"
    home.mkdir()
    source = tmp_path / build_sdist(str(tmp_path))
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    pip = [python, "-m", "pip", "--quiet"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", tmp_path, source], cwd=tmp_path, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    install = [*pip, "install", "--constraint", ROOT / "constraints.txt", wheel]
    subprocess.run(install, cwd=tmp_path, check=True)
    assert not (tmp_path / "venv/lib/python3.11/site-packages/templates").exists()

    env = {"HOME": str(home), "PATH": f"{python.parent}:/usr/bin:/bin", "PORT": str(processes.free_port())}
    env |= {"DATA_DIR": "", "DATABASE_URL": "", "DJANGO_SETTINGS_MODULE": "league.settings"}
    command = [str(python.parent / "wildleague"), "demo"]
    with processes.running("demo", command, env, tmp_path, cwd=home) as demo:
        processes.wait_until_up(f"http://127.0.0.1:{env['PORT']}/healthz", demo)
        for path, text in (("/", "Wildleague"), ("/static/games/site.css", "--"), ("/how-to-play/", "<svg")):
            with urllib.request.urlopen(f"http://127.0.0.1:{env['PORT']}{path}", timeout=30) as answer:
                assert text in answer.read().decode(), path
    data = home / ".local/share/wildleague/demo"
    assert (data / "wildleague.sqlite3").exists()
    verified = subprocess.run(
        [command[0], "manage", "verify"],
        cwd=home,
        env={**env, "DATA_DIR": str(data), "SECRET_KEY": "of this test"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert verified.returncode == 0, verified.stderr


def test_the_bill_of_materials_of_an_image_lists_the_packages_of_debian_once(tmp_path: Path) -> None:
    bill = tmp_path / "image.cdx.json"
    bill.write_text('{"bomFormat": "CycloneDX", "components": [{"bom-ref": "django", "name": "Django"}]}')
    packages = "libpq5\t15.14-0+deb12u1\tamd64\ntzdata\t2025b-0+deb12u2\tall\n"
    for _twice in range(2):
        command = [sys.executable, str(ROOT / ".ci/sbom-of-debian"), str(bill)]
        subprocess.run(command, input=packages, text=True, check=True)
    components = json.loads(bill.read_text())["components"]
    assert [component["name"] for component in components] == ["Django", "libpq5", "tzdata"]
    assert components[1]["purl"] == "pkg:deb/debian/libpq5@15.14-0%2Bdeb12u1?arch=amd64"
