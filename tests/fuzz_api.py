"""`python -m tests.fuzz_api`: schemathesis asks every operation of the schema rightly and wrongly.

A site of its own with a club night in it is put together on a throw-away folder. It is asked by somebody
who runs the club, with a token, and by a stranger. Nothing may break, and every answer must be one that
the schema promises.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import tests.environment
from tests.databases import migrated
from tests.servers import processes

# What is printed here is the command's answer.
# ruff: noqa: T201

MUCH = {"API_PER_MINUTE": "10000000", "API_STREAMS": "1000", "LOG_LEVEL": "ERROR"}
HASTY = "tests.servers.short_waits:application"
PATIENCE: Final = 300
"""Seconds for an answer: the schema is written by a process that gives way to all others of the machine."""
REFUSED = ["400", "401", "403", "404", "406", "409", "412", "413", "415", "422"]
CHECKS = f"""
# It cuts longer answers for its own records, and dies of a YAML that it has cut: ours says all of the schema.
[output.truncation]
max-recorded-payload-size = 100000000
[generation]
with-security-parameters = false
# It would take the names in our problems for names of bodies.
[phases.fuzzing.error-feedback]
enabled = false
[checks.positive_data_acceptance]
expected-statuses = {json.dumps(["2xx", "3xx", *REFUSED])}
[checks.negative_data_rejection]
expected-statuses = {json.dumps(["3xx", *REFUSED])}
[checks.missing_required_header]
expected-statuses = {json.dumps(REFUSED)}
[checks.use_after_free]
enabled = false
[checks.ensure_resource_availability]
enabled = false
[checks.object_level_authorization]
enabled = false
# Open to all but in closed clubs, of which a stranger hears 401 before anybody looks at the method.
[[operations]]
include-path-regex = "/embed/"
checks.unsupported_method.enabled = false
"""
"""What fits the schema may still be refused by the rules; what does not fit is never taken."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask as both; print what was found, and return 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz_api", description=__doc__)
    parser.add_argument("--examples", type=int, default=40, help="at most, of each operation and visitor")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--phases", default="examples,coverage,fuzzing")
    parser.add_argument("--who", choices=["somebody", "a stranger", "both"], default="both")
    parser.add_argument("--only", default=".*", help="a pattern of names of operations")
    asked = parser.parse_args(arguments)
    folder = Path(tests.environment.folder)
    token = _set_up(folder)
    (folder / "checks.toml").write_text(CHECKS)
    codes = []
    with processes.web(MUCH, folder, HASTY) as address:
        for name, headers in (("somebody", ["-H", f"Authorization: Bearer {token}"]), ("a stranger", [])):
            if asked.who not in (name, "both"):
                continue
            print(f"=== {name} ===", flush=True)
            codes.append(_run(address, folder, asked, headers))
    return max(codes)


def _run(address: str, folder: Path, asked: Any, headers: list[str]) -> int:
    command = [str(Path(sys.executable).parent / "st"), "--config-file", str(folder / "checks.toml"), "run"]
    command += [str(folder / "schema.json"), "--url", address, "--phases", asked.phases]
    command += ["--max-examples", str(asked.examples), "--seed", str(asked.seed), "--no-color"]
    command += ["--suppress-health-check", "all", "--continue-on-failure", "--warnings", "off"]
    command += ["--include-operation-id-regex", _pattern(folder, asked), "--generation-database", "none"]
    command += ["--request-timeout", str(PATIENCE)]
    process = subprocess.Popen(
        [*command, *headers], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert process.stdout is not None
    has_died = False
    for line in process.stdout:
        print(line, end="", flush=True)
        has_died |= line.startswith("Exception in thread")  # and it would say that nothing was wrong
    return max(process.wait(), has_died)


def _pattern(folder: Path, asked: Any) -> str:
    """Return a pattern of the names of the operations to ask."""
    paths = json.loads((folder / "schema.json").read_text())["paths"].values()
    names = [method["operationId"] for path in paths for method in path.values() if "operationId" in method]
    wanted = [name for name in sorted(names) if re.search(asked.only, name)]
    return f"^({'|'.join(wanted)})$"


def _set_up(folder: Path) -> str:
    """Put the site together and keep its schema; return a token of who runs the club."""
    import django
    from django.test.utils import setup_test_environment

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    django.setup()
    setup_test_environment()
    migrated.migrate()
    from tests.league.api.openapi.document import document
    from tests.league.api.openapi.example_calls import Story
    from tests.league.api.openapi.repeatable import Dice

    night = Story(Dice())  # which nobody asks: this evening is played now, and otherwise every time
    night.play()
    whole = json.loads(json.dumps(document()))
    for path, methods in whole["paths"].items():
        for method in methods.values():
            for parameter in method.get("parameters", ()):
                if parameter["in"] == "path":
                    parameter["schema"] = _there(path, parameter)
    (folder / "schema.json").write_text(json.dumps(whole))
    return night.olga.headers["Authorization"].removeprefix("Bearer ")


def _there(path: str, parameter: Any) -> Any:
    """Return a schema that is often met by what is there, so that not everything is 404.

    It is met by what comes to be meanwhile, too.
    """
    from games.models import Player, Table
    from league.models import Competition, Notice

    kinds = {"tables": Table, "competitions": Competition, "players": Player, "notices": Notice}
    about = path.removeprefix("/api/v1/").partition("/")[0]
    if parameter["name"] == "id" and about in kinds:
        there = list(kinds[about].objects.values_list("pk", flat=True))
        return {"anyOf": [{"type": "integer", "enum": there}, {"type": "integer", "minimum": 1}]}
    words = {"slug": ["riverside"], "key": ["R1.1", "R1.2", "classic", "nothing"]}
    if parameter["name"] in words:
        return {"anyOf": [{"type": "string", "enum": words[parameter["name"]]}, parameter["schema"]]}
    return parameter["schema"] | {"maximum": 9}


if __name__ == "__main__":
    sys.exit(main())
