"""The containers: everything their files name exists, and the same processes run without them."""

import os
import re
import secrets
import shlex
import socket
import subprocess
import sys
import time
import tomllib
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.databases import migrated, postgres
from tests.servers import processes
from tests.test_docs import described_settings

ROOT = Path(__file__).resolve().parent.parent
DOCKER = ROOT / "docker"
COMPOSE: dict[str, Any] = yaml.safe_load((DOCKER / "compose.yml").read_text())
OURS = {name: service for name, service in COMPOSE["services"].items() if "build" in service}
DOCKERFILE = (DOCKER / "Dockerfile").read_text().replace("\\\n", " ")
REQUIRED = os.environ.get("CI", "").lower() == "true"


def instructions(name: str) -> list[str]:
    return [
        line.removeprefix(name).strip() for line in DOCKERFILE.splitlines() if line.startswith(name + " ")
    ]


LASTING = {"web", "worker", "beat"}


def test_there_are_web_worker_and_beat_beside_postgresql_and_redis() -> None:
    shown = {name for name, facts in COMPOSE["services"].items() if "profiles" not in facts}
    assert shown == {*LASTING, "migrate", "postgres", "redis"}
    assert set(OURS) == {*LASTING, "migrate"}
    assert len({service["image"] for service in OURS.values()}) == 1


def test_every_service_has_a_health_check_and_what_it_waits_for_exists() -> None:
    for name, service in COMPOSE["services"].items():
        assert name == "migrate" or service["healthcheck"]["test"][0] in ("CMD", "CMD-SHELL"), name
        for other, how in service.get("depends_on", {}).items():
            is_lasting = other != "migrate"
            assert how == {"condition": "service_healthy" if is_lasting else "service_completed_successfully"}
            assert "healthcheck" in COMPOSE["services"][other]


def test_the_database_is_migrated_once_before_anything_of_ours_starts() -> None:
    assert COMPOSE["services"]["migrate"]["restart"] == "no"
    assert all("migrate" in COMPOSE["services"][name]["depends_on"] for name in LASTING)


def test_the_site_is_open_to_this_machine_only_until_a_proxy_is_put_in_front() -> None:
    for service in COMPOSE["services"].values():
        assert all(port.startswith("127.0.0.1:") for port in service.get("ports", []))


def test_a_proxy_on_this_machine_is_believed_by_the_address_at_which_the_container_sees_it() -> None:
    (network,) = COMPOSE["networks"]["default"]["ipam"]["config"]
    assert ip_address(network["gateway"]) in ip_network(network["subnet"])
    for service in OURS.values():
        assert service["environment"]["PROXY_ADDRESSES"] == f"${{PROXY_ADDRESSES:-{network['gateway']}}}"
        assert "networks" not in service


def test_named_volumes_are_declared_and_the_data_survives() -> None:
    used = {
        volume.split(":")[0]
        for service in COMPOSE["services"].values()
        for volume in service.get("volumes", [])
    }
    assert used == set(COMPOSE["volumes"])


def test_every_setting_of_the_environment_is_passed_and_nothing_else() -> None:
    # The image sets PLAYOUTS_CACHE; the demo reads HOST and PORT.
    elsewhere = {"DEBUG", "PLAYOUTS_CACHE", "HOST", "PORT"}
    for service in OURS.values():
        passed = service["environment"]
        assert set(passed) == described_settings() - elsewhere
        assert all(f"${{{name}:" in value for name, value in passed.items() if name != "DATA_DIR")


def test_the_image_takes_every_extra_of_a_site() -> None:
    extras = set(re.findall(r"`wildleague\[(\w+)\]`", (ROOT / "docs/run/install.md").read_text()))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert extras == {"fast", "traces"}
    assert extras < set(project["optional-dependencies"])
    assert "EXTRAS=" in instructions("ARG")
    for service in OURS.values():
        assert service["build"]["args"] == {"EXTRAS": "${EXTRAS:-}"}


def test_the_image_copies_only_what_exists_and_does_not_run_as_root() -> None:
    for line in instructions("COPY"):
        words = shlex.split(line)
        if words[0].startswith("--from"):
            continue
        assert all((ROOT / source).exists() for source in words[:-1]), line
    assert instructions("USER") not in ([], ["root"])
    assert instructions("ENTRYPOINT") == ['["/usr/local/bin/entrypoint"]']
    assert os.access(DOCKER / "entrypoint", os.X_OK)


