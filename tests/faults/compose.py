"""The services of `docker/installation/compose.yml`, read as their containers would read them."""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml

ROOT: Final = Path(__file__).resolve().parent.parent.parent
HERE: Final = ROOT / "docker/installation"
_SERVICES: Final[dict[str, dict[str, Any]]] = yaml.safe_load((HERE / "compose.yml").read_text())["services"]
_VARIABLE: Final = re.compile(r"\$\{(\w+)(?::?([-?])([^}]*))?\}")
_OF_IMAGES: Final = {
    "caddy": ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"],
    "prometheus": ["prometheus"],
}
"""What images of others start by themselves; the words of the file follow."""


class Service(NamedTuple):
    """A service. `health` is the command of its check, empty if it has none."""

    name: str
    command: list[str]
    environment: dict[str, str]
    health: list[str]
    is_ours: bool


def services(site: Mapping[str, str]) -> dict[str, Service]:
    """Return every service; `site` is what `site.env` says."""
    return {name: _service(name, site) for name in _SERVICES}


def site_env(fill: Callable[[str], str]) -> dict[str, str]:
    """Return what `site.env.example` says; `fill` returns a value for each name that is left blank."""
    lines = re.findall(r"^([A-Z_]+)=(.*)$", (HERE / "site.env.example").read_text(), re.MULTILINE)
    return {name: value or fill(name) for name, value in lines}


def _service(name: str, site: Mapping[str, str]) -> Service:
    written = _SERVICES[name]
    is_ours = written.get("image") == "wildleague"
    command = written.get("command", [])
    if is_ours:  # the entry point of the image
        command = ["sh", str(ROOT / "docker/entrypoint"), *command]
    elif "build" in written:
        command = _command_of((HERE / written["build"]["dockerfile"]).read_text())
    told = written.get("environment", {})
    return Service(
        name,
        [_filled(str(word), site) for word in [*_OF_IMAGES.get(name, []), *command]],
        (dict(site) if "env_file" in written else {})
        | {variable: _filled(str(value), site) for variable, value in told.items()},
        _health_of(written),
        is_ours,
    )


def _command_of(dockerfile: str) -> list[str]:
    (command,) = re.findall(r"^CMD (\[.*\])$", dockerfile, re.MULTILINE)
    words: list[str] = json.loads(command)
    return words


def _health_of(written: Mapping[str, Any]) -> list[str]:
    kind, *words = written.get("healthcheck", {}).get("test", ["NONE"])
    words = [str(word).replace("$$", "$") for word in words]
    return ["sh", "-c", *words] if kind == "CMD-SHELL" else words


def _filled(text: str, site: Mapping[str, str]) -> str:
    """Put values in place of `${NAME}`, `${NAME:?}` and `${NAME:-default}`."""
    return _VARIABLE.sub(
        lambda variable: site.get(variable[1]) or (variable[3] or "" if variable[2] == "-" else ""), text
    )