def test_the_programs_of_the_commands_are_installed_by_the_dependencies() -> None:
    dependencies = (ROOT / "pyproject.toml").read_text().lower()
    for name in LASTING:
        program = OURS[name]["command"][0]
        assert program == "python" or f'"{program}' in dependencies


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """PostgreSQL and Redis as the containers would find them; the environment that names them."""
    programs = postgres.find()
    if programs is None or not processes.has_redis():
        assert not REQUIRED, "PostgreSQL and Redis are required under CI=true"
        pytest.skip("NO POSTGRESQL OR REDIS: apt-get install postgresql redis-server")
    folder = tmp_path_factory.mktemp("containers")
    with postgres.cluster(programs) as database, processes.redis(folder) as broker:
        migrated.load_into(database)
        env = {
            "SECRET_KEY": secrets.token_hex(40),
            "DATABASE_URL": database.address,
            "BROKER_URL": broker,
            "DATA_DIR": str(folder),
            "DEBUG": "0",
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        }
        yield folder, env


@pytest.mark.slow(
    "starts the processes of the containers; the same ones play, die and come back in tests/faults",
    about=["docker/", "league/web.py", "league/workers/", "league/settings.py", "league/monitoring/"],
)
def test_the_processes_of_the_containers_play_a_match_on_postgresql_and_redis(outside: Any) -> None:
    folder, env = outside
    ended = run_in(env, ["sh", str(DOCKER / "entrypoint"), *COMPOSE["services"]["migrate"]["command"]])
    assert ended.returncode == 0, ended.stderr
    port = processes.free_port()
    commands = {name: command_of(name, port) for name in LASTING}
    commands["beat"] += ["--schedule", str(folder / "beat-schedule")]
    with (
        processes.running("web", commands["web"], env, folder, cwd=ROOT) as web,
        processes.running("worker", commands["worker"], env, folder, cwd=ROOT),
        processes.running("beat", commands["beat"], env, folder, cwd=ROOT),
    ):
        processes.wait_until_up(f"http://127.0.0.1:{port}/healthz", web)
        assert is_healthy("web", env, port=port)
        assert not is_healthy("web", env, port=processes.free_port())
        # The worker is asked by a process that takes seconds to start: when beat ticks, it is up as well.
        assert in_time(lambda: is_healthy("beat", env))
        assert in_time(lambda: is_healthy("worker", env)), run_in(env, health_of("worker", env))
        assert not is_healthy("worker", env, hostname="another")
        os.utime(folder / "beat-ticked", (0, 0))
        assert in_time(lambda: is_healthy("beat", env))
        played = run_in(env, ["python", "manage.py", "shell", "-c", LET_A_MATCH_BE_PLAYED])
        assert played.stdout.endswith("finished\n"), played.stderr
    os.utime(folder / "beat-ticked", (0, 0))  # which nobody touches any more
    assert not is_healthy("beat", env)


LET_A_MATCH_BE_PLAYED = """
import time
from django.utils import timezone
from games import tables
at = timezone.now()
table = tables.open_table(name="Container", rulebook="classic", options={"target_score": 1}, seats=2,
                          bot_pause_ms=1, by="organizer:1", at=at)
tables.start(table.pk, fill_with_bots=True, by="organizer:1", at=at)
deadline = time.monotonic() + 60
while table.status != "finished" and time.monotonic() < deadline:
    time.sleep(0.1)
    table.refresh_from_db()
print(table.status)
"""


def command_of(name: str, port: int) -> list[str]:
    """The command of a service, as its container runs it, on a port and an interface of this machine."""
    words = {"8000": str(port), "0.0.0.0": "127.0.0.1"}
    return [words.get(word, word) for word in COMPOSE["services"][name]["command"]]


def health_of(name: str, env: dict[str, str], port: int = 0, hostname: str = "") -> list[str]:
    """The health check of a service, as its container makes it, about what runs on this machine."""
    kind, *words = COMPOSE["services"][name]["healthcheck"]["test"]
    known = {":8000": f":{port}", "/data": env["DATA_DIR"], "$$(hostname)": hostname or socket.gethostname()}
    for inside, here in known.items():
        words = [word.replace(inside, here) for word in words]
    return words if kind == "CMD" else ["sh", "-c", *words]


def is_healthy(name: str, env: dict[str, str], **here: Any) -> bool:
    return run_in(env, health_of(name, env, **here)).returncode == 0


def run_in(env: dict[str, str], command: list[str], **more: str) -> subprocess.CompletedProcess[str]:
    whole = os.environ | env | more
    return subprocess.run(command, cwd=ROOT, env=whole, capture_output=True, text=True, check=False)


def in_time(condition: Any, seconds: float = 60) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.3)
    return True
